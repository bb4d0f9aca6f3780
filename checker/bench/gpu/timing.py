"""Times of several ways to do one thing, side by side: in turn, many rounds, the median of each."""

import statistics
import time

import cupy

# Calls are queued behind this much work of the GPU, so that what is measured is the GPU's time and not
# Python's for the calls (20 to 50 microseconds each with Numba).
_delay = cupy.RawKernel(r"""
extern "C" __global__ void delay(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {}
}""", "delay")
CYCLES_PER_CALL = 150_000  # some 80 microseconds


def on_gpu(call, calls):
    """Milliseconds of one call by events; it must not wait for the GPU itself."""
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    _delay((1,), (1,), (CYCLES_PER_CALL * calls,))
    begin.record()
    for _ in range(calls):
        call()
    end.record()
    end.synchronize()
    return cupy.cuda.get_elapsed_time(begin, end) / calls


def on_host(call, calls):
    """Milliseconds of one call by the host's clock, from idle to idle."""
    cupy.cuda.Device().synchronize()
    begin = time.perf_counter()
    for _ in range(calls):
        call()
    cupy.cuda.Device().synchronize()
    return (time.perf_counter() - begin) * 1000 / calls


def on_submitting(call, calls):
    """Milliseconds of one call by the host's clock until it returns: the GPU is idle before, and its work is not waited for."""
    total = 0
    for _ in range(calls):
        cupy.cuda.Device().synchronize()
        begin = time.perf_counter()
        call()
        total += time.perf_counter() - begin
    cupy.cuda.Device().synchronize()
    return total * 1000 / calls


def side_by_side(ways, rounds=15, clock=on_gpu, budget_ms=1500):
    """{name: median milliseconds} of the callables in `ways`; None where there is none."""
    ways = {name: call for name, call in ways.items() if call}
    calls, times = {}, {name: [] for name in ways}
    cupy.cuda.Device().synchronize()
    for name, call in ways.items():
        call()  # compiles, allocates
        once = on_host(call, 1)
        calls[name] = 10 if once < 1 else 1
        rounds = max(3, min(rounds, int(budget_ms / max(once, 0.01))))
    for _ in range(rounds):
        for name, call in ways.items():
            times[name].append(clock(call, calls[name]))
    return {name: statistics.median(values) for name, values in times.items()}

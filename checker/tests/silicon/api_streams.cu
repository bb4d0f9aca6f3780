// What a GPU does about order: which calls wait for a kernel that has not ended, what a copy reads
// and when, what events and host functions answer, what becomes of work that was not waited for. The
// answers of a real GPU are in api_streams.txt; the virtual GPU must give the same.
#include "held_stream.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void ask_which_calls_wait(cudaStream_t Bench::*in, const char* where) {
    Bench b;
    const cudaStream_t stream = in == nullptr ? nullptr : b.*in;
    int host[2] = {1, 2};
    const auto ask = [&](const char* call, auto&& body) {
        ask_waits(b, stream, where, call, body);
    };
    constexpr auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost,
                   within = cudaMemcpyDeviceToDevice;
    ask("nothing", [&] { return cudaSuccess; });
    ask("cudaDeviceSynchronize", [&] { return cudaDeviceSynchronize(); });
    ask("cudaStreamSynchronize(0)", [&] { return cudaStreamSynchronize(nullptr); });
    ask("cudaStreamSynchronize(per thread)",
        [&] { return cudaStreamSynchronize(cudaStreamPerThread); });
    ask("cudaStreamSynchronize(a blocking stream)",
        [&] { return cudaStreamSynchronize(b.second); });
    ask("cudaStreamSynchronize(a non-blocking stream)",
        [&] { return cudaStreamSynchronize(b.apart); });
    ask("cudaEventSynchronize(recorded before)", [&] { return cudaEventSynchronize(b.early); });
    ask("cudaEventQuery(recorded before)", [&] { return cudaEventQuery(b.early); });
    ask("cudaStreamQuery(0)", [&] { return cudaStreamQuery(nullptr); });
    ask("cudaStreamQuery(its stream)", [&] { return cudaStreamQuery(stream); });
    ask("cudaStreamQuery(per thread)", [&] { return cudaStreamQuery(cudaStreamPerThread); });
    ask("cudaStreamQuery(another blocking stream)", [&] { return cudaStreamQuery(b.second); });
    ask("record in the second stream, then query", [&] {
        cudaEventRecord(b.event, b.second);
        return cudaEventQuery(b.event);
    });
    ask("record in the null stream, then query", [&] {
        cudaEventRecord(b.event, nullptr);
        return cudaEventQuery(b.event);
    });
    ask("record in its stream, then elapsed", [&] {
        float milliseconds = 0;
        cudaEventRecord(b.event, stream);
        return cudaEventElapsedTime(&milliseconds, b.early, b.event);
    });
    ask("record in a non-blocking stream, synchronise", [&] {
        cudaEventRecord(b.event, b.apart);
        return cudaEventSynchronize(b.event);
    });
    ask("second waits for its event, synchronise", [&] {
        cudaEventRecord(b.event, stream);
        cudaStreamWaitEvent(b.second, b.event, 0);
        return cudaStreamSynchronize(b.second);
    });
    ask("second waits for an old event, synchronise", [&] {
        cudaStreamWaitEvent(b.second, b.early, 0);
        return cudaStreamSynchronize(b.second);
    });
    ask("write in the second stream, synchronise it", [&] {
        write_value<<<1, 1, 0, b.second>>>(b.other, 1);
        return cudaStreamSynchronize(b.second);
    });
    ask("write in the null stream, synchronise it", [&] {
        write_value<<<1, 1>>>(b.other, 1);
        return cudaStreamSynchronize(nullptr);
    });
    ask("write in a non-blocking stream, synchronise it", [&] {
        write_value<<<1, 1, 0, b.apart>>>(b.other, 1);
        return cudaStreamSynchronize(b.apart);
    });
    ask("null stream between, second stream synchronised", [&] {
        write_value<<<1, 1>>>(b.other, 1);
        write_value<<<1, 1, 0, b.second>>>(b.other, 2);
        return cudaStreamSynchronize(b.second);
    });
    ask("cudaMemcpy up, 4 bytes", [&] { return cudaMemcpy(b.other, host, 4, up); });
    ask("cudaMemcpy up, 1 MiB", [&] { return cudaMemcpy(b.other, b.large, b.large_bytes, up); });
    ask("cudaMemcpy up, pinned", [&] { return cudaMemcpy(b.other, b.pinned, 4, up); });
    ask("cudaMemcpy down", [&] { return cudaMemcpy(host, b.other, 4, down); });
    ask("cudaMemcpy down, pinned", [&] { return cudaMemcpy(b.pinned, b.other, 4, down); });
    ask("cudaMemcpy within the device", [&] { return cudaMemcpy(b.other, b.device, 4, within); });
    ask("cudaMemcpy host to host",
        [&] { return cudaMemcpy(host, host + 1, 4, cudaMemcpyHostToHost); });
    ask("cudaMemcpy pinned to host",
        [&] { return cudaMemcpy(host, b.pinned, 4, cudaMemcpyHostToHost); });
    ask("cudaMemcpyToSymbol", [&] { return cudaMemcpyToSymbol(variable, host, 4); });
    ask("cudaMemcpyAsync up, 4 bytes",
        [&] { return cudaMemcpyAsync(b.other, host, 4, up, stream); });
    ask("cudaMemcpyAsync up, 1 MiB",
        [&] { return cudaMemcpyAsync(b.other, b.large, b.large_bytes, up, stream); });
    ask("cudaMemcpyAsync up, pinned",
        [&] { return cudaMemcpyAsync(b.other, b.pinned, 4, up, stream); });
    ask("cudaMemcpyAsync down", [&] { return cudaMemcpyAsync(host, b.other, 4, down, stream); });
    ask("cudaMemcpyAsync down, 1 MiB",
        [&] { return cudaMemcpyAsync(b.large, b.other, b.large_bytes, down, stream); });
    ask("cudaMemcpyAsync down, pinned",
        [&] { return cudaMemcpyAsync(b.pinned, b.other, 4, down, stream); });
    ask("cudaMemcpyAsync within the device",
        [&] { return cudaMemcpyAsync(b.other, b.device, 4, within, stream); });
    ask("cudaMemcpyAsync host to host",
        [&] { return cudaMemcpyAsync(host, host + 1, 4, cudaMemcpyHostToHost, stream); });
    ask("cudaMemcpyAsync pinned to pinned",
        [&] { return cudaMemcpyAsync(b.pinned, b.pinned + 1, 4, cudaMemcpyHostToHost, stream); });
    ask("cudaMemset", [&] { return cudaMemset(b.other, 0, 4); });
    ask("cudaMemset of pinned memory", [&] { return cudaMemset(b.pinned, 0, 4); });
    ask("cudaMemset of managed memory", [&] { return cudaMemset(b.managed, 0, 4); });
    ask("cudaMemsetAsync", [&] { return cudaMemsetAsync(b.other, 0, 4, stream); });
    ask("cudaMemsetAsync of pinned memory",
        [&] { return cudaMemsetAsync(b.pinned, 0, 4, stream); });
    void* p = nullptr;
    ask("cudaMalloc", [&] { return cudaMalloc(&p, 4096); });
    ask("cudaFree", [&] { return cudaFree(p); });
    ask("cudaFree(null)", [&] { return cudaFree(nullptr); });
    ask("cudaMallocAsync", [&] { return cudaMallocAsync(&p, 4096, stream); });
    ask("cudaFreeAsync", [&] { return cudaFreeAsync(p, stream); });
    ask("cudaMallocAsync in the second stream",
        [&] { return cudaMallocAsync(&p, 4096, b.second); });
    ask("cudaFree of that", [&] { return cudaFree(p); });
    ask("cudaMallocManaged", [&] { return cudaMallocManaged(&p, 4096); });
    ask("cudaFree of managed memory", [&] { return cudaFree(p); });
    ask("cudaMallocHost", [&] { return cudaMallocHost(&p, 4096); });
    ask("cudaFreeHost", [&] { return cudaFreeHost(p); });
    ask("cudaHostRegister", [&] { return cudaHostRegister(b.large, 4096, 0); });
    ask("cudaHostUnregister", [&] { return cudaHostUnregister(b.large); });
    ask("cudaMemPrefetchAsync", [&] {
        return cudaMemPrefetchAsync(b.managed, 64, {cudaMemLocationTypeDevice, 0}, 0, stream);
    });
    ask("cudaStreamAttachMemAsync", [&] { return cudaStreamAttachMemAsync(stream, b.managed); });
    ask("cudaMemGetInfo", [&] {
        size_t left = 0, all = 0;
        return cudaMemGetInfo(&left, &all);
    });
    cudaStream_t made = nullptr;
    cudaEvent_t event = nullptr;
    ask("cudaStreamCreate", [&] { return cudaStreamCreate(&made); });
    ask("cudaStreamDestroy of an idle one", [&] { return cudaStreamDestroy(made); });
    ask("cudaEventCreate", [&] { return cudaEventCreate(&event); });
    ask("cudaEventRecord, then cudaEventDestroy", [&] {
        cudaEventRecord(event, stream);
        return cudaEventDestroy(event);
    });
    ask("cudaLaunchHostFunc", [&] {
        return cudaLaunchHostFunc(
            stream, [](void*) {}, nullptr);
    });
    cudaStreamCreate(&made);
    ask_waits(b, made, where, "cudaStreamDestroy of its own stream",
              [&] { return cudaStreamDestroy(made); });
}

void ask_null_stream() { ask_which_calls_wait(nullptr, "null"); }
void ask_blocking_stream() { ask_which_calls_wait(&Bench::blocking, "blocking"); }
void ask_non_blocking_stream() { ask_which_calls_wait(&Bench::apart, "non-blocking"); }

// What a copy behind a held kernel brings when its source changes after the call, and what the host
// sees before it waits.
void ask_what_copies_see() {
    Bench b;
    int host = 1, result = 0;
    *b.pinned = 1;
    b.begin(b.apart);
    cudaMemcpyAsync(b.device, &host, 4, cudaMemcpyHostToDevice, b.apart);
    cudaMemcpyAsync(b.other, b.pinned, 4, cudaMemcpyHostToDevice, b.apart);
    host = *b.pinned = 2;
    b.end();
    cudaMemcpy(&result, b.device, 4, cudaMemcpyDeviceToHost);
    tell("pageable source, changed after the call", static_cast<long long>(result));
    cudaMemcpy(&result, b.other, 4, cudaMemcpyDeviceToHost);
    tell("pinned source, changed after the call", static_cast<long long>(result));

    b.begin(b.apart);
    write_value<<<1, 1, 0, b.apart>>>(b.device, 7);
    b.pinned[1] = 3;
    cudaMemcpyAsync(b.pinned + 1, b.device, 4, cudaMemcpyDeviceToHost, b.apart);
    tell("pinned destination, before waiting", static_cast<long long>(b.pinned[1]));
    b.end();
    tell("pinned destination, after waiting", static_cast<long long>(b.pinned[1]));

    b.begin(b.apart);
    *b.pinned = 4;
    write_value<<<1, 1, 0, b.apart>>>(b.pinned, 5);
    tell("mapped memory, before waiting", static_cast<long long>(*b.pinned));
    b.end();
    tell("mapped memory, after waiting", static_cast<long long>(*b.pinned));

    // A wait means the record as it was when the wait was asked for.
    b.begin(b.blocking);
    cudaEventRecord(b.event, b.apart); // done at once
    cudaStreamWaitEvent(b.second, b.event, 0);
    cudaEventRecord(b.event, b.blocking); // behind the held kernel
    write_value<<<1, 1, 0, b.second>>>(b.device, 9);
    tell("wait for an event, which is then recorded again", cudaStreamSynchronize(b.second));
    tell("  the first record counts: flag seen", static_cast<long long>(b.end()));
    b.begin(b.blocking);
    cudaEventRecord(b.event, b.blocking);
    cudaEventRecord(b.event, b.apart);
    tell("recorded again elsewhere, query",
         (cudaStreamSynchronize(b.apart), cudaEventQuery(b.event)));
    tell("  flag seen", static_cast<long long>(b.end()));
}

void ask_about_handles() {
    cudaStream_t stream = nullptr;
    int priority = 0, least = 0, greatest = 0, device = -1;
    unsigned flags = 17;
    unsigned long long id = 0;
    tell("priority range", cudaDeviceGetStreamPriorityRange(&least, &greatest));
    tell("  least", static_cast<long long>(least));
    tell("  greatest", static_cast<long long>(greatest));
    for (const int wanted : {1, 0, -1, -5, -6, -100}) {
        tell("create with priority",
             cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, wanted));
        cudaStreamGetPriority(stream, &priority);
        tell("  asked for", static_cast<long long>(wanted));
        tell("  given", static_cast<long long>(priority));
    }
    tell("create with flags 2", cudaStreamCreateWithFlags(&stream, 2));
    tell("flags of a stream, null pointer", cudaStreamGetFlags(stream, nullptr));
    for (const cudaStream_t standard :
         {cudaStream_t{nullptr}, cudaStreamLegacy, cudaStreamPerThread}) {
        tell("flags of a default stream", cudaStreamGetFlags(standard, &flags));
        tell("  are", static_cast<long long>(flags));
        tell("priority of a default stream", cudaStreamGetPriority(standard, &priority));
        tell("  is", static_cast<long long>(priority));
        tell("id of a default stream", cudaStreamGetId(standard, &id));
        tell("device of a default stream", cudaStreamGetDevice(standard, &device));
        tell("  is", static_cast<long long>(device));
        tell("query a default stream", cudaStreamQuery(standard));
    }
    tell("destroy null", cudaStreamDestroy(nullptr));
    tell("destroy the legacy stream", cudaStreamDestroy(cudaStreamLegacy));
    tell("destroy the per-thread stream", cudaStreamDestroy(cudaStreamPerThread));
    cudaLaunchAttributeValue value{};
    tell("attribute: synchronization policy",
         cudaStreamGetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    tell("  is", static_cast<long long>(value.syncPolicy));
    tell("attribute: priority",
         cudaStreamGetAttribute(stream, cudaLaunchAttributePriority, &value));
    value.priority = -2;
    tell("attribute: set priority",
         cudaStreamSetAttribute(stream, cudaLaunchAttributePriority, &value));
    tell("attribute: 99",
         cudaStreamGetAttribute(stream, static_cast<cudaLaunchAttributeID>(99), &value));
    tell("copy attributes to itself", cudaStreamCopyAttributes(stream, stream));

    cudaEvent_t event = nullptr, other = nullptr, untimed = nullptr;
    float milliseconds = 0;
    tell("event: no pointer", cudaEventCreate(nullptr));
    tell("event: flags 8", cudaEventCreateWithFlags(&event, 8));
    tell("event: interprocess and timing", cudaEventCreateWithFlags(&event, cudaEventInterprocess));
    tell("event: untimed", cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    cudaEventCreate(&event);
    cudaEventCreate(&other);
    tell("record: null event", cudaEventRecord(nullptr, nullptr));
    tell("record: flags 2", cudaEventRecordWithFlags(event, nullptr, 2));
    tell("record: external, no capture",
         cudaEventRecordWithFlags(event, nullptr, cudaEventRecordExternal));
    tell("wait: null event", cudaStreamWaitEvent(nullptr, nullptr, 0));
    tell("wait: flags 2", cudaStreamWaitEvent(nullptr, event, 2));
    tell("wait: never recorded", cudaStreamWaitEvent(nullptr, other, 0));
    tell("query: null", cudaEventQuery(nullptr));
    tell("destroy: null", cudaEventDestroy(nullptr));
    cudaEventRecord(event);
    cudaEventRecord(untimed);
    cudaDeviceSynchronize();
    tell("elapsed: second never recorded", cudaEventElapsedTime(&milliseconds, event, other));
    tell("elapsed: second untimed", cudaEventElapsedTime(&milliseconds, event, untimed));
    tell("elapsed: null", cudaEventElapsedTime(&milliseconds, event, nullptr));
    tell("elapsed: no pointer", cudaEventElapsedTime(nullptr, event, event));
    tell("elapsed: with itself", cudaEventElapsedTime(&milliseconds, event, event));
    tell("  is zero", static_cast<long long>(milliseconds == 0));
    cudaEventRecord(other);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&milliseconds, event, other);
    tell("elapsed: is positive", static_cast<long long>(milliseconds > 0));
    tell("elapsed: the wrong way", cudaEventElapsedTime(&milliseconds, other, event));
    tell("  is negative", static_cast<long long>(milliseconds < 0));
    tell("callback: null", cudaStreamAddCallback(nullptr, nullptr, nullptr, 0));
    tell("callback: flags 1", cudaStreamAddCallback(
                                  nullptr, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 1));
    tell("host function: null", cudaLaunchHostFunc(nullptr, nullptr, nullptr));
}

cudaError_t answers[6];

void ask_from_within(void* pointer) {
    int device = 0;
    void* memory = nullptr;
    answers[0] = cudaGetDevice(&device);
    answers[1] = cudaMalloc(&memory, 16);
    answers[2] = cudaStreamQuery(nullptr);
    answers[3] = cudaPeekAtLastError();
    answers[4] = cudaMemcpy(pointer, &device, 4, cudaMemcpyHostToDevice);
    answers[5] = cudaGetLastError();
}

void tell_from_within(const char* where) {
    const char* calls[] = {"cudaGetDevice",       "cudaMalloc", "cudaStreamQuery",
                           "cudaPeekAtLastError", "cudaMemcpy", "cudaGetLastError"};
    for (int i = 0; i < 6; ++i)
        std::printf("%-24s %-33s %s\n", where, calls[i], cudaGetErrorName(answers[i]));
}

void ask_host_functions() {
    Bench b;
    static int order[4], count = 0;
    write_value<<<1, 1, 0, b.apart>>>(b.pinned, 11);
    cudaLaunchHostFunc(
        b.apart, [](void* place) { order[count++] = *static_cast<int*>(place); }, b.pinned);
    write_value<<<1, 1, 0, b.apart>>>(b.pinned, 12);
    cudaLaunchHostFunc(
        b.apart, [](void* place) { order[count++] = *static_cast<int*>(place); }, b.pinned);
    cudaDeviceSynchronize();
    tell("host functions that ran", static_cast<long long>(count));
    tell("  the first saw", static_cast<long long>(order[0]));
    tell("  the second saw", static_cast<long long>(order[1]));

    cudaLaunchHostFunc(b.apart, ask_from_within, b.device);
    tell("host function that calls CUDA", cudaStreamSynchronize(b.apart));
    tell_from_within("host function");
    cudaStreamAddCallback(
        b.apart, [](cudaStream_t, cudaError_t, void* place) { ask_from_within(place); }, b.device,
        0);
    tell("callback that calls CUDA", cudaStreamSynchronize(b.apart));
    tell_from_within("callback");
}

void ask_host_functions_after_a_fault() {
    Bench b;
    static int functions = 0, callbacks = 0;
    static cudaError_t status = cudaSuccess;
    stop_here<<<1, 1, 0, b.apart>>>();
    cudaLaunchHostFunc(
        b.apart, [](void*) { ++functions; }, nullptr);
    cudaStreamAddCallback(
        b.apart,
        [](cudaStream_t, cudaError_t error, void*) {
            ++callbacks;
            status = error;
        },
        nullptr, 0);
    tell("synchronise after a trap", cudaStreamSynchronize(b.apart));
    usleep(100000);
    tell("host functions called", static_cast<long long>(functions));
    tell("callbacks called", static_cast<long long>(callbacks));
    tell("  with", status);
    tell("event record after it", cudaEventRecord(b.event, b.apart));
    tell("stream create after it", cudaStreamCreate(&b.second));
    tell("stream destroy after it", cudaStreamDestroy(b.apart));
    tell("event destroy after it", cudaEventDestroy(b.event));
    tell("free host after it", cudaFreeHost(b.pinned));
}

// In a child, so that what it leaves can be looked at when it has ended.
template <class Body>
void ask_end(const char* question, Body&& body) {
    int* shared = static_cast<int*>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        int* seen = nullptr;
        static volatile int* never = nullptr;
        cudaHostRegister(shared, 4096, cudaHostRegisterMapped);
        cudaHostAlloc(&seen, 64, cudaHostAllocMapped);
        never = seen + 1;
        seen[1] = 0;
        hold<<<1, 1>>>(never, seen); // gives up after a while
        void* place = nullptr;
        cudaHostGetDevicePointer(&place, shared, 0);
        write_value<<<1, 1>>>(static_cast<int*>(place), 1);
        body();
        std::exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("%-58s %s, exit status %d\n", question, *shared ? "ran" : "did not run", status);
    munmap(shared, 4096);
}

void ask_about_the_end() {
    ask_end("work at exit, waited for", [] { cudaDeviceSynchronize(); });
    ask_end("work at exit, not waited for", [] {});
    ask_end("work at exit, cudaDeviceReset", [] { cudaDeviceReset(); });
    ask_end("work at exit, hello not waited for", [] { say_hello<<<1, 1>>>(); });
    ask_end("work at exit, hello and cudaDeviceReset", [] {
        say_hello<<<1, 1>>>();
        cudaDeviceReset();
    });
    ask_end("work at exit, hello and cudaFree", [] {
        void* memory = nullptr;
        cudaMalloc(&memory, 16);
        say_hello<<<1, 1>>>();
        cudaFree(memory);
    });
    ask_end("work at exit, stream destroyed", [] {
        cudaStream_t stream = nullptr;
        cudaStreamCreate(&stream);
        say_hello<<<1, 1, 0, stream>>>();
        cudaStreamDestroy(stream);
    });
}

} // namespace

int main(int words, char** text) {
    static constexpr Section sections[] = {
        {"null_stream", ask_null_stream},
        {"blocking_stream", ask_blocking_stream},
        {"non_blocking_stream", ask_non_blocking_stream},
        {"what_copies_see", ask_what_copies_see},
        {"handles", ask_about_handles},
        {"host_functions", ask_host_functions},
        {"host_functions_after_a_fault", ask_host_functions_after_a_fault},
        {"the_end", ask_about_the_end},
    };
    return run_sections(sections, words, text);
}

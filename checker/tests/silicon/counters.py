#!/usr/bin/env python3
"""Compares the virtual GPU's counters with ncu's, kernel by kernel.

    counters.py PROGRAM VIRTUAL_RUNTIME_FOLDER

PROGRAM is counters.cu, compiled with the shared CUDA runtime. Prints a table (tab separated): kernel,
counter, virtual, ncu, and `differs` where they do. Without ncu, the virtual column alone.
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys

# Our counter, and the metric of ncu that counts the same thing (or several, added up). The last of the
# loads' and stores' rows are exact; of branches, barriers and instructions ncu counts those of the machine
# code, which are others than PTX's: they stand beside each other and are not compared.
NOT_COMPARED = {"branches", "divergent_branches", "barriers", "barrier_lanes", "warp_instructions", "thread_instructions"}
COUNTERS = {
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_atomic_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"
                              "+l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "global_atomic_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"
                             "+l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "local_load_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "local_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "local_store_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "local_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "shared_atomic_requests": "smsp__inst_executed_op_shared_atom.sum",
    "shared_atomic_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "branches": "smsp__sass_branch_targets.sum",
    "divergent_branches": "smsp__sass_branch_targets_threads_divergent.sum",
    "barriers": "smsp__inst_executed_pipe_adu.sum",
    "warp_instructions": "smsp__inst_executed.sum",
    "thread_instructions": "smsp__thread_inst_executed.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
}


def short_name(kernel):
    return kernel.replace("(anonymous namespace)::", "").removeprefix("void ").split("(")[0]


def on_virtual(program, runtime):
    environment = dict(os.environ, LD_LIBRARY_PATH=runtime)
    output = subprocess.run([program], env=environment, capture_output=True, text=True, check=True)
    events = json.loads(output.stdout)["events"]
    return [(e["kernel"], e["counters"]) for e in events if e["type"] == "launch"]


def total(row, metrics):
    """A metric that the chip does not have counts as 0."""
    values = [row.get(metric, "") for metric in metrics.split("+")]
    return sum(int(float(value.replace(",", ""))) for value in values
               if value.replace(",", "").replace(".", "", 1).isdigit())


def on_gpu(program):
    if not shutil.which("ncu"):
        return None
    metrics = {metric for sum_ in COUNTERS.values() for metric in sum_.split("+")}
    command = ["ncu", "--csv", "--page", "raw", "--clock-control", "none",
               "--metrics", ",".join(sorted(metrics)), program]
    output = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in output.stdout.splitlines() if line.startswith('"')]
    if not lines:
        print(output.stdout + output.stderr, file=sys.stderr)
        return None
    rows = [row for row in csv.DictReader(io.StringIO("\n".join(lines))) if row["ID"]]
    return [{ours: total(row, theirs) for ours, theirs in COUNTERS.items()} for row in rows]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, runtime = sys.argv[1:]
    virtual = on_virtual(program, runtime)
    real = on_gpu(program)
    print("kernel", "counter", "virtual", "ncu", "", sep="\t")
    for number, (kernel, counters) in enumerate(virtual):
        for name in COUNTERS:
            ours = counters.get(name, 0)
            theirs = real[number][name] if real else ""
            if ours or theirs:
                mark = "differs" if real and ours != theirs else ""
                if name in NOT_COMPARED:
                    mark = ""
                print(short_name(kernel), name, ours, theirs, mark, sep="\t")


if __name__ == "__main__":
    main()

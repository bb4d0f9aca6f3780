#!/usr/bin/env bash
# Everything that a real GPU has to say about the workbook, in one run, for a machine that has one.
#
#     checker/tests/silicon/verify.sh RESULTS_FOLDER
#
# Builds the dev preset, then writes into RESULTS_FOLDER:
#   device.txt    the GPU, its driver, the toolkit
#   lessons.tsv   each solution, stub and mistake: verdict on the GPU and on the virtual GPU
#   lessons.log   what their checkers said on the GPU
#   api_errors.txt  what the CUDA runtime answers to wrong use; api_graphs.txt about graphs
#   api_streams.txt, api_memory.txt, api_graph_memory.txt, api_graph_conditions.txt, api_clusters.txt, api_tensors.txt,
#   api_tensor_fields.txt, api_im2col.txt, api_slices.txt, api_bulk.txt, api_surfaces.txt, api_textures.txt  what it answers about order,
#                 memory, memory nodes and conditional nodes of graphs, clusters, tensor copies, bulk copies, surfaces, textures
#   api_pageable.txt  whether a copy's bytes have arrived when it returns
#   api_graph_extras.txt, api_batches.txt  about attributes, user objects and updates of graphs, and about batches
#   driver_*.txt  what the driver answers
#   device_attributes.txt  what the GPU says of itself
#   device_answers.txt     about devices, functions, libraries; device_pairs.txt with two GPUs
#   answers.tgz   the instruction tests, their expectations rewritten from the GPU's answers
#   approx.tar.xz.00, .01, ...  the .approx functions over whole octaves; see approx_dump.cu
#   counters.tsv  sectors and bank conflicts, on the virtual GPU and with ncu
#   programs/     what the programs of checker/tests/programs print
#   sanitizer.txt what compute-sanitizer says of the mistakes that have a fault
#   corpus.tsv    what compute-sanitizer says of the fault corpus
#   cupti.json    the trace of the CUPTI self-test
# A step that fails is reported and the next one runs. Nothing here changes the GPU's settings.
set -u
results=${1:?"usage: verify.sh RESULTS_FOLDER"}
root=$(cd "$(dirname "$0")/../../.." && pwd)
here=$root/checker/tests/silicon
build=$root/build/dev
programs=$build/checker/tests/silicon
mkdir -p "$results"
cd "$root" || exit 1

step() { printf '\n== %s\n' "$*"; }

step "device"
{
    nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader
    nvcc --version | tail -n 1
    date -u +%Y-%m-%d
} | tee "$results/device.txt"

step "build"
cmake --preset dev -G Ninja >"$results/build.log" 2>&1 &&
    cmake --build --preset dev >>"$results/build.log" 2>&1 || tail -n 40 "$results/build.log"

export LD_LIBRARY_PATH=/usr/local/cuda/lib64

step "instructions"
rm -rf "$results/isa" && cp -r checker/tests/isa "$results/isa"
"$build/checker/tests/isa/isa_test" --rebase "$results"/isa/*.ptxtest >"$results/isa.log" 2>&1
tail -n 15 "$results/isa.log"
diff -r checker/tests/isa "$results/isa" >"$results/isa.diff"
grep -c '^>' "$results/isa.diff"
tar -czf "$results/answers.tgz" -C "$results" isa && rm -rf "$results/isa"

step "answers of the runtime"
bash "$here/api_errors.sh" "$programs/api_errors" >"$results/api_errors.txt"
diff "$here/api_errors.txt" "$results/api_errors.txt"
"$programs/api_graphs" >"$results/api_graphs.txt"
diff "$here/api_graphs.txt" "$results/api_graphs.txt"
for program in api_streams api_pageable api_memory api_graph_memory api_graph_conditions api_graph_extras api_batches api_clusters \
    api_tensors api_tensor_fields api_im2col api_slices api_bulk api_surfaces api_textures api_fetches api_fetch_gradients \
    api_fetch_queries api_fetch_weights driver_calls driver_mapped_memory driver_memory driver_modules driver_virtual_memory; do
    bash "$here/api_sections.sh" "$programs/$program" >"$results/$program.txt"
    [ ! -f "$here/$program.txt" ] || diff "$here/$program.txt" "$results/$program.txt"
done

step "approximate functions"
rm -rf "$results/approx" && mkdir "$results/approx"
"$programs/approx_dump" "$results/approx" &&
    tar -c -C "$results" approx | xz -6 -T0 | split -b 15M -d - "$results/approx.tar.xz."
rm -rf "$results/approx"

step "devices"
"$programs/device_attributes" >"$results/device_attributes.txt"
"$programs/device_answers" >"$results/device_answers.txt" 2>"$results/device_answers.log"
bash "$here/api_sections.sh" "$programs/device_answers" peers stream fault first_fault reset_after_fault \
    order_of_peers no_order_of_peers >"$results/device_pairs.txt"
for answers in device_attributes device_answers device_pairs; do
    [ ! -f "$here/$answers.txt" ] || diff "$here/$answers.txt" "$results/$answers.txt"
done

step "programs"
bash "$here/programs.sh" "$build" "$results/programs"

step "lessons"
"$here/lessons.py" "$build" >"$results/lessons.tsv" 2>"$results/lessons.log"
cat "$results/lessons.tsv"

step "cupti"
"$build/bin/cupti_selftest" >"$results/cupti.json" 2>&1
head -c 1500 "$results/cupti.json"

step "counters"
python3 "$here/counters.py" "$programs/counters" "$build/vgpu/lib" \
    >"$results/counters.tsv" 2>"$results/counters.log"
cat "$results/counters.tsv"

step "compute-sanitizer"
bash "$here/sanitizer.sh" "$build" >"$results/sanitizer.txt" 2>&1
tail -n 30 "$results/sanitizer.txt"

step "fault corpus"
bash "$here/corpus.sh" "$build" >"$results/corpus.tsv" 2>"$results/corpus.log"
awk -F'\t' '{ count[$1 " " $4]++ } END { for (key in count) print key, count[key] }' "$results/corpus.tsv"

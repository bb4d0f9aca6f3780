#!/usr/bin/env bash
# Random programs on a real GPU, on a machine that has one; then the same ones on the virtual GPU.
#
#     checker/tests/silicon/differential.sh RESULTS_FOLDER [PTX_PROGRAMS [CUDA_PROGRAMS]]
#
# Writes into RESULTS_FOLDER:
#   silicon.tsv       the GPU's digests, to be copied to checker/tests/differential/silicon.tsv;
#                     without the programs of excluded.tsv beside that
#   silicon.log       what went wrong on the GPU
#   virtual.log       what the virtual GPU made of the same programs
#   differences/      for each that differs: its text, every value computed on either device, and
#                     (differences.txt) the first value of each thread that differs
# A few programs run at a time, in processes of their own: a hang or a fault costs no other program.
set -u
results=${1:?"usage: differential.sh RESULTS_FOLDER [PTX_PROGRAMS [CUDA_PROGRAMS]]"}
ptx_programs=${2:-3000}
cuda_programs=${3:-1000}
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$root/build/dev
program=$build/checker/tests/differential/differential
real=${WORKBOOK_REAL_CUDART:-/usr/local/cuda/lib64}
virtual=$build/vgpu/lib
excluded=$root/checker/tests/differential/excluded.tsv
jobs=$(nproc)
part=50 # programs a process
mkdir -p "$results/parts" "$results/differences"
rm -f "$results"/parts/*
cd "$root" || exit 1

if [ ! -x "$program" ] || [ ! -e "$virtual/libcudart.so.13" ]; then
    cmake --preset dev -G Ninja >"$results/build.log" 2>&1 &&
        cmake --build --preset dev --target differential workbook_cudart_13 \
            >>"$results/build.log" 2>&1 || { tail -n 40 "$results/build.log"; exit 1; }
fi

export LD_LIBRARY_PATH=$real
export CUDA_CACHE_DISABLE=1 # each program is translated once
parts() {
    for ((from = 1; from <= ptx_programs; from += part)); do echo "ptx $from $part"; done
    for ((from = 1; from <= cuda_programs; from += part)); do echo "cuda $from $part"; done
}

name=$(LD_LIBRARY_PATH=$real "$program" --device) || exit 1
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1)
echo "== on $name, driver ${driver:-none}"
parts | LD_LIBRARY_PATH=$real xargs -P "$jobs" -L 1 bash -c '
    timeout 150 "$0" --kind "$2" --from "$3" --count "$4" --out "$1/parts/$2.$3.tsv" ||
        echo "$2 from $3: exit code $?"' "$program" "$results" >"$results/silicon.log" 2>&1
{
    echo "# answered by: $name, driver ${driver:-none}, $(date -u +%Y-%m-%d)"
    echo "# by: checker/tests/silicon/differential.sh RESULTS_FOLDER $ptx_programs $cuda_programs"
    echo "# kind, seed, digest of all results, number of results"
    cat "$results"/parts/*.tsv |
        grep -vFf <(grep -o '^[a-z]*	[0-9]*	' "$excluded") |
        sort -t "$(printf '\t')" -k1,1r -k2,2n
} >"$results/silicon.tsv"
echo "$(grep -vc '^#' "$results/silicon.tsv") answers, $(grep -c error "$results/silicon.tsv") errors"
head -n 20 "$results/silicon.log"

echo "== on the virtual GPU"
parts | LD_LIBRARY_PATH=$virtual xargs -P "$jobs" -L 1 bash -c '
    timeout 150 "$0" --kind "$2" --from "$3" --count "$4" --compare "$1/silicon.tsv"' \
    "$program" "$results" >"$results/virtual.log" 2>&1
awk '/ programs compared with /{ all += $1; wrong += $(NF - 1) }
     END { print all " programs compared, " wrong " wrong" }' "$results/virtual.log"

# Where exactly they part.
grep -E '^(ptx|cuda) [0-9]+: ' "$results/virtual.log" | sort -u | head -n 60 |
    while read -r kind seed _; do
        seed=${seed%:}
        base=$results/differences/${kind}_$seed
        "$program" --kind "$kind" --print "$seed" >"$base.txt"
        for trace in "" --trace; do
            [ -n "$trace" ] && [ "$kind" = cuda ] && continue
            [ -n "$trace" ] && "$program" --print "$seed" --trace >"$base.traced.ptx"
            for side in real virtual; do
                LD_LIBRARY_PATH=${!side} timeout 60 "$program" --kind "$kind" --seed "$seed" \
                    $trace --dump "$base$trace.$side" >/dev/null 2>&1
            done
            echo "== $kind $seed $trace"
            "$program" --diff "$base$trace.real" "$base$trace.virtual"
        done
    done >"$results/differences/differences.txt" 2>&1
head -n 60 "$results/differences/differences.txt"

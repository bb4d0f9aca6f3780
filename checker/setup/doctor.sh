#!/bin/sh
# What this machine has, one line each, and what to do where something is missing: doctor.sh ROOT.
# `./workbook doctor` runs it before anything is set up or built; it changes nothing.
# Exit code 0 if lessons can be graded here, 1 if something must be done first.
# shellcheck disable=SC2046,SC2005,SC2086 # lists of words, one line
set -u
root=$1
# shellcheck disable=SC2034 # for toolkit.sh
private="$root/.workbook"
here="$root/checker/setup"
have() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" = 0 ]; }
. "$here/packages.sh"
. "$here/toolkit.sh"

exit_code=0
ok() { printf 'ok     %s\n' "$*"; }
note() { printf 'note   %s\n' "$*"; } # lessons can be graded all the same
to_do() {
    printf 'TO DO  %s\n' "$*"
    exit_code=1
}

check_system() {
    system="$(os_release PRETTY_NAME) $(uname -m)"
    case "$(uname -m)" in
    x86_64 | aarch64) ok "system: $system" ;;
    *) to_do "system: $system: the virtual GPU is for x86_64 and aarch64" ;;
    esac
}

check_nvcc() {
    toolkit=""
    if ! nvcc=$(find_nvcc); then
        to_do "CUDA Toolkit: no nvcc on PATH or in /usr/local/cuda/bin. Install the toolkit (13.0 or newer), or: ./workbook setup --with-toolkit"
        return
    fi
    version=$(nvcc_version "$nvcc")
    if [ -z "$version" ]; then
        to_do "CUDA Toolkit: $nvcc does not say its version. Install the toolkit anew, or: ./workbook setup --with-toolkit"
    elif older "$version" 13.0; then
        to_do "CUDA Toolkit: $nvcc is $version, 13.0 or newer is needed. ${CUDACXX:+Unset CUDACXX. }Install a newer toolkit, or: ./workbook setup --with-toolkit"
    else
        ok "CUDA Toolkit: nvcc $version, $nvcc"
        toolkit=$("$nvcc" --dryrun -x cu -c /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
    fi
}

# toolkit_has FILE...: any of them, in one of the folders in which toolkits keep such files.
toolkit_has() {
    for file in "$@"; do
        for folder in include lib lib64 targets/*/include targets/*/lib extras/CUPTI/include extras/CUPTI/lib64; do
            for found in "$toolkit"/$folder/$file; do
                [ ! -e "$found" ] || return 0
            done
        done
    done
    return 1
}

check_toolkit() {
    [ -n "$toolkit" ] || return 0
    missing=""
    toolkit_has cuda_runtime.h || missing="$missing cuda_runtime.h"
    toolkit_has libcudart.so || missing="$missing libcudart.so"
    if [ -n "$missing" ]; then
        to_do "toolkit's files: missing in $toolkit:$missing. Install the whole toolkit, or: ./workbook setup --with-toolkit"
    else
        ok "toolkit's files: headers and the shared runtime"
    fi
    if toolkit_has nvrtc.h && toolkit_has libnvrtc.so; then
        ok "NVRTC: there"
    else
        note "NVRTC: missing; the lesson on it is left out. It comes with the whole CUDA Toolkit"
    fi
    if toolkit_has cublas_v2.h && toolkit_has libcublas.so; then
        ok "cuBLAS: there"
    else
        note "cuBLAS: missing; the lesson on it is left out, and programs with it do not run. It comes with the whole CUDA Toolkit"
    fi
    if toolkit_has cufftXt.h && toolkit_has libcufft.so; then
        ok "cuFFT: there"
    else
        note "cuFFT: missing; programs with it do not run. It comes with the whole CUDA Toolkit"
    fi
    if toolkit_has cupti.h && toolkit_has libcupti.so; then
        ok "CUPTI: there"
    else
        note "CUPTI: missing; on a real GPU less is checked. It comes with the whole CUDA Toolkit"
    fi
}

check_host_compiler() {
    if ! have g++; then
        to_do "host compiler: no g++. $(how_to_install g++)"
        return
    fi
    compiler="g++ $(g++ -dumpfullversion 2>/dev/null)"
    if [ -z "$toolkit" ]; then
        ok "host compiler: $compiler"
        return
    fi
    scratch=$(mktemp -d) || {
        to_do "temporary files: none can be made in ${TMPDIR:-/tmp}. Free some space there, or name another folder in TMPDIR"
        return
    }
    printf '#include <cuda_runtime.h>\n#include <string>\n__global__ void kernel() {}\n' >"$scratch/try.cu"
    if said=$("$nvcc" -std=c++20 --ptx -o "$scratch/try.ptx" "$scratch/try.cu" 2>&1); then
        ok "host compiler: $compiler, and this nvcc takes it"
    else
        newest=$(printf '%s' "$said" | sed -n 's/.*versions later than \([0-9]*\).*/\1/p' | head -n 1)
        if [ -n "$newest" ]; then
            to_do "host compiler: $compiler is too new for nvcc $version. $(how_to_install "g++-$newest"); then: export CUDAHOSTCXX=g++-$newest NVCC_CCBIN=g++-$newest"
        else
            to_do "host compiler: nvcc $version cannot compile with $compiler: $(printf '%s\n' "$said" | head -n 1)"
        fi
    fi
    rm -rf "$scratch"
}

how_to_install() {
    if have apt-get; then
        echo "$(is_root || echo sudo\ )apt-get install $*"
    else
        echo "Install what your distribution calls $*"
    fi
}

check_build_tools() {
    if ! have cmake; then
        to_do "CMake: missing. $(how_to_install cmake)"
    else
        cmake_version=$(cmake --version | awk 'NR == 1 { print $3 }')
        if older "$cmake_version" 3.25; then
            to_do "CMake: $(command -v cmake) is $cmake_version, 3.25 or newer is needed: python3 -m pip install cmake"
        else
            ok "CMake: $cmake_version"
        fi
    fi
    if have ninja; then
        ok "Ninja: $(ninja --version)"
    elif have make; then
        note "Ninja: missing; make is used, which is slower. $(how_to_install ninja-build)"
    else
        to_do "Ninja: missing, and make, too. $(how_to_install ninja-build)"
    fi
    have git && ok "git: there" ||
        note "git: missing; \`./workbook update\` then needs a folder or an archive. $(how_to_install git)"
}

check_libraries() {
    have g++ || return 0
    missing=$(echo $(missing_libraries 2>/dev/null))
    case " $missing " in
    *" catch2 "*)
        old=""
        [ ! -f /usr/include/catch2/catch.hpp ] || old=" (version 2 is, 3 is needed)"
        note "Catch2: not installed$old; CMake will fetch it, which needs a network. Or: ./workbook setup"
        ;;
    *) ok "Catch2: 3 is installed" ;;
    esac
    others=$(echo $(printf '%s\n' $missing | grep -v '^catch2$'))
    if [ -n "$others" ]; then
        to_do "libraries: missing: $others. ./workbook setup, or: $(how_to_install $others)"
    else
        ok "libraries: all there"
    fi
}

# Only `open` and `book` need them, and they install them themselves where they may.
check_page_libraries() {
    have g++ || return 0
    missing=$(echo $(missing_page_libraries 2>/dev/null))
    if [ -n "$missing" ]; then
        note "pages in a browser: \`open\` and \`book\` need $missing. ./workbook setup --with-pages, or: $(how_to_install $missing)"
    else
        ok "pages in a browser: libraries are there"
    fi
}

# A toolkit's programs run on every driver of the same major version of CUDA, and on newer ones.
check_gpu() {
    cards=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null) || cards=""
    if [ -z "$cards" ]; then
        if [ -e /dev/nvidiactl ] || [ -e /dev/nvidia0 ]; then
            note "GPU: there is one, but nvidia-smi does not find it: the driver is not in order. The virtual GPU is used"
        else
            ok "GPU: none; lessons run on the virtual GPU"
        fi
        return
    fi
    printf '%s\n' "$cards" | while IFS= read -r card; do ok "GPU: $card"; done
    driver=$(nvidia-smi 2>/dev/null | sed -n 's/.*CUDA Version: *\([0-9.]*\).*/\1/p' | head -n 1)
    if [ -n "$driver" ] && [ -n "${version:-}" ] && older "${driver%%.*}" "${version%%.*}"; then
        note "driver: it knows CUDA up to $driver, the toolkit is $version: programs will not run on the GPU. Install a newer driver, or a toolkit of CUDA ${driver%%.*}; WORKBOOK_DEVICE=virtual works meanwhile"
    elif [ -n "$driver" ]; then
        ok "driver: knows CUDA up to $driver"
    fi
}

check_sandbox() {
    if ! have bwrap; then
        note "sandbox: no bubblewrap; \`grade\`, which instructors use, wants it. $(how_to_install bubblewrap)"
    elif bwrap --ro-bind / / --unshare-user --unshare-pid --unshare-net true >/dev/null 2>&1; then
        ok "sandbox: bubblewrap works"
    else
        note "sandbox: bubblewrap may not make user namespaces here; \`grade\` will refuse unless told --unsandboxed. An administrator can allow them (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"
    fi
}

check_room() {
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
    if [ "${memory:-0}" -ge 2000 ]; then
        ok "memory: $memory MB available"
    else
        note "memory: ${memory:-unknown} MB available; building the checkers wants 2000. CMAKE_BUILD_PARALLEL_LEVEL=1 needs less"
    fi
    room=$(df -Pm "$root" 2>/dev/null | awk 'NR == 2 { print $4 }')
    if [ "${room:-0}" -ge 1000 ]; then
        ok "disk: $room MB free"
    elif [ -d "$root/build/learner" ] && [ "${room:-0}" -ge 100 ]; then
        note "disk: $room MB free, which is little"
    else
        to_do "disk: ${room:-unknown} MB free in $root, a build takes 1000. Free some"
    fi
    if [ -w "$root" ]; then
        ok "folder: $root can be written"
    else
        to_do "folder: $root cannot be written: make it yours, or copy the workbook to where you may write"
    fi
}

check_locale() {
    charmap=$(locale charmap 2>/dev/null) || charmap=""
    if [ "$charmap" = UTF-8 ]; then
        ok "locale: UTF-8"
    else
        note "locale: ${charmap:-unknown}; some signs in texts may look odd. export LC_ALL=C.UTF-8"
    fi
}

check_system
check_nvcc
check_toolkit
check_host_compiler
check_build_tools
check_libraries
check_page_libraries
check_gpu
check_sandbox
check_room
check_locale
if [ $exit_code = 0 ]; then
    echo "Lessons can be graded here."
else
    echo "Something is to be done before lessons can be graded here."
fi
exit $exit_code

# Part of setup.sh: finds nvcc, or puts a CUDA Toolkit into .workbook/toolkit from NVIDIA's wheels on the
# Python package index: the compiler, the runtime, CUPTI, NVRTC and cuRAND's headers, 262 MB to fetch,
# 430 MB on disk.
# shellcheck shell=sh disable=SC2154 # setup.sh and doctor.sh set what is not set here
toolkit_wheels="nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88
    nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 nvidia-cuda-cupti==13.0.85
    nvidia-curand==10.4.0.35 nvidia-cuda-nvrtc==13.0.88"

# older VERSION THAN
older() { [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

nvcc_version() { "$1" --version 2>/dev/null </dev/null | sed -n 's/.*, V\([0-9.]*\).*/\1/p'; }

is_new_enough() {
    version=$(nvcc_version "$1")
    [ -n "$version" ] && ! older "$version" 13.0
}

# In the order in which CMake looks (checker/cmake/WorkbookCuda.cmake). The tests name another usual place.
nvcc_candidates() {
    if [ -n "${CUDACXX:-}" ] && [ -x "$CUDACXX" ]; then
        printf '%s\n' "$CUDACXX"
        return
    fi
    printf '%s:' "$PATH" | tr ':' '\n' | sed 's,$,/nvcc,'
    printf '%s\n' "${WORKBOOK_USUAL_NVCC:-/usr/local/cuda/bin/nvcc}" "$private/toolkit/bin/nvcc"
}

# Prints the first nvcc that is new enough; if none is, the first one.
find_nvcc() {
    nvcc_candidates | {
        first=""
        while IFS= read -r candidate; do
            [ -f "$candidate" ] && [ -x "$candidate" ] || continue
            [ -n "$first" ] || first=$candidate
            if is_new_enough "$candidate"; then
                first=$candidate
                break
            fi
        done
        [ -n "$first" ] && printf '%s\n' "$first"
    }
}

find_or_fetch_nvcc() {
    if nvcc=$(find_nvcc); then
        ! is_new_enough "$nvcc" || return 0
        trouble="$nvcc is $(nvcc_version "$nvcc"); 13.0 or newer is needed"
        [ "$nvcc" != "${CUDACXX:-}" ] ||
            fail "CUDACXX names an nvcc that is too old: $trouble. Name another one, or unset CUDACXX."
    else
        trouble="nvcc was not found on PATH or in /usr/local/cuda/bin"
    fi
    if [ "$with_toolkit" = ask ] && [ -t 0 ] && [ -t 1 ]; then
        printf '%s' "workbook: $trouble. Fetch a private CUDA Toolkit (262 MB) into .workbook/? [Y/n] "
        read -r answer
        case "$answer" in [nN]*) with_toolkit=no ;; *) with_toolkit=yes ;; esac
    fi
    if [ "$with_toolkit" != yes ]; then
        fail "$trouble. Either install the CUDA Toolkit (13.0 or newer), or let the workbook fetch a private copy: ./workbook setup --with-toolkit"
    fi
    fetch_toolkit
    nvcc=$(find_nvcc) && is_new_enough "$nvcc" ||
        fail "the fetched toolkit has no nvcc that runs; remove $private/toolkit and try again"
}

# A pip that can install into a folder: the system's, or that of a private environment.
find_pip() {
    if ! have python3; then
        is_root && have apt-get || fail "fetching the toolkit needs python3 with pip; install them: python3 python3-venv"
        say "installing python3 and its venv"
        apt_quietly install --no-install-recommends python3 python3-venv ca-certificates ||
            fail "apt-get could not install them; its log: $private/apt.log"
    fi
    python=python3
    "$python" -m pip --version >/dev/null 2>&1 && return
    python="$private/python/bin/python3"
    [ -x "$python" ] && "$python" -m pip --version >/dev/null 2>&1 && return
    if ! python3 -m venv "$private/python" >/dev/null 2>&1; then
        is_root && have apt-get || fail "python3 has neither pip nor venv; install one: python3-venv"
        say "installing python3's venv"
        apt_quietly install --no-install-recommends python3-venv ca-certificates ||
            fail "apt-get could not install it; its log: $private/apt.log"
        python3 -m venv "$private/python" || fail "python3 -m venv $private/python failed"
    fi
}

fetch_toolkit() {
    find_pip
    say "fetching the CUDA compiler, runtime and CUPTI into .workbook/toolkit"
    rm -rf "$private/wheels" "$private/toolkit"
    # shellcheck disable=SC2086 # one word per wheel
    "$python" -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore \
        --target "$private/wheels" $toolkit_wheels ||
        fail "the wheels could not be fetched. Install the CUDA Toolkit (13.0 or newer) instead."
    mv "$private/wheels/nvidia/cu13" "$private/toolkit"
    rm -rf "$private/wheels"
    # Large and not needed: of cuRAND lessons use the headers alone; a second NVRTC is for old systems.
    rm -f "$private"/toolkit/lib/libcurand.so.* "$private"/toolkit/lib/libnvrtc*.alt.so.*
    # The wheels hold libraries for running, not for linking: give them their plain names.
    for library in "$private"/toolkit/lib/*.so.*; do
        name=$(basename "$library")
        ln -sf "$name" "$private/toolkit/lib/${name%%.so.*}.so"
    done
    ln -sfn lib "$private/toolkit/lib64"
    chmod +x "$private"/toolkit/bin/* "$private"/toolkit/nvvm/bin/* 2>/dev/null || true
}

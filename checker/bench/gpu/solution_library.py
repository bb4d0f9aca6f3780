"""Solutions of lessons as shared libraries, callable from Python with device pointers."""

import ctypes
import functools
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="bench_gpu_"))

# As CMake builds a lesson where a GPU is (checker/cmake), and as a library.
FLAGS = ["-std=c++20", "-O2", "-lineinfo", "--extended-lambda", "-cudart", "shared", "-shared", "-Xcompiler", "-fPIC"]


def architecture(lesson):
    """For one kind of GPU alone where the list of lessons says so ("90a"), else for this machine's."""
    entry = (ROOT / "exercises/CMakeLists.txt").read_text(encoding="utf-8").partition(f"/{lesson}\n")[2]
    needed = re.search(r"\bARCHITECTURE (\w+)", entry.partition("workbook_add_lesson")[0])
    is_one_kind = needed and needed[1].endswith("a")
    return f"-gencode=arch=compute_{needed[1]},code=sm_{needed[1]}" if is_one_kind else "-arch=native"


def nvcc(output, *arguments):
    command = ["nvcc", *FLAGS, "-o", str(output), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


@functools.cache  # asked for at each call that is timed
def exercise(lesson):
    """Its folder, by the lesson's name or its beginning ("08")."""
    folder, = (ROOT / "exercises").glob(f"*/{lesson}*")
    return folder


@functools.cache
def solution(lesson):
    folder = exercise(lesson)
    return ROOT / "solutions" / folder.parent.name / folder.name / f"{folder.name.partition('_')[2]}.cu"


@functools.cache
def further(lesson):
    """The second solution, which is for speed; few lessons have it."""
    return solution(lesson).with_name("further.cu")


def compile_lesson(lesson, source):
    """The library of one of a lesson's solutions."""
    folder, checker = exercise(lesson), ROOT / "checker"
    library = SCRATCH / f"{folder.name}_{source.stem}.so"
    sources = [source]
    if (folder / "probe.cu").exists():
        sources = [f'-DWORKBOOK_LESSON_FILE="{source}"', folder / "probe.cu"]
    if (folder / "given.cu").exists():
        sources.append(folder / "given.cu")
    nvcc(library, architecture(folder.name), f"-I{folder}", f"-I{checker}", *sources, checker / "learner" / "cuda_check.cpp")
    return library


def compile_vendor():
    library = SCRATCH / "vendor.so"
    nvcc(library, "-arch=native", pathlib.Path(__file__).with_name("vendor.cu"))
    return library


def compile_sparse():
    library = SCRATCH / "vendor_sparse.so"
    nvcc(library, "-arch=native", pathlib.Path(__file__).with_name("vendor_sparse.cu"), "-lcusparse")
    return library


class Library:
    """Its functions by their C++ names: library.hypot_on_device(a, b, out, count)."""

    def __init__(self, path):
        self._library = ctypes.CDLL(str(path))
        self._mangled = {}
        for demangle in ([], ["-C"]):
            names = subprocess.run(["nm", "-D", "--defined-only", *demangle, str(path)],
                                   capture_output=True, text=True, check=True).stdout.splitlines()
            self._mangled[bool(demangle)] = [line.split(" ", 2)[2] for line in names]

    @functools.cache
    def _function(self, name):
        found = [mangled for mangled, plain in zip(self._mangled[False], self._mangled[True])
                 if plain.split("(")[0] == name]
        assert len(found) == 1, f"{name}: {found}"
        function = self._library[found[0]]
        function.restype = None
        return function

    def __getattr__(self, name):
        function = self._function(name)
        return lambda *arguments: function(*map(_as_c, arguments))


def _as_c(value):
    """Arrays as their pointers; Python's int as 64 bits, its float as `float`; ctypes as they are."""
    if hasattr(value, "data") and hasattr(value.data, "ptr"):  # CuPy
        return ctypes.c_void_p(value.data.ptr)
    if hasattr(value, "ctypes"):  # NumPy
        return ctypes.c_void_p(value.ctypes.data)
    if isinstance(value, float):
        return ctypes.c_float(value)
    if isinstance(value, int):
        return ctypes.c_int64(value)
    return value

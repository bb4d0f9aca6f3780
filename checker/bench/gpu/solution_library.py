"""Solutions of lessons as shared libraries, callable from Python with device pointers."""

import ctypes
import functools
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="bench_gpu_"))

# As CMake builds a lesson where a GPU is (checker/cmake), and as a library.
FLAGS = ["-std=c++20", "-O2", "-lineinfo", "-arch=native", "--extended-lambda", "-cudart", "shared",
         "-shared", "-Xcompiler", "-fPIC"]


def nvcc(output, *arguments):
    command = ["nvcc", *FLAGS, "-o", str(output), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def compile_lesson(lesson):
    """The library of a lesson's solution, by the lesson's name or its beginning ("08")."""
    exercise, = (ROOT / "exercises").glob(f"*/{lesson}*")
    solution, = (ROOT / "solutions" / exercise.parent.name / exercise.name).glob("*.cu")
    library = SCRATCH / f"{exercise.name}.so"
    checker = ROOT / "checker"
    source = [solution]
    if (exercise / "probe.cu").exists():
        source = [f'-DWORKBOOK_LESSON_FILE="{solution}"', exercise / "probe.cu"]
    if (exercise / "given.cu").exists():
        source.append(exercise / "given.cu")
    nvcc(library, f"-I{exercise}", f"-I{checker}", *source, checker / "learner" / "cuda_check.cpp")
    return library


def compile_vendor():
    library = SCRATCH / "vendor.so"
    nvcc(library, pathlib.Path(__file__).with_name("vendor.cu"))
    return library


def compile_sparse():
    library = SCRATCH / "vendor_sparse.so"
    nvcc(library, pathlib.Path(__file__).with_name("vendor_sparse.cu"), "-lcusparse")
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

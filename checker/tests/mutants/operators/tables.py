"""What the operators put in the place of what: names and signs alone."""

RELATIONS = {"<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
             "==": ["!=", "<=", ">="], "!=": ["==", "<", ">"]}

ARITHMETIC = {"+": ["-", "*"], "-": ["+", "*"], "*": ["+", "/"], "/": ["*", "%"], "%": ["/", "*"],
              "<<": [">>"], ">>": ["<<"], "&": ["|", "^"], "|": ["&", "^"], "^": ["&", "|"],
              "&&": ["||"], "||": ["&&"]}

ASSIGNMENTS = {"+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/=", "="], "/=": ["*=", "="],
               "++": ["--"], "--": ["++"]}

# Narrower, of the other sign, of the other kind. One that is wider changes nothing but float.
TYPES = {
    "int": ["short", "unsigned"],
    "unsigned": ["unsigned short", "int"],
    "unsigned int": ["unsigned short", "int"],
    "long long": ["int"],
    "unsigned long long": ["unsigned", "double"],
    "float": ["double", "int"],
    "double": ["float", "int"],
    "size_t": ["int"],
    "ptrdiff_t": ["int"],
    "int64_t": ["std::int32_t", "double"],
    "uint64_t": ["std::uint32_t", "double"],
    "uint32_t": ["std::uint16_t"],
    "int32_t": ["std::int16_t"],
    "int16_t": ["std::int8_t", "std::uint16_t"],
    "uint8_t": ["std::int8_t"],
    "dim3": ["int"],
}

# The order of their arguments says nothing.
SYMMETRIC = ("min", "max", "fminf", "fmaxf", "swap")

FUNCTIONS = {
    "fmaxf": ["fminf"], "fminf": ["fmaxf"], "max": ["min"], "min": ["max"], "std::max": ["std::min"],
    "std::min": ["std::max"], "sqrtf": ["rsqrtf"], "cosf": ["sinf"], "sinf": ["cosf"], "expf": ["exp2f", "logf"],
    "tanhf": ["tanf"], "cospif": ["cosf", "sinpif"], "floorf": ["ceilf", "truncf"], "isinf": ["isnan", "isfinite"],
    "isnan": ["isinf", "isfinite"], "std::signbit": ["!std::signbit"], "std::bit_floor": ["std::bit_ceil"],
    "std::bit_ceil": ["std::bit_floor"], "atomicAdd": ["atomicSub", "atomicMax", "atomicExch", "atomicAdd_block"],
    "atomicCAS": ["atomicCAS_block"], "__syncthreads": ["__syncwarp"],
    "__uint_as_float": ["static_cast<float>"], "__float_as_uint": ["static_cast<unsigned>"],
    "cudaMalloc": ["cudaMallocHost"], "cudaMallocManaged": ["cudaMalloc"],
    "cudaFree": ["cudaFreeHost", "std::free"], "cudaGetLastError": ["cudaPeekAtLastError"],
    "cudaPeekAtLastError": ["cudaGetLastError"], "cudaStreamSynchronize": ["cudaStreamQuery"],
    "cudaEventSynchronize": ["cudaEventQuery"], "cudaDeviceSynchronize": ["cudaGetLastError"],
    "curand_uniform": ["curand_normal"], "curand_uniform4": ["curand_normal4"],
    "starts_with": ["ends_with"], "find_first_not_of": ["find_first_of"],
}

# Constants and members that are taken for each other.
NAMES = {
    "cudaMemcpyHostToDevice": ["cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"],
    "cudaMemcpyDeviceToHost": ["cudaMemcpyHostToDevice", "cudaMemcpyDeviceToDevice"],
    "cudaMemcpyDeviceToDevice": ["cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost"],
    "cudaDevAttrComputeCapabilityMajor": ["cudaDevAttrComputeCapabilityMinor"],
    "cudaDevAttrComputeCapabilityMinor": ["cudaDevAttrComputeCapabilityMajor"],
    "cudaDevAttrMultiProcessorCount": ["cudaDevAttrMaxThreadsPerBlock"],
    "cudaMemLocationTypeDevice": ["cudaMemLocationTypeHost"],
    "cudaMemLocationTypeHost": ["cudaMemLocationTypeDevice"],
    "cudaEventDisableTiming": ["cudaEventDefault"],
    "threadIdx": ["blockIdx"], "blockIdx": ["threadIdx"], "blockDim": ["gridDim"], "gridDim": ["blockDim"],
    "totalGlobalMem": ["sharedMemPerBlock"], "maxThreadsPerBlock": ["numRegs"],
}

MEMBERS = {"x": ["y"], "y": ["x"], "z": ["w"], "w": ["z"]}

# Words of names: one with the first becomes one with the second, if the file has such a name.
WORDS = [("row", "column"), ("rows", "columns"), ("width", "height"), ("x", "y"), ("x", "column"), ("input", "output"),
         ("in", "out"), ("from", "to"), ("first", "second"), ("low", "high"), ("start", "stop"), ("begin", "end"),
         ("left", "right"), ("major", "minor"), ("read", "written"), ("shorter", "longer"), ("holder", "challenger"),
         ("noise", "pulses"), ("grey", "weights"), ("blocks", "threads"), ("block", "grid"), ("begin", "computed"),
         ("value", "position"), ("found", "seen"), ("shape", "strides"), ("kernel", "in"), ("kernel", "out")]

# Which argument of a call is its size, counted from 0.
SIZES = {"cudaMalloc": [1], "cudaMallocAsync": [1], "cudaMallocManaged": [1], "cudaMemcpy": [2],
         "cudaMemcpyAsync": [2], "cudaMemset": [2], "cudaMemsetAsync": [2], "cudaMemcpy2D": [1, 3, 4, 5],
         "cudaMemcpyToSymbol": [2], "prefetch": [1]}

# What a deleted statement was.
KINDS = [("barrier", ("__syncthreads", "__syncwarp")),
         ("wait", ("Synchronize", "cudaStreamWaitEvent", "cudaEventRecord")),
         ("free", ("cudaFree", "Destroy", "Unload")),
         ("copy", ("cudaMemcpy", "cudaMemset", "prefetch")),
         ("atomic", ("atomic",)),
         ("launch", ("<<<",)),
         ("error check", ("cudaGetLastError",))]

# The qualifiers whose absence changes what a program does.
QUALIFIERS = ("__shared__", "volatile", "static", "noexcept", "explicit", "extern", "__host__", "constexpr")

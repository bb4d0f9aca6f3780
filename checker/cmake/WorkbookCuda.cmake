# Finds nvcc and enables CUDA. Lessons are compiled once, for one virtual architecture: the PTX is
# what the virtual GPU executes, and leaving out ptxas is what makes the compilation quick. On a
# machine with a GPU its machine code is added.
include_guard(GLOBAL)

if(NOT CMAKE_CUDA_COMPILER AND "$ENV{CUDACXX}" STREQUAL "")
    # On PATH, in the usual place, or in the private folder that `./workbook setup` fills.
    if(NOT DEFINED WORKBOOK_NVCC_PLACES)
        set(WORKBOOK_NVCC_PLACES /usr/local/cuda/bin "${PROJECT_SOURCE_DIR}/.workbook/toolkit/bin")
    endif()
    function(workbook_is_new_enough result nvcc)
        execute_process(COMMAND "${nvcc}" --version OUTPUT_VARIABLE text ERROR_QUIET)
        if(NOT text MATCHES ", V([0-9.]+)" OR CMAKE_MATCH_1 VERSION_LESS 13.0)
            set(${result} FALSE PARENT_SCOPE)
        endif()
    endfunction()
    find_program(WORKBOOK_NVCC nvcc PATHS ${WORKBOOK_NVCC_PLACES} NO_CMAKE_SYSTEM_PATH
        VALIDATOR workbook_is_new_enough)
    if(NOT WORKBOOK_NVCC)
        message(FATAL_ERROR
            "nvcc was not found: neither on PATH nor in /usr/local/cuda/bin is one of CUDA 13.0 or "
            "newer. Install the CUDA Toolkit, name its compiler in the environment variable CUDACXX, "
            "or let `./workbook setup --with-toolkit` fetch a private copy.")
    endif()
    set(CMAKE_CUDA_COMPILER "${WORKBOOK_NVCC}")
endif()

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80-virtual)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
        OUTPUT_VARIABLE capabilities ERROR_QUIET RESULT_VARIABLE failed)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" capabilities "${capabilities}")
    if(failed STREQUAL "0" AND capabilities)
        list(REMOVE_DUPLICATES capabilities)
        foreach(capability IN LISTS capabilities)
            string(REPLACE "." "" number "${capability}")
            list(APPEND CMAKE_CUDA_ARCHITECTURES "${number}-real")
        endforeach()
    endif()
    set(CMAKE_CUDA_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}" CACHE STRING
        "Targets of the lessons: PTX for the virtual GPU, machine code for each GPU found")
endif()

# The shared runtime, so that the loader can put the virtual GPU in its place.
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
set(CMAKE_CUDA_FLAGS_RELWITHDEBINFO "-O2 -g" CACHE STRING "Without NDEBUG: a student's assert stays")
enable_language(CUDA)

# CMake 3.25 does not know yet how nvcc is told of C++20.
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)

# Where NVIDIA's libcudart.so lies, what a learner program gets on a real GPU; and the headers, for the
# virtual GPU's own.
find_library(WORKBOOK_CUDART cudart PATHS ${CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES} NO_DEFAULT_PATH)
get_filename_component(WORKBOOK_CUDA_LIBRARIES "${WORKBOOK_CUDART}" DIRECTORY)
set(WORKBOOK_TOOLKIT_DIR "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}")
find_path(WORKBOOK_CUDA_INCLUDE_DIR cuda_runtime_api.h
    PATHS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} NO_DEFAULT_PATH)

# find_package(CUDAToolkit) would define this too, but that of CMake 3.25 stops with an error at a toolkit
# without NVTX.
if(NOT TARGET CUDA::cudart)
    add_library(CUDA::cudart SHARED IMPORTED GLOBAL)
    set_target_properties(CUDA::cudart PROPERTIES
        IMPORTED_LOCATION "${WORKBOOK_CUDART}"
        INTERFACE_INCLUDE_DIRECTORIES "${WORKBOOK_CUDA_INCLUDE_DIR}")
endif()

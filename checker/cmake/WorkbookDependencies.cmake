# The libraries that the workbook needs. Found where the system has them; Catch2, which older
# distributions lack in version 3, is otherwise fetched at a pinned release.
include_guard(GLOBAL)

set(WORKBOOK_CATCH2_URL
    "https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz"
    CACHE STRING "Where Catch2 is fetched from if it is not installed")
set(WORKBOOK_CATCH2_SHA256 "c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c")

find_package(Threads REQUIRED)
find_package(Catch2 3 QUIET)
if(NOT Catch2_FOUND)
    include(FetchContent)
    set(archive "${CMAKE_BINARY_DIR}/_deps/catch2-3.7.1.tar.gz")
    if(NOT EXISTS "${archive}")
        message(STATUS "Catch2 3 is not installed; fetching release 3.7.1")
        file(DOWNLOAD "${WORKBOOK_CATCH2_URL}" "${archive}.part" STATUS status TIMEOUT 120)
        list(GET status 0 code)
        if(NOT code EQUAL 0)
            list(GET status 1 reason)
            file(REMOVE "${archive}.part")
            message(FATAL_ERROR
                "Catch2 3 is not installed and could not be fetched (${reason}). "
                "Install it: `./workbook setup` does that, or your distribution's package "
                "`catch2` in version 3 or newer (Debian 12: from bookworm-backports).")
        endif()
        file(RENAME "${archive}.part" "${archive}")
    endif()
    FetchContent_Declare(Catch2 URL "${archive}" URL_HASH SHA256=${WORKBOOK_CATCH2_SHA256}
        DOWNLOAD_EXTRACT_TIMESTAMP TRUE)
    FetchContent_MakeAvailable(Catch2)
endif()

# The command line tool's libraries and the decoders of compressed GPU code. One message for all that
# is missing, not one a run.
set(missing "")
find_package(nlohmann_json 3.10 QUIET)
if(NOT nlohmann_json_FOUND)
    list(APPEND missing nlohmann-json3-dev)
endif()
find_package(fmt QUIET)
if(NOT fmt_FOUND)
    list(APPEND missing libfmt-dev)
endif()
find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
    list(APPEND missing libcli11-dev)
endif()
find_path(WORKBOOK_ZSTD_HEADER zstd.h)
if(NOT WORKBOOK_ZSTD_HEADER)
    list(APPEND missing libzstd-dev)
endif()
find_path(WORKBOOK_LZ4_HEADER lz4.h)
if(NOT WORKBOOK_LZ4_HEADER)
    list(APPEND missing liblz4-dev)
endif()
# Messages name lines of host code with it. A machine without it has messages without these lines.
find_path(WORKBOOK_DW_INCLUDE_DIR elfutils/libdw.h)
find_library(WORKBOOK_DW_LIBRARY dw)
if(NOT WORKBOOK_DW_INCLUDE_DIR OR NOT WORKBOOK_DW_LIBRARY)
    set(WORKBOOK_DW_LIBRARY "")
    message(STATUS "libdw-dev is not installed: messages will not name lines of host code")
endif()
if(missing)
    list(JOIN missing " " missing)
    message(FATAL_ERROR
        "Missing libraries. Run `./workbook setup`, or install the packages (Debian and Ubuntu "
        "names): ${missing}")
endif()

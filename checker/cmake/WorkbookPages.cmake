# The libraries of the pages in a browser (`open`, `book`): cpp-httplib and cmark-gfm. Lessons are graded
# without them, so they are not asked of every machine. WORKBOOK_PAGES says whether they are there;
# workbook_pages_libraries is what to link then, workbook_server_libraries what a server needs besides.
include_guard(GLOBAL)

set(pages_missing "")
find_path(WORKBOOK_HTTPLIB_HEADER httplib.h)
find_library(WORKBOOK_HTTPLIB_LIBRARY cpp-httplib) # none where it is a header alone
if(NOT WORKBOOK_HTTPLIB_HEADER)
    list(APPEND pages_missing libcpp-httplib-dev)
endif()
find_path(WORKBOOK_CMARK_HEADER cmark-gfm.h)
find_library(WORKBOOK_CMARK_LIBRARY cmark-gfm)
if(NOT WORKBOOK_CMARK_HEADER OR NOT WORKBOOK_CMARK_LIBRARY)
    list(APPEND pages_missing libcmark-gfm-dev)
endif()
find_path(WORKBOOK_CMARK_EXTENSIONS_HEADER cmark-gfm-core-extensions.h)
find_library(WORKBOOK_CMARK_EXTENSIONS_LIBRARY cmark-gfm-extensions)
if(NOT WORKBOOK_CMARK_EXTENSIONS_HEADER OR NOT WORKBOOK_CMARK_EXTENSIONS_LIBRARY)
    list(APPEND pages_missing libcmark-gfm-extensions-dev)
endif()
list(JOIN pages_missing " " pages_missing)
if(pages_missing)
    set(WORKBOOK_PAGES OFF CACHE INTERNAL "Whether pages in a browser can be built")
    if(WORKBOOK_BUILD_TESTS AND NOT WORKBOOK_SANITIZE)
        message(FATAL_ERROR
            "Missing libraries of the pages in a browser. Run `./workbook setup --with-tests`, or install the "
            "packages (Debian and Ubuntu names): ${pages_missing}")
    endif()
    message(STATUS "No pages in a browser (`workbook open`, `workbook book`): `./workbook setup --with-pages` installs ${pages_missing}")
    return()
endif()
set(WORKBOOK_PAGES ON CACHE INTERNAL "Whether pages in a browser can be built")

add_library(workbook_pages_libraries INTERFACE)
target_include_directories(workbook_pages_libraries SYSTEM INTERFACE
    "${WORKBOOK_CMARK_HEADER}" "${WORKBOOK_CMARK_EXTENSIONS_HEADER}")
target_link_libraries(workbook_pages_libraries INTERFACE
    "${WORKBOOK_CMARK_EXTENSIONS_LIBRARY}" "${WORKBOOK_CMARK_LIBRARY}")

add_library(workbook_server_libraries INTERFACE)
target_include_directories(workbook_server_libraries SYSTEM INTERFACE "${WORKBOOK_HTTPLIB_HEADER}")
target_link_libraries(workbook_server_libraries INTERFACE Threads::Threads)
if(WORKBOOK_HTTPLIB_LIBRARY)
    target_link_libraries(workbook_server_libraries INTERFACE "${WORKBOOK_HTTPLIB_LIBRARY}")
    # Its classes look as they did to the compiler that built it: what was defined then is in its .pc file.
    get_filename_component(folder "${WORKBOOK_HTTPLIB_LIBRARY}" DIRECTORY)
    set(flags "")
    if(EXISTS "${folder}/pkgconfig/cpp-httplib.pc")
        file(STRINGS "${folder}/pkgconfig/cpp-httplib.pc" flags REGEX "^Cflags:")
    endif()
    string(REGEX MATCHALL "-D[A-Za-z0-9_=]+" flags "${flags}")
    target_compile_options(workbook_server_libraries INTERFACE ${flags})
endif()
# What is linked with these is exported (checker/tests/course).
set_property(GLOBAL APPEND PROPERTY WORKBOOK_LIBRARIES workbook_pages_libraries workbook_server_libraries)

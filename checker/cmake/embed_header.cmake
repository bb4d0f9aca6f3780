# cmake -DHEADER=NAME.hpp -DOUTPUT=header.cpp -P embed_header.cmake
# Writes a source file by which a check program knows the text of its lesson's header, and from it the names
# of the parameters (harness/parameters.hpp).
file(READ "${HEADER}" text)
file(WRITE "${OUTPUT}" "// Written by embed_header.cmake.
#include \"harness/parameters.hpp\"

static const bool declared = workbook::declare_lesson(R\"header(${text})header\");
")

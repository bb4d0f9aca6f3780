# cmake -DTEXTS=a.css,b.js -DNAMESPACE=workbook::cli::assets -DOUTPUT=assets.cpp -P embed_texts.cmake
# Writes a source file with the texts as they are, and the SHA-256 of each: a_css, a_css_sha256, b_js, ...
string(REPLACE "," ";" texts "${TEXTS}")
set(source "// Written by embed_texts.cmake.\n#include <string_view>\n\nnamespace ${NAMESPACE} {\n")
foreach(text IN LISTS texts)
    get_filename_component(name "${text}" NAME)
    string(MAKE_C_IDENTIFIER "${name}" name)
    file(READ "${text}" content)
    file(SHA256 "${text}" hash)
    string(APPEND source "extern const std::string_view ${name}, ${name}_sha256;\n"
        "const std::string_view ${name} = R\"asset(${content})asset\";\n"
        "const std::string_view ${name}_sha256 = \"${hash}\";\n")
endforeach()
file(WRITE "${OUTPUT}" "${source}} // namespace ${NAMESPACE}\n")

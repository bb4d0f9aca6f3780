// generate_instruction_reference FILE: writes docs/reference/instructions.md.
#include "coverage.hpp"

#include <fstream>
#include <iostream>

int main(int count, char** arguments) {
    if (count != 2 || arguments[1][0] == '-') {
        std::cerr << "usage: generate_instruction_reference FILE\n";
        return 2;
    }
    std::string error;
    const auto files = ptxtest::read_folder(WORKBOOK_INSTRUCTION_FILES, error);
    if (!files) {
        std::cerr << error << "\n";
        return 1;
    }
    std::ofstream file(arguments[1]);
    file << vgpu::isa::reference_text(ptxtest::coverage_of(*files));
    file.close();
    if (file) return 0;
    std::cerr << arguments[1] << ": cannot be written\n";
    return 1;
}

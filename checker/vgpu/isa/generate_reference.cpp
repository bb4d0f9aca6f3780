// generate_instruction_reference FILE: writes docs/reference/instructions.md.
#include "vgpu/isa/reference.hpp"

#include <fstream>
#include <iostream>

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: generate_instruction_reference FILE\n";
        return 2;
    }
    std::ofstream file(arguments[1]);
    file << vgpu::isa::reference_text();
    file.close();
    if (file) return 0;
    std::cerr << arguments[1] << ": cannot be written\n";
    return 1;
}

// resolve_ptx FILES: looks every instruction of PTX files up in the instruction table and says
// which of them the virtual GPU would refuse, each once with the number of its places.
//
// Exit code: 0 all resolve, 1 some do not, 2 a file cannot be read.
#include "vgpu/isa/table.hpp"
#include "vgpu/ptx/parser.hpp"

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>

int main(int count, char** arguments) {
    std::map<std::string, int> refusals;
    int instructions = 0;
    for (int i = 1; i < count; ++i) {
        std::ifstream file(arguments[i]);
        std::ostringstream text;
        text << file.rdbuf();
        const auto module = vgpu::ptx::parse(text.str());
        if (!file || !module) {
            fmt::print("{}: {}\n", arguments[i], file ? module.error().message : "cannot be read");
            return 2;
        }
        for (const auto& function : module->functions)
            for (const auto& source : function.body) {
                vgpu::isa::Instruction instruction;
                ++instructions;
                if (const auto error = vgpu::isa::match(function, source, instruction))
                    ++refusals[error->message];
            }
    }
    for (const auto& [message, places] : refusals) fmt::print("{} times: {}\n", places, message);
    fmt::print("{} instructions, {} refusals\n", instructions, refusals.size());
    return refusals.empty() ? 0 : 1;
}

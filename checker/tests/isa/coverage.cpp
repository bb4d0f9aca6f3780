#include "coverage.hpp"

#include "vgpu/ptx/parser.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ptxtest {

std::optional<std::vector<File>> read_folder(const std::string& folder, std::string& error) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".ptxtest") paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    std::vector<File> files;
    for (const auto& path : paths) {
        auto file = read(path, error);
        if (!file) return std::nullopt;
        files.push_back(std::move(*file));
    }
    return files;
}

std::string function_text(const Form& form) {
    return fmt::format(".version 9.0\n.target sm_{}\n.address_size 64\n.visible .func f()\n{{\n"
                       "    .reg .b32 %_lane;\n{}    {}{}\n}}\n",
                       form.needs, register_declarations(form), form.text,
                       form.text.starts_with('{') ? "" : ";");
}

vgpu::isa::Coverage coverage_of(std::span<const File> files) {
    vgpu::isa::Coverage coverage;
    for (const auto& file : files)
        for (const auto& form : file.forms) {
            const auto module = vgpu::ptx::parse(function_text(form));
            if (!module || form.lines.empty()) continue;
            const auto& function = module->functions.front();
            for (const auto& source : function.body) {
                vgpu::isa::Instruction instruction;
                if (!vgpu::isa::match(function, source, instruction))
                    coverage[instruction.row].insert(
                        std::filesystem::path(file.path).stem().string());
            }
        }
    return coverage;
}

} // namespace ptxtest

#include "vgpu/runtime/modules.hpp"

#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/fatbin/image.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "vgpu/runtime/source_line.hpp"
#include "wire/source_files.hpp"
#include "wire/text_hash.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vgpu::runtime {
namespace {

// The module as another device has it.
std::optional<exec::VariablesOf> loaded_elsewhere(const Module& module, int than) {
    for (int device = 0; device < static_cast<int>(exec::most_devices); ++device)
        if (device != than && module.on(device).is_loaded)
            return exec::VariablesOf{.module = module.on(device).id};
    return std::nullopt;
}

std::string too_new(const fatbin::Ptx& unit, const DeviceModel& model) {
    const auto version = [](std::uint32_t architecture) {
        return fmt::format("{}.{}", architecture / 10, architecture % 10);
    };
    std::string text = fmt::format("its PTX is for compute capability {}, and the virtual GPU "
                                   "stands for one of {} (profile {}): "
                                   "rebuild it with -arch=compute_{}",
                                   version(unit.architecture), version(model.architecture),
                                   model.profile, model.architecture);
    for (const std::string_view profile : profile_names())
        if (find_model(profile)->architecture >= unit.architecture)
            return fmt::format("{}, or run it with WORKBOOK_PROFILE={}", text, profile);
    return text;
}

Expected<exec::ModuleId> load_units(const std::vector<fatbin::Ptx>& units, const std::string& name,
                                    exec::Device& device,
                                    std::optional<exec::VariablesOf> variables_of, int owner) {
    std::vector<std::string> names;
    for (std::size_t index = 0; index < units.size(); ++index)
        names.push_back(units.size() == 1 ? name : fmt::format("unit {} of {}", index + 1, name));
    std::vector<exec::NamedPtx> named;
    for (std::size_t index = 0; index < units.size(); ++index)
        named.push_back({names[index], units[index].text});
    return device.load_linked(named, name, variables_of, static_cast<std::uint32_t>(owner));
}

// What is wrong with the PTX, and where in the program's source.
std::string describe(const Diagnostic& error, const std::vector<fatbin::Ptx>& units) {
    if (error.position.line <= 0 || error.unit >= units.size()) return error.message;
    if (const auto place = source_of_line(units[error.unit].text, error.position.line))
        return fmt::format("{} (in {}:{})", error.message, workbook::wire::file_name(place->file),
                           place->line);
    return fmt::format(
        "{} (line {} of its PTX; compile with -lineinfo to see the line of the source)",
        error.message, error.position.line);
}

void unload_from(exec::Device& device, const ModuleOnDevice& there) {
    for (const exec::ModuleId part : there.parts) device.unload(part);
    device.unload(there.id);
}

void place_variables(Module& module, exec::Device& device, int on) {
    for (Variable& variable : module.variables) {
        const auto placed = device.find_variable(module.on(on).id, variable.name);
        if (!placed) continue; // nvcc registers some that the PTX does not have (unused ones)
        variable.on(on).address = placed->address;
        if (variable.managed_slot != 0) host_program().put(variable.managed_slot, placed->address);
    }
}

} // namespace

fatbin::ReadMemory memory_of_program() {
    return {[](std::uint64_t address, std::span<std::byte> into) {
                return address != 0 && host_program().read_bytes(address, into.data(), into.size());
            },
            [](std::uint64_t address, std::uint64_t most) {
                return host_program().text_length(address, most);
            }};
}

Module& Modules::add(std::uint64_t handle, std::uint64_t image, std::string name) {
    auto module = std::make_unique<Module>();
    module->handle = handle;
    module->image = image;
    module->name = std::move(name);
    modules_.push_back(std::move(module));
    return *modules_.back();
}

Module& Modules::add(std::vector<fatbin::Ptx> units, std::string name) {
    Module& module = add(0, 0, std::move(name));
    module.units = std::move(units);
    return module;
}

Kernel& Modules::add_kernel(Module& module, const void* host_function, std::string name) {
    Kernel& kernel = module.kernels.emplace_back();
    kernel.module = &module;
    kernel.name = std::move(name);
    // A template instantiated in two files has one host function and two copies of device code; the
    // first one serves.
    if (host_function != nullptr) kernels_.try_emplace(host_function, &kernel);
    kernels_.emplace(&kernel, &kernel);
    return kernel;
}

Variable& Modules::add_variable(Module& module, const void* host_variable, Variable variable) {
    variable.module = &module;
    Variable& added = module.variables.emplace_back(std::move(variable));
    if (host_variable != nullptr) variables_.try_emplace(host_variable, &added);
    return added;
}

// One of equal texts is enough.
void Modules::remember(const Module& module) {
    if (module.initial_values.empty() ||
        std::ranges::any_of(gone_, [&](const Brought& it) { return it.text == module.text; }))
        return;
    constexpr std::size_t most_modules = 1000, most_bytes = 1 << 20;
    const std::size_t bytes = module.initial_values.size();
    if (gone_.size() == most_modules) {
        gone_.back().more += bytes;
        return;
    }
    Brought& brought = gone_.emplace_back(Brought{module.name, module.text, {}, 0});
    if (bytes <= most_bytes)
        brought.values = module.initial_values;
    else
        brought.more = bytes;
}

std::vector<Modules::Brought> Modules::brought() const {
    std::vector<Brought> all = gone_;
    for (const auto& module : modules_)
        if (!module->initial_values.empty())
            all.push_back({module->name, module->text, module->initial_values, 0});
    return all;
}

void Modules::remove(Module& module, exec::Device* device) {
    remember(module);
    for (const ModuleOnDevice& there : module)
        if (device != nullptr && there.is_loaded) unload_from(*device, there);
    std::erase_if(kernels_, [&](const auto& entry) { return entry.second->module == &module; });
    std::erase_if(variables_, [&](const auto& entry) { return entry.second->module == &module; });
    std::erase_if(modules_, [&](const auto& entry) { return entry.get() == &module; });
}

void Modules::unload_all(exec::Device& device, int of_device) {
    for (const auto& module : modules_) {
        // Managed variables are those of all devices: they stay where another one has them.
        const bool has_managed = std::ranges::any_of(
            module->variables, [](const Variable& it) { return it.managed_slot != 0; });
        if (has_managed && loaded_elsewhere(*module, of_device)) continue;
        ModuleOnDevice& there = module->on(of_device);
        if (!there.is_loaded) continue;
        unload_from(device, there);
        there = {};
        for (Kernel& kernel : module->kernels) {
            kernel.on(of_device).id.reset();
            kernel.on(of_device).failure = {};
        }
        for (Variable& variable : module->variables) variable.on(of_device).address = 0;
    }
}

Module* Modules::find_module(const void* handle) {
    const auto at = std::ranges::find_if(modules_, [&](const auto& module) {
        return module->handle != 0 ? module->handle == reinterpret_cast<std::uint64_t>(handle)
                                   : module.get() == handle;
    });
    return at == modules_.end() ? nullptr : at->get();
}

Kernel* Modules::find_kernel(const void* key) {
    const auto at = kernels_.find(key);
    return at == kernels_.end() ? nullptr : at->second;
}

Variable* Modules::find_variable(const void* host_variable) {
    const auto at = variables_.find(host_variable);
    return at == variables_.end() ? nullptr : at->second;
}

const Variable* Modules::variable_named_by(std::uint64_t host_address) const {
    const auto found = std::ranges::find_if(variables_, [&](const auto& entry) {
        const std::uint64_t offset = host_address - reinterpret_cast<std::uint64_t>(entry.first);
        return offset < entry.second->bytes && entry.second->managed_slot == 0;
    });
    return found == variables_.end() ? nullptr : found->second;
}

bool Modules::is_managed_variable(std::uint64_t address) const {
    return std::ranges::any_of(variables_, [&](const auto& entry) {
        return entry.second->managed_slot != 0 &&
               std::ranges::any_of(*entry.second, [&](const VariableOnDevice& there) {
                   return there.address == address;
               });
    });
}

const Kernel* Modules::kernel_called(std::string_view name) const {
    for (const auto& module : modules_)
        for (const Kernel& kernel : module->kernels)
            if (kernel.name == name) return &kernel;
    return nullptr;
}

Kernel* Modules::kernel_named(Module& module, std::string_view name) {
    const auto at = std::ranges::find(module.kernels, name, &Kernel::name);
    return at == module.kernels.end() ? nullptr : &*at;
}

// Divides the program's own images alone. A library that is loaded by hand says at once what is
// wrong with it, and units that were linked share more than variables.
void Modules::divide(Module& module, std::vector<fatbin::Ptx>& units) const {
    if (module.units || units.size() != 1) return;
    auto outline = std::make_unique<const ptx::Outline>(std::move(units.front().text));
    if (outline->is_divisible()) {
        units.front().text = outline->without_bodies();
        module.outline = std::move(outline);
    } else {
        units.front().text = outline->text();
    }
}

Outcome Modules::load(Module& module, exec::Device& device, int on) {
    ModuleOnDevice& there = module.on(on);
    if (there.is_loaded || there.failure.error != cudaSuccess) return there.failure;
    const auto fail = [&](cudaError_t error, const std::string& text, bool unsupported = false) {
        return there.failure = {error, fmt::format("{}: {}", module.name, text), unsupported};
    };

    auto units = module.units ? Expected(*module.units)
                              : fatbin::units_of_image(memory_of_program(), module.image,
                                                       model_.architecture);
    if (!units) return fail(cudaErrorNoKernelImageForDevice, units.error().message);
    for (const fatbin::Ptx& unit : *units)
        if (unit.architecture > model_.architecture)
            return fail(cudaErrorNoKernelImageForDevice, too_new(unit, model_));
    module.text = 0;
    if (text_key_ != 0)
        for (const fatbin::Ptx& unit : *units)
            module.text ^= workbook::wire::text_hash(unit.text, text_key_);
    module.ptx_architecture = units->empty() ? 0 : units->front().architecture;
    divide(module, *units);
    const auto id = load_units(*units, module.name, device, loaded_elsewhere(module, on), on);
    if (!id) return fail(cudaErrorInvalidPtx, describe(id.error(), *units), id.error().unsupported);
    there.id = *id;
    there.is_loaded = true;
    if (text_key_ != 0) module.initial_values = device.initial_values(there.id);
    if (std::ranges::all_of(module.initial_values, [](std::byte it) { return it == std::byte{}; }))
        module.initial_values.clear(); // it is memory as any other
    place_variables(module, device, on);
    return {};
}

Outcome Modules::load_part(Kernel& kernel, exec::Device& device, int on) {
    const Module& module = *kernel.module;
    ModuleOnDevice& there = kernel.module->on(on);
    auto text = module.outline->of_kernel(kernel.name);
    if (!text) return {};
    const std::vector<fatbin::Ptx> units{
        {.text = std::move(*text), .architecture = module.ptx_architecture}};
    const auto id = load_units(units, module.name, device,
                               exec::VariablesOf{.module = there.id, .all = true}, on);
    if (!id)
        return {cudaErrorInvalidPtx,
                fmt::format("{}: {}", module.name, describe(id.error(), units)),
                id.error().unsupported};
    there.parts.push_back(*id);
    kernel.on(on).id = device.find_kernel(*id, kernel.name);
    return {};
}

Outcome Modules::load(Kernel& kernel, exec::Device& device, int on) {
    Outcome loaded = load(*kernel.module, device, on);
    if (loaded.error != cudaSuccess) return loaded;
    KernelOnDevice& there = kernel.on(on);
    if (there.id || there.failure.error != cudaSuccess) return there.failure;
    if (kernel.module->outline)
        there.failure = load_part(kernel, device, on);
    else
        there.id = device.find_kernel(kernel.module->on(on).id, kernel.name);
    if (!there.id && there.failure.error == cudaSuccess)
        there.failure = {cudaErrorInvalidDeviceFunction,
                         fmt::format("the program's PTX has no kernel named {}", kernel.name)};
    return there.failure;
}

Outcome Modules::load(Variable& variable, exec::Device& device, int on) {
    Outcome loaded = load(*variable.module, device, on);
    if (loaded.error != cudaSuccess) return loaded;
    if (variable.on(on).address == 0)
        return {cudaErrorInvalidSymbol,
                fmt::format("the program's PTX has no variable named {}: no kernel uses it",
                            variable.name)};
    return {};
}

} // namespace vgpu::runtime

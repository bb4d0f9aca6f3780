#include "vgpu/runtime/modules.hpp"

#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/fatbin/image.hpp"
#include "vgpu/runtime/source_line.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vgpu::runtime {
namespace {

Outcome fail(Module& module, cudaError_t error, const std::string& text) {
    module.state = Module::State::failed;
    module.failure = error;
    module.failure_text = fmt::format("{}: {}", module.name, text);
    return {error, module.failure_text};
}

void place_variables(Module& module, exec::Device& device) {
    for (Variable& variable : module.variables) {
        const auto placed = device.find_variable(module.id, variable.name);
        if (!placed) continue; // nvcc registers some that the PTX does not have (unused ones)
        variable.address = placed->address;
        if (variable.managed_slot != nullptr)
            *variable.managed_slot = reinterpret_cast<void*>(placed->address);
    }
}

} // namespace

Module& Modules::add(const void* image, std::string name) {
    auto module = std::make_unique<Module>();
    module->image = image;
    module->name = std::move(name);
    modules_.push_back(std::move(module));
    return *modules_.back();
}

Module& Modules::add(fatbin::Ptx ptx, std::string name) {
    Module& module = add(nullptr, std::move(name));
    module.ptx = std::move(ptx);
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

void Modules::remove(Module& module, exec::Device* device) {
    if (module.state == Module::State::loaded && device != nullptr) device->unload(module.id);
    std::erase_if(kernels_, [&](const auto& entry) { return entry.second->module == &module; });
    std::erase_if(variables_, [&](const auto& entry) { return entry.second->module == &module; });
    std::erase_if(modules_, [&](const auto& entry) { return entry.get() == &module; });
}

void Modules::unload_all(exec::Device& device) {
    for (const auto& module : modules_) {
        if (module->state != Module::State::loaded) continue;
        device.unload(module->id);
        module->state = Module::State::unloaded;
        for (Kernel& kernel : module->kernels) kernel.id.reset();
        for (Variable& variable : module->variables) variable.address = 0;
    }
}

Module* Modules::find_module(const void* handle) {
    const auto at =
        std::ranges::find(modules_, handle, [](const auto& module) { return module.get(); });
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

Kernel* Modules::kernel_named(Module& module, std::string_view name) {
    const auto at = std::ranges::find(module.kernels, name, &Kernel::name);
    return at == module.kernels.end() ? nullptr : &*at;
}

Outcome Modules::load(Module& module, exec::Device& device) {
    if (module.state == Module::State::loaded) return {};
    if (module.state == Module::State::failed) return {module.failure, module.failure_text};

    const auto ptx = module.ptx ? Expected<fatbin::Ptx>(*module.ptx)
                                : fatbin::ptx_of_image(module.image, DeviceModel::architecture);
    if (!ptx) return fail(module, cudaErrorNoKernelImageForDevice, ptx.error().message);
    const auto id = device.load(ptx->text, module.name);
    if (!id) {
        const Diagnostic& error = id.error();
        std::string text = error.message;
        if (const auto place = source_of_line(ptx->text, error.position.line))
            text += fmt::format(" (in {}:{})", place->file.substr(place->file.rfind('/') + 1),
                                place->line);
        else if (error.position.line > 0)
            text +=
                fmt::format(" (line {} of its PTX; compile with -lineinfo to see the line of the "
                            "source)",
                            error.position.line);
        return fail(module, cudaErrorInvalidPtx, text);
    }
    module.id = *id;
    module.ptx_architecture = ptx->architecture;
    module.state = Module::State::loaded;
    place_variables(module, device);
    return {};
}

Outcome Modules::load(Kernel& kernel, exec::Device& device) {
    Outcome loaded = load(*kernel.module, device);
    if (loaded.error != cudaSuccess) return loaded;
    if (!kernel.id) kernel.id = device.find_kernel(kernel.module->id, kernel.name);
    if (!kernel.id)
        return {cudaErrorInvalidDeviceFunction,
                fmt::format("the program's PTX has no kernel named {}", kernel.name)};
    return {};
}

Outcome Modules::load(Variable& variable, exec::Device& device) {
    Outcome loaded = load(*variable.module, device);
    if (loaded.error != cudaSuccess) return loaded;
    if (variable.address == 0)
        return {cudaErrorInvalidSymbol,
                fmt::format("the program's PTX has no variable named {}: no kernel uses it",
                            variable.name)};
    return {};
}

} // namespace vgpu::runtime

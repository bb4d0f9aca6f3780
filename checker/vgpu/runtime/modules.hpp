// The device code of the program: registered images, their kernels and variables, loaded at first
// use.
//
// nvcc's start-up code registers every image before main; most programs use few of them, and one
// that the virtual GPU cannot run must not stand in the way of the others. So an image is only read
// when a kernel or variable of it is wanted, and its failure is kept and returned each time.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/errors.hpp"
#include "vgpu/runtime/fatbin/image.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vgpu::runtime {

struct Module;

// What a cudaKernel_t (and cudaFunction_t) points at.
struct Kernel {
    Module* module = nullptr;
    std::string name;                                  // mangled
    std::optional<exec::KernelId> id;                  // once the module is loaded
    std::optional<std::uint64_t> dynamic_shared_limit; // cudaFuncSetAttribute
};

struct Variable {
    Module* module = nullptr;
    std::string name; // as in the PTX
    std::uint64_t bytes = 0;
    // Of a __managed__ variable: where the program keeps its address.
    std::uint64_t managed_slot = 0;
    std::uint64_t address = 0; // once the module is loaded
    bool constant = false;     // __constant__
};

// A module, its kernels and its variables are loaded once for each device that uses them. What the
// fields say is for one device, `device`; what they said of the others is kept aside, and load()
// changes them over.
struct Module {
    enum class State : std::uint8_t { unloaded, loaded, failed };
    State state = State::unloaded;
    int device = 0;
    // As the program names it, and where its wrapper, container or PTX text lies there. 0: a
    // library that was loaded by hand, which is named by its address here.
    std::uint64_t handle = 0, image = 0;
    // Of a library, whose image may be gone by the time it is needed.
    std::optional<std::vector<fatbin::Ptx>> units;
    std::string name; // for messages
    exec::ModuleId id = 0;
    std::uint32_t ptx_architecture = 0;
    std::uint64_t text = 0; // hash of its PTX, if one is wanted (Settings::text_key)
    cudaError_t failure = cudaSuccess;
    std::string failure_text;
    bool unsupported = false;   // why it failed
    std::deque<Kernel> kernels; // a deque keeps their addresses
    std::deque<Variable> variables;

    struct Elsewhere {
        State state = State::unloaded;
        exec::ModuleId id = 0;
        cudaError_t failure = cudaSuccess;
        std::string failure_text;
        bool unsupported = false;
        std::vector<Kernel> kernels; // their ids and limits
        std::vector<Variable> variables;
    };
    std::map<int, Elsewhere> elsewhere; // by device
    void change_to(int device);
};

// A failure with its explanation; error is cudaSuccess when there is none.
struct Outcome {
    cudaError_t error = cudaSuccess;
    std::string explanation;
    bool unsupported = false; // it is right, and the virtual GPU cannot do it
};

// The memory of the program that is served.
fatbin::ReadMemory memory_of_program();

class Modules {
  public:
    Modules(const DeviceModel& model, std::uint64_t text_key)
        : model_(model), text_key_(text_key) {}

    Module& add(std::uint64_t handle, std::uint64_t image, std::string name);
    Module& add(std::vector<fatbin::Ptx> units, std::string name);
    Kernel& add_kernel(Module& module, const void* host_function, std::string name);
    Variable& add_variable(Module& module, const void* host_variable, Variable variable);
    // Forgets the module; `device` is null when none was created.
    void remove(Module& module, exec::Device* device);
    // After cudaDeviceReset: everything is loaded anew when that device wants it.
    void unload_all(exec::Device& device, int of_device);

    // Whether the pointer is a module that is registered.
    Module* find_module(const void* handle);
    // Those that were loaded by hand.
    template <class Body>
    void for_each_library(Body&& body) const {
        for (const auto& module : modules_)
            if (module->handle == 0) body(*module);
    }
    // A kernel by its host function or by its handle.
    Kernel* find_kernel(const void* key);
    Variable* find_variable(const void* host_variable);
    // The __device__ or __constant__ variable whose name means this address, or one within, in host
    // code; null: none.
    const Variable* variable_named_by(std::uint64_t host_address) const;
    // Whether a __managed__ variable of a loaded module lies there.
    bool is_managed_variable(std::uint64_t address) const;
    // The kernel of that name in the module, loaded or not; null when it has none.
    Kernel* kernel_named(Module& module, std::string_view name);

    // Loads the kernel's or variable's module for the thread's current device, if that has not been
    // done, and makes the fields those of that device.
    Outcome load(Module& module, exec::Device& device);
    Outcome load(Kernel& kernel, exec::Device& device);
    Outcome load(Variable& variable, exec::Device& device);

  private:
    const DeviceModel& model_;
    const std::uint64_t text_key_;
    std::vector<std::unique_ptr<Module>> modules_;
    std::unordered_map<const void*, Kernel*> kernels_;
    std::unordered_map<const void*, Variable*> variables_;
};

} // namespace vgpu::runtime

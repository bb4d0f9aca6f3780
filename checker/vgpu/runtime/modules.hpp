// The device code of the program: registered images, their kernels and variables, loaded at first
// use.
//
// nvcc's start-up code registers every image before main; most programs use few of them, and one
// that the virtual GPU cannot run must not stand in the way of the others. So an image is only read
// when a kernel or variable of it is wanted, and its failure is kept and returned each time. Of an
// image that can be divided (ptx::Outline) the variables are loaded then, and each kernel when it
// is wanted, with the functions that it can reach.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/ptx/outline.hpp"
#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/errors.hpp"
#include "vgpu/runtime/fatbin/image.hpp"

#include <array>
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

// A module, its kernels and its variables are loaded once for each device that uses them: what one
// device has of them is an object of its own, ByDevice::on(device).
template <class Part>
class ByDevice {
  public:
    Part& on(int device) { return of_[static_cast<std::size_t>(device)]; }
    const Part& on(int device) const { return of_[static_cast<std::size_t>(device)]; }
    auto begin() { return of_.begin(); }
    auto begin() const { return of_.begin(); }
    auto end() { return of_.end(); }
    auto end() const { return of_.end(); }

  private:
    std::array<Part, exec::most_devices> of_;
};

// A failure with its explanation; error is cudaSuccess when there is none.
struct Outcome {
    cudaError_t error = cudaSuccess;
    std::string explanation;
    bool unsupported = false; // it is right, and the virtual GPU cannot do it
};

struct KernelOnDevice {
    std::optional<exec::KernelId> id; // once it is loaded
    Outcome failure;                  // of the first try, which is not repeated
    // cudaFuncSetAttribute
    std::optional<std::uint64_t> dynamic_shared_limit;
    std::array<std::uint32_t, 3> required_cluster{}; // 0: not set
    bool allows_large_clusters = false;              // of more than 8 blocks
    int cluster_policy = 0;
};

// What a cudaKernel_t (and cudaFunction_t) points at.
struct Kernel : ByDevice<KernelOnDevice> {
    Module* module = nullptr;
    std::string name; // mangled
};

struct VariableOnDevice {
    std::uint64_t address = 0; // once the module is loaded
};

struct Variable : ByDevice<VariableOnDevice> {
    Module* module = nullptr;
    std::string name; // as in the PTX
    std::uint64_t bytes = 0;
    // A __managed__ variable's: where the program keeps its address.
    std::uint64_t managed_slot = 0;
    bool constant = false; // __constant__
};

struct ModuleOnDevice {
    bool is_loaded = false;
    exec::ModuleId id = 0;             // if loaded: of the whole module, or of its variables
    std::vector<exec::ModuleId> parts; // of kernels
    Outcome failure;                   // of the first try, which is not repeated
};

struct Module : ByDevice<ModuleOnDevice> {
    // The program's handle, and the address of the wrapper, container or PTX text in its memory. 0:
    // the program loaded it as a library, whose handle is the address of this object.
    std::uint64_t handle = 0, image = 0;
    // PTX of a library, kept because its image may be gone when the PTX is needed.
    std::optional<std::vector<fatbin::Ptx>> units;
    std::unique_ptr<const ptx::Outline> outline; // of an image that is loaded in parts
    std::string name;                            // for messages
    std::uint32_t ptx_architecture = 0;
    std::uint64_t text = 0;                // hash of its PTX, if one is wanted (Settings::text_key)
    std::vector<std::byte> initial_values; // if so: of its variables, once it has been loaded
    std::deque<Kernel> kernels;            // a deque keeps their addresses
    std::deque<Variable> variables;
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
    // cudaDeviceReset: unloads all modules of that device. They are loaded again when they are
    // needed.
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
    // A kernel of that mangled name, in whichever module; null: there is none.
    const Kernel* kernel_called(std::string_view name) const;
    // The kernel of that name in the module, loaded or not; null when it has none.
    Kernel* kernel_named(Module& module, std::string_view name);

    // What the code of a module that is loaded, or has been since the last begin_call(), brings
    // along for its variables.
    struct Brought {
        std::string name; // the module's, for messages
        std::uint64_t text = 0;
        std::vector<std::byte> values;
        std::uint64_t more = 0; // bytes that are not kept: modules come and go without end
    };
    void begin_call() { gone_.clear(); }
    std::vector<Brought> brought() const;

    // Loads the kernel's or variable's module for a device, if that has not been done.
    Outcome load(Module& module, exec::Device& device, int on);
    Outcome load(Kernel& kernel, exec::Device& device, int on);
    Outcome load(Variable& variable, exec::Device& device, int on);

  private:
    void divide(Module& module, std::vector<fatbin::Ptx>& units) const;
    void remember(const Module& module);
    Outcome load_part(Kernel& kernel, exec::Device& device, int on);

    const DeviceModel& model_;
    const std::uint64_t text_key_;
    std::vector<std::unique_ptr<Module>> modules_;
    std::unordered_map<const void*, Kernel*> kernels_;
    std::unordered_map<const void*, Variable*> variables_;
    std::vector<Brought> gone_; // of modules that are there no more
};

} // namespace vgpu::runtime

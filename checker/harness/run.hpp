// One call of a learner's function and all that came of it.
#pragma once

#include "harness/arguments.hpp"
#include "harness/trace.hpp"
#include "harness/verdict.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace workbook {

// Bytes around an array that had to stay as they were.
struct GuardDamage {
    bool before = false;        // in front of the array, else behind it
    std::uint64_t distance = 0; // of the first changed byte from the array, in bytes
};

struct ArgumentRecord {
    ArgumentSpec spec;
    std::string name;                 // of the parameter; "" if no header names it
    std::uint64_t address = 0;        // in the shared memory
    std::uint64_t device_address = 0; // of a device array on the virtual GPU
    std::vector<std::byte> poison;    // what an output was filled with
    std::vector<std::byte> after;     // the array when the call was over; empty if it did not end
    std::optional<GuardDamage> damage;
};

// The situation in which a caller calls a function.
struct Situation {
    // Among the function's calls that CUDA can refuse, the one that is refused, from 1; 0: none.
    std::uint32_t refuse = 0;
    bool one_element_off = false; // device arrays begin inside of an allocation
    bool last_first = false;      // the last device array has the lowest address, and arrays of the
                                  // host begin where a page begins, with no memory in front of it
    bool same_place = false;      // device arrays have the addresses of the previous call's
    wire::HostMemory host_memory = wire::HostMemory::pageable; // of host arrays
    bool error_before = false; // the error of an earlier call has not been fetched yet

    bool operator==(const Situation&) const = default;
};

// How the virtual GPU is set up. Nothing of it applies to a real one.
struct VirtualGpu {
    std::uint64_t schedule_seed = 0; // 0: blocks and warps in a fixed order
    std::string profile = {};        // "t4", "a100", ...; "": its default
    std::uint32_t devices = 1;
    std::uint32_t current_device = 0; // when the function is called
    // Large arrays repeat one piece, and of large grids only some blocks run: the values mean
    // nothing, the places of accesses do (vgpu/exec/sampling.hpp).
    bool sampling = false;
    std::string other_profile = {}; // of all devices but the current one; "": the same
    bool peer_access = true;        // a device can have access to another one's memory

    bool operator==(const VirtualGpu&) const = default;
};

// What the checker knows of a call.
struct CallRecord {
    std::string function;
    VirtualGpu gpu;
    Situation situation;
    bool on_virtual_gpu = false;
    std::vector<ArgumentRecord> arguments;
    std::vector<std::byte> returned;
    Trace trace;
    std::string printed;
    bool returned_normally = false;
    bool threw = false;
    int left_error = 0;             // cudaGetLastError() when the function was over
    std::uint64_t nanoseconds = 0;  // of a timed call, until its work on the device was done
    std::uint64_t threads_left = 0; // of the program, besides the one that serves calls
    std::string other_device_code;  // a kernel that was launched and is not the program's own
    std::string other_variables;    // what was loaded with values and is not the program's own
    std::string copying_kernel;     // one that had others copy or set memory
    bool inventory_known = false;   // the trace is there, or there was nothing to trace
    std::vector<Finding> problems;  // empty: it ended as it should
};

// For lessons whose libraries keep threads of their own (NVRTC compiles with some): a thread that
// is left when a call returns is no offence then. Called before the first call; returns true.
bool allow_threads();

// For lessons whose kernels come from texts (NVRTC): a launch of device code that is not in the
// program is no offence then, nor are the variables that it has; the values that these are loaded
// with count as brought by the host. Called before the first call; returns true.
bool allow_other_device_code();

// For lessons on a library that the virtual GPU has itself ("libcublas.so.13"): a launch of the
// device code in that file, as it lies in the virtual GPU's own folder, is no offence, and is
// marked (Launch::of_library). Called before the first call; returns true.
bool allow_library(const char* file);

// Thrown when a check asks for the results of a call that has none.
struct CallHasNoResult : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Run {
  public:
    explicit Run(std::shared_ptr<const CallRecord> record) : record_(std::move(record)) {}

    const CallRecord& record() const { return *record_; }
    bool ended_well() const { return record_->problems.empty(); }

    // The returned value.
    template <class T>
    T returned() const {
        static_assert(std::is_trivially_copyable_v<T>);
        require_result();
        if (record_->returned.size() != sizeof(T))
            throw std::logic_error(record_->function +
                                   " returns another type than the check asks for");
        T value;
        std::memcpy(&value, record_->returned.data(), sizeof value);
        return value;
    }

    // Argument `index`, counted from 0, an array, as it was after the call.
    template <class T>
    std::vector<T> output(std::size_t index) const {
        require_result();
        const ArgumentRecord& argument = array(index);
        if (argument.spec.element_bytes != sizeof(T))
            throw std::logic_error("`" + argument.name + "` of " + record_->function +
                                   "() has another type than the check asks for");
        std::vector<T> values(argument.spec.count);
        if (!values.empty())
            std::memcpy(values.data(), argument.after.data(), argument.spec.bytes());
        return values;
    }

    // Whether element `index` of output argument `argument` was written at all.
    bool was_written(std::size_t argument, std::size_t index) const;

    const Trace& trace() const { return record_->trace; }
    const std::vector<Launch>& launches() const { return record_->trace.launches; }
    const std::vector<Copy>& copies() const { return record_->trace.copies; }
    const std::vector<Wait>& waits() const { return record_->trace.waits; }
    const std::vector<Allocation>& allocations() const { return record_->trace.allocations; }
    const std::vector<Allocation>& frees() const { return record_->trace.frees; }
    // Whether launches have counters: on the virtual GPU only.
    bool measures_traffic() const;

    const ArgumentRecord& array(std::size_t index) const;

  private:
    void require_result() const;

    std::shared_ptr<const CallRecord> record_;
};

} // namespace workbook

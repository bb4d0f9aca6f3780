// The program whose calls the runtime serves, as the runtime sees it: in another process, its
// memory out of reach, its words not to be trusted (engine/connection.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::runtime {

// Addresses of the calls that led to one, innermost first.
using CallStack = std::vector<std::uint64_t>;

// A box of bytes in the program's memory: `depth` slices of `height` rows of `width` bytes.
struct HostBox {
    std::uint64_t address = 0, width = 0, height = 1, depth = 1;
    std::uint64_t pitch = 0, slice = 0; // from a row, a slice to the next
};

class HostProgram {
  public:
    virtual ~HostProgram() = default;

    // Whether all of the range is mapped there. It may still be protected.
    virtual bool is_mapped(std::uint64_t address, std::uint64_t bytes) = 0;
    // Calls `take` with each part of a row as it arrives: where it lies in the box, and its bytes.
    // False when not all of it is mapped there; what came before that has been handed over.
    using Take = std::function<void(std::uint64_t row, std::uint64_t slice, std::uint64_t offset,
                                    std::span<const std::byte>)>;
    virtual bool read(const HostBox& box, const Take& take) = 0;
    // The length of a text that ends with a NUL; nothing when memory ends before, or it is longer
    // than `most`.
    virtual std::optional<std::uint64_t> text_length(std::uint64_t address, std::uint64_t most) = 0;
    // The other way round: `give` fills each part.
    using Give = std::function<void(std::uint64_t row, std::uint64_t slice, std::uint64_t offset,
                                    std::span<std::byte>)>;
    virtual bool write(const HostBox& box, const Give& give) = 0;
    // The bytes behind each of a list of pointers, one behind the other; nothing when a pointer is
    // null or leads nowhere.
    virtual std::optional<std::vector<std::byte>> gather(std::uint64_t pointers,
                                                         std::span<const std::uint32_t> sizes) = 0;

    // Functions of the program's, in the thread whose call is served.
    virtual void run_host_function(std::uint64_t function, std::uint64_t data) = 0;
    virtual void run_callback(std::uint64_t function, std::uint64_t stream, int status,
                              std::uint64_t data) = 0;

    // What it has at an address, in words; empty where it has nothing.
    virtual std::string memory_at(std::uint64_t address) = 0;
    virtual CallStack call_stack() = 0;
    // "square.cu:31": the innermost call of the program's own, or empty.
    virtual std::string line_of(const CallStack& stack) = 0;
    // Prints on the program's stdout (1) or stderr (2), in order with its own output.
    virtual void print(int descriptor, std::string_view text) = 0;
    // Memory that the program keeps to its end, all zero; its address.
    virtual std::uint64_t keep(std::uint64_t bytes) = 0;

    // Shared device memory that the program sees from now on, or no longer.
    virtual void show(std::uint64_t address, std::uint64_t bytes) = 0;
    virtual void hide(std::uint64_t address, std::uint64_t bytes) = 0;
    // Pages of its own become one with shared device memory, and its own again. `shared`: they are
    // shared already, and get the device address as a second one. What it finds to be shared is in
    // a file, whose pages have to take the place of the device's.
    struct SharedPages {
        std::string obstacle; // empty: it is done
        int file = -1;        // the caller's to close
        std::uint64_t offset = 0;
    };
    virtual SharedPages share_pages(std::uint64_t begin, std::uint64_t bytes,
                                    std::uint64_t device_address, bool shared) = 0;
    virtual void unshare_pages(std::uint64_t begin, std::uint64_t bytes) = 0;

    // One value.
    template <class Value>
    std::optional<Value> get(std::uint64_t address) {
        Value value;
        if (address == 0 || !read_bytes(address, &value, sizeof value)) return std::nullopt;
        return value;
    }
    template <class Value>
    bool put(std::uint64_t address, const Value& value) {
        return address != 0 && write_bytes(address, &value, sizeof value);
    }
    bool read_bytes(std::uint64_t address, void* into, std::uint64_t bytes);
    bool write_bytes(std::uint64_t address, const void* from, std::uint64_t bytes);
};

// What is each thread's own, of the program's thread whose calls this thread serves.
struct HostThread {
    HostProgram* program = nullptr;
    int device = 0;                // cudaSetDevice
    int last_error = 0;            // a cudaError_t
    bool in_host_function = false; // it must not call CUDA (cudaLaunchHostFunc)
    int capture_mode = 0;          // cudaThreadExchangeStreamCaptureMode
    // The function of the driver API that makes the present call; null: the program made it itself.
    const char* driver_function = nullptr;
};

// The calling thread's. A thread that serves no program has one all the same: it answers no
// questions, and what is printed to it is lost.
HostThread& host_thread();
HostProgram& host_program();
// The state to use in this thread from now on; null: its own again.
void set_host_thread(HostThread* thread);

// A line on the program's stderr, behind what it has printed so far.
void say(std::string_view text);

} // namespace vgpu::runtime

// The program of the calling thread, and what stands for it where there is none.
#include "vgpu/runtime/host_program.hpp"

#include <cstring>

namespace vgpu::runtime {
namespace {

class NoProgram final : public HostProgram {
  public:
    bool is_mapped(std::uint64_t, std::uint64_t) override { return false; }
    bool read(const HostBox&, const Take&) override { return false; }
    std::optional<std::uint64_t> text_length(std::uint64_t, std::uint64_t) override {
        return std::nullopt;
    }
    bool write(const HostBox&, const Give&) override { return false; }
    std::optional<std::vector<std::byte>> gather(std::uint64_t,
                                                 std::span<const std::uint32_t>) override {
        return std::nullopt;
    }
    void run_host_function(std::uint64_t, std::uint64_t) override {}
    void run_callback(std::uint64_t, std::uint64_t, int, std::uint64_t) override {}
    std::string memory_at(std::uint64_t) override { return {}; }
    CallStack call_stack() override { return {}; }
    std::string line_of(const CallStack&) override { return {}; }
    void print(int, std::string_view) override {}
    std::uint64_t keep(std::uint64_t) override { return 0; }
    void show(std::uint64_t, std::uint64_t) override {}
    void hide(std::uint64_t, std::uint64_t) override {}
    SharedPages share_pages(std::uint64_t, std::uint64_t, std::uint64_t, bool) override {
        return {.obstacle = "there is no program"};
    }
    void unshare_pages(std::uint64_t, std::uint64_t) override {}
};

NoProgram no_program;
thread_local HostThread own_thread;
thread_local HostThread* current_thread = nullptr;

} // namespace

bool HostProgram::read_bytes(std::uint64_t address, void* into, std::uint64_t bytes) {
    return read(
        {.address = address, .width = bytes},
        [&](std::uint64_t, std::uint64_t, std::uint64_t offset, std::span<const std::byte> part) {
            std::memcpy(static_cast<std::byte*>(into) + offset, part.data(), part.size());
        });
}

bool HostProgram::write_bytes(std::uint64_t address, const void* from, std::uint64_t bytes) {
    return write(
        {.address = address, .width = bytes},
        [&](std::uint64_t, std::uint64_t, std::uint64_t offset, std::span<std::byte> part) {
            std::memcpy(part.data(), static_cast<const std::byte*>(from) + offset, part.size());
        });
}

HostThread& host_thread() { return current_thread != nullptr ? *current_thread : own_thread; }

HostProgram& host_program() {
    HostProgram* program = host_thread().program;
    return program != nullptr ? *program : no_program;
}

void set_host_thread(HostThread* thread) { current_thread = thread; }

void say(std::string_view text) { host_program().print(2, text); }

} // namespace vgpu::runtime

// One thread of the program: its calls are served here, in a thread of their own, one after the
// other.
#pragma once

#include "vgpu/calls/services.hpp"
#include "vgpu/runtime/host_program.hpp"

#include <array>
#include <memory>

namespace vgpu::engine {

// Memory that both sides map, for bulk bytes. The engine keeps it, since the program may keep the
// file: the next channel gets it (LentStaging).
class Staging {
  public:
    Staging(); // throws std::runtime_error
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    int file() const { return file_; }
    std::span<std::byte> piece(std::uint64_t number) const {
        return {bytes_ + number % 2 * calls::staging_piece, calls::staging_piece};
    }

  private:
    int file_ = -1;
    std::byte* bytes_ = nullptr;
};

// A staging area for as long as this lives.
class LentStaging {
  public:
    LentStaging(); // throws std::runtime_error
    ~LentStaging();
    LentStaging(const LentStaging&) = delete;
    LentStaging& operator=(const LentStaging&) = delete;
    const Staging* operator->() const { return staging_.get(); }
    // All that there are, lent or not.
    static std::uint64_t bytes();

  private:
    std::unique_ptr<Staging> staging_;
};

// While one lives no call of the program is served, and the channels on which one is under way are
// closed: such a call may wait for the program's answer, and keep locked what the checker waits
// for.
class NoCalls {
  public:
    NoCalls();
    ~NoCalls();
    NoCalls(const NoCalls&) = delete;
    NoCalls& operator=(const NoCalls&) = delete;
};

class Connection final : public runtime::HostProgram {
  public:
    explicit Connection(int channel) : channel_(channel) {}

    // Serves calls until the program hangs up or breaks the protocol.
    void serve();

    // What the calls need of the program (runtime/host_program.hpp). After the program has hung up
    // they throw calls::ProtocolError, which ends the call.
    bool is_mapped(std::uint64_t address, std::uint64_t bytes) override;
    bool read(const runtime::HostBox& box, const Take& take) override;
    std::optional<std::uint64_t> text_length(std::uint64_t address, std::uint64_t most) override;
    bool write(const runtime::HostBox& box, const Give& give) override;
    std::optional<std::vector<std::byte>> gather(std::uint64_t pointers,
                                                 std::span<const std::uint32_t> sizes) override;
    void run_host_function(std::uint64_t function, std::uint64_t data) override;
    void run_callback(std::uint64_t function, std::uint64_t stream, int status,
                      std::uint64_t data) override;
    std::string memory_at(std::uint64_t address) override;
    runtime::CallStack call_stack() override;
    std::string line_of(const runtime::CallStack& stack) override;
    void print(int descriptor, std::string_view text) override;
    std::uint64_t keep(std::uint64_t bytes) override;
    void show(std::uint64_t address, std::uint64_t bytes) override;
    void hide(std::uint64_t address, std::uint64_t bytes) override;
    SharedPages share_pages(std::uint64_t begin, std::uint64_t bytes, std::uint64_t device_address,
                            bool shared) override;
    void unshare_pages(std::uint64_t begin, std::uint64_t bytes) override;

  private:
    using Room = std::array<std::byte, calls::most_bytes>;
    void welcome();
    calls::Packet receive(); // throws when there is none
    void serve_call(const calls::Packet& packet);
    template <calls::Service service, class... Arguments>
    calls::AnswerOf<service> ask(const Arguments&... arguments);
    void send_question(calls::Service service, const calls::Writer& question);
    // The answer to what was asked. Calls that the program makes before it answers are served where
    // it runs a function of its own; else only the one that reports what its host code touches.
    enum class Asked { for_bytes, to_run };
    calls::Reader answer(Asked asked = Asked::for_bytes);
    calls::Writer writer() { return calls::Writer(std::span(*out_).subspan(0)); }

    calls::Channel channel_;
    LentStaging staging_;
    std::unique_ptr<Room> in_ = std::make_unique<Room>(), out_ = std::make_unique<Room>();
    std::vector<std::byte> attached_; // the parameters of the kernel that is launched
    int depth_ = 0;                   // of calls within calls
};

} // namespace vgpu::engine

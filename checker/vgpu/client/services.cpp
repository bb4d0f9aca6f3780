#include "vgpu/client/services.hpp"

#include "vgpu/client/host_place.hpp"
#include "vgpu/client/memory.hpp"
#include "vgpu/client/registration.hpp"
#include "vgpu/client/thread_calls.hpp"
#include "vgpu/runtime/cuda_api.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unistd.h>
#include <utility>
#include <vector>

namespace vgpu::client {
namespace {

using calls::Reader;
using calls::Service;

void serve_rows(Reader& question, Answer& answer, bool to_program) {
    const auto rows = question.get<calls::Rows>();
    const auto offset = question.get<std::uint64_t>();
    question.expect_end();
    const std::uint64_t reach = rows.count == 0 ? 0 : (rows.count - 1) * rows.pitch + rows.width;
    const bool fits =
        offset <= calls::staging_bytes && rows.width * rows.count <= calls::staging_bytes - offset;
    if (!fits || !is_mapped(rows.address, reach)) return answer.put(std::uint8_t{0});
    std::byte* staging = answer.staging + offset;
    for (std::uint64_t row = 0; row < rows.count; ++row, staging += rows.width) {
        auto* place = reinterpret_cast<std::byte*>(rows.address + row * rows.pitch);
        if (to_program)
            std::memcpy(place, staging, rows.width);
        else
            std::memcpy(staging, place, rows.width);
    }
    answer.put(std::uint8_t{1});
}

void read(Reader& question, Answer& answer) { serve_rows(question, answer, false); }
void write(Reader& question, Answer& answer) { serve_rows(question, answer, true); }

// The bytes behind each pointer of a list.
void gather(Reader& question, Answer& answer) {
    const auto pointers = question.get<std::uint64_t>();
    const auto count = question.get<std::uint32_t>();
    const auto* list = reinterpret_cast<const void* const*>(pointers);
    if (!is_mapped(pointers, count * sizeof(void*))) return answer.put(std::uint8_t{0});
    std::vector<std::uint32_t> sizes(count);
    for (std::uint32_t& size : sizes) size = question.get<std::uint32_t>();
    question.expect_end();
    for (std::uint32_t i = 0; i < count; ++i)
        if (!is_mapped(reinterpret_cast<std::uint64_t>(list[i]), sizes[i]))
            return answer.put(std::uint8_t{0});
    answer.put(std::uint8_t{1});
    for (std::uint32_t i = 0; i < count; ++i) answer.bytes(list[i], sizes[i]);
    note_parameters(sizes);
}

// While a function of the program runs within a call: what it calls is the program's, not the
// driver's.
class ProgramsTurn {
  public:
    ProgramsTurn() : function_(std::exchange(thread_calls().driver_function, nullptr)) {}
    ~ProgramsTurn() { thread_calls().driver_function = function_; }
    ProgramsTurn(const ProgramsTurn&) = delete;
    ProgramsTurn& operator=(const ProgramsTurn&) = delete;

  private:
    const char* function_;
};

// noexcept: an exception of the program's must not leave in the middle of a call.
void host_function(std::uint64_t function, std::uint64_t data) noexcept {
    const ProgramsTurn turn;
    reinterpret_cast<cudaHostFn_t>(function)(reinterpret_cast<void*>(data));
}

void callback(std::uint64_t function, std::uint64_t stream, int status,
              std::uint64_t data) noexcept {
    const ProgramsTurn turn;
    reinterpret_cast<cudaStreamCallback_t>(function)(reinterpret_cast<cudaStream_t>(stream),
                                                     static_cast<cudaError_t>(status),
                                                     reinterpret_cast<void*>(data));
}

calls::Addresses call_stack() {
    const CallStack stack = CallStack::current();
    const auto addresses = stack.addresses();
    return {addresses.begin(), addresses.end()};
}

std::string line_of(calls::Addresses stack) { return CallStack(stack).line(); }

std::uint64_t keep(std::uint64_t bytes) {
    constexpr std::uint64_t most = 1 << 20;
    static std::mutex& mutex = *new std::mutex;
    static std::vector<void*>& kept = *new std::vector<void*>; // never freed, never lost
    const std::lock_guard lock(mutex);
    kept.push_back(std::calloc(1, std::min(bytes, most)));
    return reinterpret_cast<std::uint64_t>(kept.back());
}

void print(int descriptor, std::string_view text) {
    if (descriptor == 1)
        std::fwrite(text.data(), 1, text.size(), stdout);
    else
        workbook_virtual_gpu_says(text.data(), text.size());
}

template <Service service, calls::Signature<service>* function>
void answer_by(Reader& question, Answer& answer) {
    using Value = calls::AnswerOf<service>;
    if constexpr (std::is_void_v<Value>) {
        calls::answer_question(function, question);
    } else {
        const Value value = calls::answer_question(function, question);
        if constexpr (std::same_as<Value, calls::SharedPages>) answer.file = value.file;
        calls::put(static_cast<calls::Writer&>(answer), value);
    }
}

using Server = void (*)(Reader&, Answer&);
constexpr Server servers[] = {
#define WORKBOOK_SERVICE(name, ...) answer_by<Service::name, name>,
#define WORKBOOK_BULK_SERVICE(name) name,
#include "vgpu/calls/services.def"
#undef WORKBOOK_SERVICE
#undef WORKBOOK_BULK_SERVICE
};

} // namespace

void serve(std::uint16_t service, Reader question, Answer& answer) {
    if (service >= std::size(servers)) throw calls::ProtocolError("there is no such question");
    servers[service](question, answer);
}

} // namespace vgpu::client

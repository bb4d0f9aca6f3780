#include "vgpu/engine/connection.hpp"

#include "vgpu/engine/dispatch.hpp"
#include "vgpu/runtime/program_api.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <algorithm>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace vgpu::engine {
namespace {

using calls::Kind;
using calls::ProtocolError;
using calls::Reader;
using calls::Service;
using calls::Writer;
using runtime::Runtime;

constexpr std::size_t longest_words = 512; // of the program: a file's name and a number, say
constexpr std::size_t most_calls_of_stack = 64;
constexpr int most_depth = 8; // of calls that functions of the program make within calls

// A box cut into parts that fit into a piece of the staging area: whole rows, or parts of one.
struct Part {
    std::uint64_t row = 0, slice = 0, offset = 0;
    calls::Rows rows;
};

class Parts {
  public:
    explicit Parts(const runtime::HostBox& box) : box_(box) {}

    std::optional<Part> next() {
        if (slice_ == box_.depth || box_.width == 0 || box_.height == 0) return std::nullopt;
        Part part{row_, slice_, offset_, {}};
        part.rows.address = box_.address + slice_ * box_.slice + row_ * box_.pitch + offset_;
        part.rows.pitch = box_.pitch;
        part.rows.width = std::min(box_.width - offset_, calls::staging_piece);
        if (part.rows.width == box_.width) {
            part.rows.count = std::min(box_.height - row_, calls::staging_piece / box_.width);
            row_ += part.rows.count;
        } else {
            offset_ += part.rows.width;
            if (offset_ == box_.width) {
                offset_ = 0;
                ++row_;
            }
        }
        if (row_ == box_.height) {
            row_ = 0;
            ++slice_;
        }
        return part;
    }

  private:
    runtime::HostBox box_;
    std::uint64_t row_ = 0, slice_ = 0, offset_ = 0;
};

// Calls `body` for each row of a part with its position in the box and its bytes in the piece.
template <class Body>
void for_each_row(const Part& part, std::span<std::byte> piece, Body&& body) {
    for (std::uint64_t row = 0; row < part.rows.count; ++row)
        body(part.row + row, part.slice, part.offset,
             piece.subspan(row * part.rows.width, part.rows.width));
}

// The driver's function that makes a call. A checker asks which functions of the runtime were
// called: there the name is a word of the program's and counts for nothing.
const char* driver_function(Reader& arguments) {
    constexpr std::size_t longest_name = 100;
    const std::string name(arguments.text().substr(0, longest_name));
    return Runtime::instance().is_watched ? nullptr : runtime::kept_name(name.c_str());
}

// While the call runs: a function of the host's may make calls within it.
class DriverFunctionScope {
  public:
    explicit DriverFunctionScope(const char* function)
        : before_(std::exchange(runtime::host_thread().driver_function, function)) {}
    ~DriverFunctionScope() { runtime::host_thread().driver_function = before_; }
    DriverFunctionScope(const DriverFunctionScope&) = delete;
    DriverFunctionScope& operator=(const DriverFunctionScope&) = delete;

  private:
    const char* before_;
};

// The channels on which a call is under way, in all threads.
struct CallsUnderWay {
    std::mutex mutex;
    std::vector<int> channels;
    bool may_begin = true;
} calls_under_way;

// Counts a call, which may end by an exception.
class DepthGuard {
  public:
    explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
    ~DepthGuard() { --depth_; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;

  private:
    int& depth_;
};

class UnderWay {
  public:
    explicit UnderWay(int channel) : channel_(channel) {
        const std::scoped_lock lock(calls_under_way.mutex);
        if (!calls_under_way.may_begin) throw ProtocolError("no call was to be made");
        calls_under_way.channels.push_back(channel);
    }
    ~UnderWay() {
        const std::scoped_lock lock(calls_under_way.mutex);
        calls_under_way.channels.erase(std::ranges::find(calls_under_way.channels, channel_));
    }
    UnderWay(const UnderWay&) = delete;
    UnderWay& operator=(const UnderWay&) = delete;

  private:
    int channel_;
};

// Staging areas that no channel has, and how many there are in all.
struct StagingPool {
    std::mutex mutex;
    std::vector<std::unique_ptr<Staging>> free;
    std::size_t count = 0;
} staging_pool;

} // namespace

NoCalls::NoCalls() {
    const std::scoped_lock lock(calls_under_way.mutex);
    calls_under_way.may_begin = false;
    for (const int channel : calls_under_way.channels) shutdown(channel, SHUT_RDWR);
}

NoCalls::~NoCalls() {
    const std::scoped_lock lock(calls_under_way.mutex);
    calls_under_way.may_begin = true;
}

LentStaging::LentStaging() {
    const std::scoped_lock lock(staging_pool.mutex);
    if (staging_pool.free.empty()) {
        staging_ = std::make_unique<Staging>();
        ++staging_pool.count;
    } else {
        staging_ = std::move(staging_pool.free.back());
        staging_pool.free.pop_back();
    }
}

LentStaging::~LentStaging() {
    const std::scoped_lock lock(staging_pool.mutex);
    staging_pool.free.push_back(std::move(staging_));
}

std::uint64_t LentStaging::bytes() {
    const std::scoped_lock lock(staging_pool.mutex);
    return staging_pool.count * calls::staging_bytes;
}

Staging::Staging() {
    file_ = memfd_create("workbook-staging", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(calls::staging_bytes)) != 0 ||
        fcntl(file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        throw std::runtime_error("no memory can be shared with the program");
    void* place = mmap(nullptr, calls::staging_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (place == MAP_FAILED) throw std::runtime_error("no memory can be shared with the program");
    bytes_ = static_cast<std::byte*>(place);
}

void Connection::serve() {
    welcome();
    while (const auto packet = channel_.receive(*in_)) {
        if (packet->header.kind != Kind::call) throw ProtocolError("a call was expected");
        serve_call(*packet);
    }
}

void Connection::welcome() {
    const calls::Packet packet = receive();
    if (packet.header.kind != Kind::hello) throw ProtocolError("a greeting was expected");
    const auto hello = Reader(packet.content).get<calls::Hello>();
    if (hello.version != calls::protocol_version)
        throw ProtocolError("the program's libcudart is of another version");
    Runtime& runtime = Runtime::instance();
    exec::Memory::SharedRange range;
    {
        const runtime::CallLock lock(runtime);
        if (hello.soname_version == 12 || hello.soname_version == 13)
            runtime.soname_version = hello.soname_version;
        range = runtime.device().memory().shared_range();
    }
    Writer answer = writer();
    answer.put(calls::Welcome{.window = range.base, .window_bytes = range.bytes});
    const int files[] = {range.file, staging_->file()};
    channel_.send({.kind = Kind::hello}, std::span(*out_).first(answer.size()), files);
}

calls::Packet Connection::receive() {
    const auto packet = channel_.receive(*in_);
    if (!packet) throw ProtocolError("the program has hung up");
    return *packet;
}

void Connection::serve_call(const calls::Packet& packet) {
    if (depth_ == most_depth) throw ProtocolError("calls within calls without end");
    // The call is under way until its result is sent; then the program goes on.
    std::optional<UnderWay> under_way;
    if (depth_ == 0) under_way.emplace(channel_.descriptor());
    const DepthGuard guard(depth_);
    if (packet.header.attached > packet.content.size())
        throw ProtocolError("a call is shorter than it says");
    const std::size_t bytes = packet.content.size() - packet.header.attached;
    attached_.assign(packet.content.begin() + static_cast<std::ptrdiff_t>(bytes),
                     packet.content.end());
    std::array<std::byte, 16 << 10> room; // the other one is for questions meanwhile
    Writer result(room);
    {
        std::optional<runtime::Streams::PerThreadDefault> per_thread;
        if ((packet.header.flags & calls::per_thread_default) != 0) per_thread.emplace();
        Reader arguments(packet.content.first(bytes));
        const DriverFunctionScope scope((packet.header.flags & calls::is_of_driver) != 0
                                            ? driver_function(arguments)
                                            : nullptr);
        dispatch(packet.header.what, arguments, result);
    }
    attached_.clear();
    const Runtime& runtime = Runtime::instance();
    const bool pending = runtime.shares_memory && runtime.work.pending() != 0;
    under_way.reset();
    channel_.send({.kind = Kind::done, .flags = pending ? calls::work_is_pending : 0},
                  std::span(room).first(result.size()));
}

void Connection::send_question(Service service, const Writer& question) {
    channel_.send({.kind = Kind::ask, .what = static_cast<std::uint16_t>(service)},
                  std::span(*out_).first(question.size()));
}

Reader Connection::answer(Asked asked) {
    constexpr auto host_access = static_cast<std::uint16_t>(calls::Function::workbook_host_access);
    while (true) {
        const calls::Packet packet = receive();
        if (packet.header.kind == Kind::answer) return Reader(packet.content);
        if (packet.header.kind != Kind::call ||
            (asked == Asked::for_bytes && packet.header.what != host_access))
            throw ProtocolError("an answer was expected");
        serve_call(packet);
    }
}

template <Service service, class... Arguments>
calls::AnswerOf<service> Connection::ask(const Arguments&... arguments) {
    Writer question = writer();
    calls::put_question<service>(question, arguments...);
    send_question(service, question);
    constexpr bool runs = service == Service::host_function || service == Service::callback;
    [[maybe_unused]] Reader reader = answer(runs ? Asked::to_run : Asked::for_bytes);
    using Answer = calls::AnswerOf<service>;
    if constexpr (!std::is_void_v<Answer>) return calls::get<Answer>(reader);
}

bool Connection::is_mapped(std::uint64_t address, std::uint64_t bytes) {
    return ask<Service::is_mapped>(address, bytes);
}

// Two parts are under way at a time: while we take the one, the program copies the other.
bool Connection::read(const runtime::HostBox& box, const Take& take) {
    Parts parts(box);
    Part under_way[2];
    std::uint64_t asked = 0, taken = 0;
    bool all = true;
    while (true) {
        while (all && asked - taken < 2) {
            const auto part = parts.next();
            if (!part) break;
            under_way[asked % 2] = *part;
            Writer question = writer();
            question.put(part->rows);
            question.put(asked % 2 * calls::staging_piece);
            send_question(Service::read, question);
            ++asked;
        }
        if (asked == taken) return all;
        all = (answer().get<std::uint8_t>() != 0) && all;
        if (all) for_each_row(under_way[taken % 2], staging_->piece(taken), take);
        ++taken;
    }
}

std::optional<std::uint64_t> Connection::text_length(std::uint64_t address, std::uint64_t most) {
    const std::uint64_t length = ask<Service::text_length>(address, most);
    return length <= most ? std::optional(length) : std::nullopt;
}

bool Connection::write(const runtime::HostBox& box, const Give& give) {
    Parts parts(box);
    std::uint64_t asked = 0, done = 0;
    bool all = true;
    while (true) {
        while (all && asked - done < 2) {
            const auto part = parts.next();
            if (!part) break;
            for_each_row(*part, staging_->piece(asked), give);
            Writer question = writer();
            question.put(part->rows);
            question.put(asked % 2 * calls::staging_piece);
            send_question(Service::write, question);
            ++asked;
        }
        if (asked == done) return all;
        all = (answer().get<std::uint8_t>() != 0) && all;
        ++done;
    }
}

std::optional<std::vector<std::byte>> Connection::gather(std::uint64_t pointers,
                                                         std::span<const std::uint32_t> sizes) {
    std::uint64_t bytes = 0;
    for (const std::uint32_t size : sizes) bytes += size;
    if (!attached_.empty() && attached_.size() == bytes) return std::move(attached_);
    if (bytes > calls::most_bytes / 2 || sizes.size() > calls::most_bytes / 16) return std::nullopt;
    Writer question = writer();
    question.put(pointers);
    question.put(static_cast<std::uint32_t>(sizes.size()));
    question.bytes(sizes.data(), sizes.size_bytes());
    send_question(Service::gather, question);
    Reader reader = answer();
    if (reader.get<std::uint8_t>() == 0) return std::nullopt;
    const auto found = reader.bytes(bytes);
    return std::vector(found.begin(), found.end());
}

void Connection::run_host_function(std::uint64_t function, std::uint64_t data) {
    ask<Service::host_function>(function, data);
}

void Connection::run_callback(std::uint64_t function, std::uint64_t stream, int status,
                              std::uint64_t data) {
    ask<Service::callback>(function, stream, status, data);
}

std::string Connection::memory_at(std::uint64_t address) {
    return ask<Service::memory_at>(address).substr(0, longest_words);
}

runtime::CallStack Connection::call_stack() {
    runtime::CallStack stack = ask<Service::call_stack>();
    if (stack.size() > most_calls_of_stack) stack.resize(most_calls_of_stack);
    return stack;
}

std::string Connection::line_of(const runtime::CallStack& stack) {
    return ask<Service::line_of>(stack).substr(0, longest_words);
}

void Connection::print(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const std::string_view part = text.substr(0, calls::longest_text);
        ask<Service::print>(descriptor, part);
        text.remove_prefix(part.size());
    }
}

void Connection::show(std::uint64_t address, std::uint64_t bytes) {
    ask<Service::show>(address, bytes);
}

std::uint64_t Connection::keep(std::uint64_t bytes) { return ask<Service::keep>(bytes); }

void Connection::hide(std::uint64_t address, std::uint64_t bytes) {
    ask<Service::hide>(address, bytes);
}

runtime::HostProgram::SharedPages Connection::share_pages(std::uint64_t begin, std::uint64_t bytes,
                                                          std::uint64_t device_address,
                                                          bool shared) {
    const calls::SharedPages answer =
        ask<Service::share_pages>(begin, bytes, device_address, shared);
    SharedPages pages{.obstacle = answer.obstacle.substr(0, longest_words),
                      .offset = answer.offset};
    if (answer.file != calls::file_comes_behind) return pages;
    // A checker's program has no files to share: what it can share is known
    // (RegisteredMemory::Arena).
    int file = -1;
    const auto packet = channel_.receive(*in_, std::span(&file, 1));
    if (!packet) throw ProtocolError("the program has hung up");
    pages.file = file;
    if (Runtime::instance().is_watched) {
        close(std::exchange(pages.file, -1));
        pages.obstacle = "memory that is shared with a file cannot be registered here";
    }
    return pages;
}

void Connection::unshare_pages(std::uint64_t begin, std::uint64_t bytes) {
    ask<Service::unshare_pages>(begin, bytes);
}

} // namespace vgpu::engine

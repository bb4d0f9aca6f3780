// Attack: calls that wait, and on a second channel others that destroy meanwhile what those have found
// Verdict: fault
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

namespace {

using raw_engine::Bytes;
using raw_engine::Function;
using raw_engine::Header;

struct Call {
    Function function;
    Bytes arguments;
};

int waiting = -1, destroying = -1; // channels

void answer(int channel) {
    raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer}, std::vector<char>(64));
}

void begin(int channel, const Call& call) {
    raw_engine::send_packet(channel,
                            {.kind = raw_engine::Kind::call,
                             .what = static_cast<std::uint16_t>(call.function)},
                            call.arguments.all());
}

// The one call runs the host function that is pending; while it does, the other call begins.
void meet(const Call& waits, const Call& destroys) {
    bool met = false;
    raw_engine::call(waiting, waits.function, waits.arguments, [&](const Header& header) {
        if (header.what == static_cast<std::uint16_t>(raw_engine::Service::host_function)) {
            begin(destroying, destroys);
            usleep(3000);
            met = true;
        }
        answer(waiting);
    });
    Header header;
    while (met && raw_engine::receive_packet(destroying, header) &&
           header.kind != raw_engine::Kind::done)
        answer(destroying);
}

// The value that a call gives back by its first argument.
std::uint64_t given_by(Function function, const Bytes& arguments) {
    begin(destroying, {function, arguments});
    static char room[vgpu::calls::most_bytes];
    Header header;
    std::uint64_t value = 0;
    while (recv(destroying, room, sizeof room, 0) >= static_cast<ssize_t>(sizeof header)) {
        std::memcpy(&header, room, sizeof header);
        std::memcpy(&value, room + sizeof header + sizeof(std::int32_t), sizeof value);
        if (header.kind == raw_engine::Kind::done) return value;
        answer(destroying);
    }
    return 0;
}

void nothing(void*) {}

class Trial {
  public:
    Trial() {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&other_, cudaStreamNonBlocking);
        cudaMalloc(&block_, 8);
    }
    ~Trial() {
        cudaDeviceSynchronize();
        cudaStreamDestroy(stream_);
        cudaStreamDestroy(other_);
        cudaFree(block_);
        cudaGetLastError();
    }

    void twice(const Call& call) {
        cudaLaunchHostFunc(stream_, nothing, nullptr);
        meet(call, call);
    }
    // As much is pending as there is room for.
    void when_full(const Call& submits, const Call& destroys) {
        cudaLaunchHostFunc(stream_, nothing, nullptr);
        for (int piece = 1; piece < 1024; ++piece) cudaMemsetAsync(block_, 0, 8, other_);
        meet(submits, destroys);
    }

    void registered_memory() {
        // Others each time: these stay shared, since it is answered that they are the program's own again.
        char* const pages = static_cast<char*>(std::aligned_alloc(4096, 8192));
        cudaHostRegister(pages, 8192, cudaHostRegisterDefault);
        twice({Function::cudaHostUnregister, Bytes().put(pages)});
    }
    void library() {
        cudaLibrary_t library = nullptr;
        cudaLibraryLoadData(&library, ".version 8.0\n.target sm_80\n.address_size 64\n", nullptr,
                            nullptr, 0, nullptr, nullptr, 0);
        twice({Function::cudaLibraryUnload, Bytes().put(library)});
    }
    void graph_memory() {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t exec = nullptr;
        cudaGraphNode_t node = nullptr;
        cudaMemAllocNodeParams parameters = {};
        parameters.poolProps.allocType = cudaMemAllocationTypePinned;
        parameters.poolProps.location.type = cudaMemLocationTypeDevice;
        parameters.bytesize = 64;
        cudaGraphCreate(&graph, 0);
        cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, other_);
        cudaStreamSynchronize(other_);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
        twice({Function::cudaFree, Bytes().put(parameters.dptr)});
    }
    // Two, side by side, in addresses of their own; the first of these.
    static std::uint64_t mapped(std::uint64_t bytes) {
        constexpr std::uint64_t none = 0;
        const std::uint8_t place = 1;
        const std::uint64_t address =
            given_by(Function::workbook_reserve_addresses,
                     Bytes().put(place).put(none).put(2 * bytes).put(none).put(none).put(none));
        for (const std::uint64_t at : {address, address + bytes}) {
            const std::uint64_t handle = given_by(
                Function::workbook_create_memory, Bytes().put(place).put(none).put(bytes).put(0));
            given_by(Function::workbook_map_memory,
                     Bytes().put(at).put(bytes).put(none).put(handle).put(none));
        }
        return address;
    }
    void mappings() {
        constexpr std::uint64_t bytes = 2 << 20;
        for (const bool is_set : {true, false}) {
            const std::uint64_t address = mapped(bytes);
            const Call unmap = {Function::workbook_unmap_memory,
                                Bytes().put(address).put(2 * bytes)};
            const Call set = {Function::workbook_set_access,
                              Bytes().put(address).put(2 * bytes).put(1u).put(0u).put(0u)};
            cudaLaunchHostFunc(stream_, nothing, nullptr);
            meet(is_set ? set : unmap, unmap);
        }
    }
    void event_and_stream() {
        cudaEvent_t event = nullptr;
        cudaEventCreate(&event);
        const auto record = Bytes().put(event).put(other_);
        when_full({Function::cudaEventRecord, record},
                  {Function::cudaEventDestroy, Bytes().put(event)});
        cudaDeviceSynchronize();
        cudaEventCreate(&event);
        when_full({Function::cudaEventRecord, Bytes().put(event).put(other_)},
                  {Function::cudaStreamDestroy, Bytes().put(other_)});
        cudaStreamCreateWithFlags(&other_, cudaStreamNonBlocking);
        cudaEventDestroy(event);
    }
    void set_in_stream() {
        void* pinned = nullptr;
        cudaMallocHost(&pinned, 64);
        cudaMemsetParams set = {};
        set.dst = pinned;
        set.elementSize = 1;
        set.width = 64;
        set.height = 1;
        when_full({Function::workbook_set_elements,
                   Bytes().put(std::uint8_t{1}).put(set).put(0).put(other_)},
                  {Function::cudaStreamDestroy, Bytes().put(other_)});
        cudaStreamCreateWithFlags(&other_, cudaStreamNonBlocking);
        cudaFreeHost(pinned);
    }
    void graph() {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t exec = nullptr;
        cudaGraphNode_t node = nullptr;
        cudaGraphCreate(&graph, 0);
        for (int i = 0; i < 20; ++i) cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
        cudaGraphInstantiate(&exec, graph, 0);
        when_full({Function::cudaGraphLaunch, Bytes().put(exec).put(other_)},
                  {Function::cudaGraphExecDestroy, Bytes().put(exec)});
        cudaGraphDestroy(graph);
    }
    void polling() {
        cudaLaunchHostFunc(stream_, nothing, nullptr);
        meet({Function::workbook_run_pending, {}}, {Function::workbook_run_pending, {}});
    }

  private:
    cudaStream_t stream_ = nullptr, other_ = nullptr;
    void* block_ = nullptr;
};

} // namespace

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    waiting = raw_engine::open_channel();
    destroying = raw_engine::open_channel();
    for (int round = 0; round < 5; ++round) {
        Trial trial;
        for (const auto one :
             {&Trial::registered_memory, &Trial::library, &Trial::graph_memory, &Trial::mappings,
              &Trial::event_and_stream, &Trial::set_in_stream, &Trial::graph, &Trial::polling}) {
            (trial.*one)();
            cudaDeviceSynchronize();
        }
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}

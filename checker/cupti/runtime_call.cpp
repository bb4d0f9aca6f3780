#include "cupti/runtime_call.hpp"

#include <type_traits>

namespace workbook::cupti {

namespace {

using What = RuntimeCall::What;

// There is one reader for each kind of call; CUPTI gives each version of a function a structure of
// its own, with the members named as in the function's declaration.
template <typename P>
void read_allocate(const P& p, RuntimeCall& call) {
    call.what = What::allocate;
    if constexpr (requires { p.pitch; }) {
        call.allocated = p.devPtr;
        call.pitch = p.pitch;
        call.bytes = p.height;
    } else if constexpr (requires { p.devPtr; }) {
        call.allocated = p.devPtr;
        call.bytes = p.size;
    } else if constexpr (requires { p.pHost; }) {
        call.allocated = p.pHost;
        call.bytes = p.size;
    } else {
        call.allocated = p.ptr;
        call.bytes = p.size;
    }
}

template <typename P>
void read_free(const P& p, RuntimeCall& call) {
    call.what = What::free;
    if constexpr (requires { p.ptr; })
        call.address = p.ptr;
    else
        call.address = p.devPtr;
}

template <typename P>
void read_copy(const P& p, RuntimeCall& call) {
    call.what = What::copy;
    if constexpr (requires { p.kind; }) call.kind = p.kind; // a copy between devices has none
    if constexpr (requires { p.width; })
        call.bytes = p.width * p.height;
    else
        call.bytes = p.count;
    if constexpr (requires {
                      p.symbol;
                      p.src;
                  }) {
        call.to_symbol = true;
        call.destination = p.symbol;
        call.source = p.src;
    } else if constexpr (requires {
                             p.symbol;
                             p.dst;
                         }) {
        call.from_symbol = true;
        call.destination = p.dst;
        call.source = p.symbol;
    } else {
        call.destination = p.dst;
        call.source = p.src;
    }
}

template <typename P>
void read_set(const P& p, RuntimeCall& call) {
    call.what = What::set;
    call.address = p.devPtr;
    if constexpr (requires { p.width; })
        call.bytes = p.width * p.height;
    else
        call.bytes = p.count;
}

template <typename P>
void read_launch(const P& p, RuntimeCall& call) {
    call.what = What::launch;
    call.kernel = p.func;
    if constexpr (requires { p.config; }) {
        call.grid = p.config->gridDim;
        call.block = p.config->blockDim;
        call.dynamic_shared_bytes = p.config->dynamicSmemBytes;
        call.stream = p.config->stream;
        for (unsigned i = 0; i < p.config->numAttrs; ++i)
            call.cooperative |= p.config->attrs[i].id == cudaLaunchAttributeCooperative &&
                                p.config->attrs[i].val.cooperative != 0;
    } else {
        call.grid = p.gridDim;
        call.block = p.blockDim;
        call.dynamic_shared_bytes = p.sharedMem;
        call.stream = p.stream;
    }
}

void read_synchronize(RuntimeCall& call) { call.what = What::synchronize; }

} // namespace

// The case label and the structure's name differ in a prefix and a suffix only.
#define WORKBOOK_CALL(reader, name)                                                                \
    case CUPTI_RUNTIME_TRACE_CBID_##name:                                                          \
        reader(*static_cast<const name##_params*>(parameters), call);                              \
        return true
#define WORKBOOK_SYNCHRONIZE(name)                                                                 \
    case CUPTI_RUNTIME_TRACE_CBID_##name:                                                          \
        read_synchronize(call);                                                                    \
        return true

bool read_call(CUpti_CallbackId id, const void* parameters, RuntimeCall& call) {
    switch (id) {
        WORKBOOK_CALL(read_allocate, cudaMalloc_v3020);
        WORKBOOK_CALL(read_allocate, cudaMallocPitch_v3020);
        WORKBOOK_CALL(read_allocate, cudaMallocManaged_v6000);
        WORKBOOK_CALL(read_allocate, cudaMallocHost_v3020);
        WORKBOOK_CALL(read_allocate, cudaHostAlloc_v3020);
        WORKBOOK_CALL(read_allocate, cudaMallocAsync_v11020);
        WORKBOOK_CALL(read_allocate, cudaMallocAsync_ptsz_v11020);

        WORKBOOK_CALL(read_free, cudaFree_v3020);
        WORKBOOK_CALL(read_free, cudaFreeHost_v3020);
        WORKBOOK_CALL(read_free, cudaFreeAsync_v11020);
        WORKBOOK_CALL(read_free, cudaFreeAsync_ptsz_v11020);

        WORKBOOK_CALL(read_copy, cudaMemcpy_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpy_ptds_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpyAsync_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpyAsync_ptsz_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpyPeer_v4000);
        WORKBOOK_CALL(read_copy, cudaMemcpyPeerAsync_v4000);
        WORKBOOK_CALL(read_copy, cudaMemcpy2D_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpy2D_ptds_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpy2DAsync_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpy2DAsync_ptsz_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpyToSymbol_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpyToSymbol_ptds_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpyToSymbolAsync_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpyToSymbolAsync_ptsz_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpyFromSymbol_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpyFromSymbol_ptds_v7000);
        WORKBOOK_CALL(read_copy, cudaMemcpyFromSymbolAsync_v3020);
        WORKBOOK_CALL(read_copy, cudaMemcpyFromSymbolAsync_ptsz_v7000);

        WORKBOOK_CALL(read_set, cudaMemset_v3020);
        WORKBOOK_CALL(read_set, cudaMemset_ptds_v7000);
        WORKBOOK_CALL(read_set, cudaMemsetAsync_v3020);
        WORKBOOK_CALL(read_set, cudaMemsetAsync_ptsz_v7000);
        WORKBOOK_CALL(read_set, cudaMemset2D_v3020);
        WORKBOOK_CALL(read_set, cudaMemset2D_ptds_v7000);
        WORKBOOK_CALL(read_set, cudaMemset2DAsync_v3020);
        WORKBOOK_CALL(read_set, cudaMemset2DAsync_ptsz_v7000);

        WORKBOOK_SYNCHRONIZE(cudaDeviceSynchronize_v3020);
        WORKBOOK_SYNCHRONIZE(cudaStreamSynchronize_v3020);
        WORKBOOK_SYNCHRONIZE(cudaStreamSynchronize_ptsz_v7000);
        WORKBOOK_SYNCHRONIZE(cudaEventSynchronize_v3020);

        WORKBOOK_CALL(read_launch, cudaLaunchKernel_v7000);
        WORKBOOK_CALL(read_launch, cudaLaunchKernel_ptsz_v7000);
        WORKBOOK_CALL(read_launch, cudaLaunchKernelExC_v11060);
        WORKBOOK_CALL(read_launch, cudaLaunchKernelExC_ptsz_v11060);
    // What <<<>>> calls. CUPTI publishes no structure for it; the arguments are those
    // of cudaLaunchKernel, with a cudaKernel_t in the place of the function
    // (crt/device_functions.h).
    case CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000:
    case CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_ptsz_v13000:
        read_launch(*static_cast<const cudaLaunchKernel_v7000_params*>(parameters), call);
        return true;
    case CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000:
    case CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_ptsz_v9000:
        read_launch(*static_cast<const cudaLaunchCooperativeKernel_v9000_params*>(parameters),
                    call);
        call.cooperative = true;
        return true;
    default:
        return false;
    }
}

#undef WORKBOOK_CALL
#undef WORKBOOK_SYNCHRONIZE

} // namespace workbook::cupti

// cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col and cuTensorMapReplaceAddress: functions of the
// driver API that programs of the runtime API get from cudaGetDriverEntryPoint. They set no last
// error.
#include "vgpu/exec/tensor_map.hpp"
#include "vgpu/runtime/program_api.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <cstring>
#include <fmt/format.h>

using namespace vgpu::runtime;
using vgpu::exec::Interleave;
using vgpu::exec::Swizzle;
using vgpu::exec::TensorMap;
using vgpu::exec::TensorMapImage;
using vgpu::exec::TensorType;

namespace {

// CUresult and cudaError_t have the same numbers for these.
cudaError_t refuse(Runtime& runtime, const char* api, cudaError_t error, const std::string& why) {
    runtime.trace.report_api_error(api, error, fmt::format("{}: {}", api, why), false,
                                   error == cudaErrorNotSupported, runtime.place_of_call());
    return error;
}

constexpr std::uint32_t first_capability = 90; // with tensor copies

TensorMap described(const TensorMapRequest& request) {
    TensorMap map;
    // What is no value of the enum is said to be wrong, as all else is.
    map.type = request.type < 0 || request.type > 0xff ? TensorType::count
                                                       : static_cast<TensorType>(request.type);
    map.swizzle = request.swizzle < 0 || request.swizzle > 0xff
                      ? Swizzle::count
                      : static_cast<Swizzle>(request.swizzle);
    map.interleave = request.interleave < 0 || request.interleave > 0xff
                         ? Interleave::count
                         : static_cast<Interleave>(request.interleave);
    map.fills_with_nan = request.fill != 0;
    map.rank = request.rank;
    map.address = request.address;
    std::memcpy(map.dims.data(), request.dims, sizeof request.dims);
    std::memcpy(map.strides.data(), request.strides, sizeof request.strides);
    std::memcpy(map.box.data(), request.box, sizeof request.box);
    std::memcpy(map.steps.data(), request.steps, sizeof request.steps);
    map.is_im2col = request.is_im2col != 0;
    map.pixels = request.pixels;
    std::memcpy(map.lower.data(), request.lower, sizeof request.lower);
    std::memcpy(map.upper.data(), request.upper, sizeof request.upper);
    return map;
}

void put(const TensorMap& map, TensorMapBytes& bytes) {
    const TensorMapImage image = vgpu::exec::image_of(map);
    static_assert(sizeof bytes == sizeof image);
    std::memcpy(&bytes, image.data(), sizeof bytes);
}

} // namespace

extern "C" {

cudaError_t workbook_encode_tensor_map(const TensorMapRequest* request, TensorMapBytes* bytes) {
    const char* const api = request != nullptr && request->is_im2col != 0
                                ? "cuTensorMapEncodeIm2col"
                                : "cuTensorMapEncodeTiled";
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    const auto wrong = [&](const std::string& why) {
        return refuse(runtime, api, cudaErrorInvalidValue, why);
    };
    const std::uint32_t capability = runtime.model_of(Call::current_device()).architecture;
    if (capability < first_capability)
        return refuse(runtime, api, cudaErrorNotSupported,
                      fmt::format("tensor maps need compute capability 9.0, and this device has "
                                  "{}.{}",
                                  capability / 10, capability % 10));
    // After a kernel's fault an H200's driver makes no map, and says which fault it was.
    if (runtime.lost_in_use(Call::current_device())) return runtime.known_error();
    if (request == nullptr || bytes == nullptr || request->has_null != 0)
        return wrong("an argument is a null pointer");
    if (request->fill < 0 || request->fill > 1)
        return wrong(fmt::format("oobFill is {}, which is no way to fill", request->fill));
    if (request->promotion < 0 || request->promotion > 3)
        return wrong(fmt::format("l2Promotion is {}, which is no size", request->promotion));
    const TensorMap map = described(*request);
    if (std::string problem = vgpu::exec::problem_of(map); !problem.empty()) return wrong(problem);
    put(map, *bytes);
    return cudaSuccess;
}

cudaError_t workbook_replace_tensor_address(std::uint64_t place, TensorMapBytes* bytes,
                                            std::uint64_t address) {
    constexpr const char* api = "cuTensorMapReplaceAddress";
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    const auto wrong = [&](const std::string& why) {
        return refuse(runtime, api, cudaErrorInvalidValue, why);
    };
    if (bytes == nullptr) return wrong("tensorMap is a null pointer");
    TensorMapImage image;
    std::memcpy(image.data(), bytes, image.size());
    auto map = vgpu::exec::tensor_map_of(image);
    if (!map)
        return wrong(fmt::format("tensorMap {:#x} holds nothing that cuTensorMapEncodeTiled or "
                                 "cuTensorMapEncodeIm2col has made",
                                 place));
    map->address = address;
    if (std::string problem = vgpu::exec::problem_of(*map); !problem.empty()) return wrong(problem);
    put(*map, *bytes);
    return cudaSuccess;
}

cudaError_t workbook_driver_entry_point(const char* api, const char* symbol, std::uint64_t ours,
                                        unsigned since, unsigned version, void** function,
                                        int* result) {
    return api_call(
        std::strcmp(api == nullptr ? "" : api, "cudaGetDriverEntryPoint") == 0
            ? "cudaGetDriverEntryPoint"
            : "cudaGetDriverEntryPointByVersion",
        [&](Call& call) {
            if (symbol == nullptr || function == nullptr)
                return call.fail(cudaErrorInvalidValue,
                                 fmt::format("{} was given a null pointer", call.api));
            *function = nullptr;
            const bool is_old = ours != 0 && version != 0 && version < since;
            if (ours != 0 && !is_old) {
                *function = reinterpret_cast<void*>(ours);
                if (result != nullptr) *result = cudaDriverEntryPointSuccess;
                return cudaSuccess;
            }
            if (result != nullptr) {
                *result = is_old ? cudaDriverEntryPointVersionNotSufficent
                                 : cudaDriverEntryPointSymbolNotFound;
                return cudaSuccess;
            }
            return call.fail(
                cudaErrorSymbolNotFound,
                fmt::format("{}: the virtual GPU does not have this function of the driver "
                            "API",
                            symbol));
        });
}

} // extern "C"

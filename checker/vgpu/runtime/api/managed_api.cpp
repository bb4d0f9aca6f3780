// Managed memory beyond its allocation: prefetches, advice, what was said of a range, streams it
// belongs to.
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/batches.hpp"
#include "vgpu/runtime/copies.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace vgpu::runtime;

namespace {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

cudaError_t check_managed(Call& call, const void* address, std::uint64_t bytes) {
    const Pointer pointer = classify(call, address);
    if (bytes != 0 && pointer.managed && call.memory().contains(pointer.address, bytes))
        return cudaSuccess;
    if (bytes != 0 && pointer.managed && pointer.allocation) {
        const std::uint64_t left =
            pointer.allocation->address + pointer.allocation->bytes - pointer.address;
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("the range given to {} is {} bytes long, but the managed "
                                     "memory ends {} bytes behind its start",
                                     call.api, bytes, left));
    }
    return call.fail(cudaErrorInvalidValue,
                     bytes == 0
                         ? fmt::format("the range given to {} is empty", call.api)
                         : fmt::format("the range given to {} is not managed memory", call.api));
}

cudaError_t check_place(Call& call, const cudaMemLocation& location) {
    switch (location.type) {
    case cudaMemLocationTypeDevice:
        if (call.has_device(location.id)) return cudaSuccess;
        return call.fail(cudaErrorInvalidDevice, fmt::format("there is no device {}", location.id));
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
        return cudaSuccess;
    default:
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given a location of no known type", call.api));
    }
}

MemoryPlace place_of(const cudaMemLocation& location) {
    return {static_cast<int>(location.type), location.id};
}

// One number for a place, as CUDA had it before locations.
int number_of(const std::optional<MemoryPlace>& place) {
    if (!place) return cudaInvalidDeviceId;
    return place->type == cudaMemLocationTypeDevice ? place->id : cudaCpuDeviceId;
}

cudaError_t prefetch(Call& call, const void* address, std::size_t bytes,
                     const cudaMemLocation& location, unsigned flags, cudaStream_t stream) {
    if (flags != 0)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (const cudaError_t error = refuse_capture(call, stream); error != cudaSuccess) return error;
    if (const cudaError_t error = check_place(call, location); error != cudaSuccess) return error;
    if (const cudaError_t error = check_managed(call, address, bytes); error != cudaSuccess)
        return error;
    call.runtime.managed.change(reinterpret_cast<std::uint64_t>(address), bytes,
                                [&](Advice& advice) { advice.prefetched = place_of(location); });
    submit(call, stream, {.name = call.api, .run = nullptr});
    call.runtime.trace.add_event({{field::type, event_type::prefetch},
                                  {field::api, call.api},
                                  {field::address, reinterpret_cast<std::uint64_t>(address)},
                                  {field::bytes, bytes},
                                  {field::device, number_of(place_of(location))},
                                  {field::error, 0}});
    return cudaSuccess;
}

cudaError_t advise(Call& call, const void* address, std::size_t bytes, cudaMemoryAdvise advice,
                   const cudaMemLocation& location) {
    if (const cudaError_t error = check_managed(call, address, bytes); error != cudaSuccess)
        return error;
    const bool placed = advice == cudaMemAdviseSetPreferredLocation ||
                        advice == cudaMemAdviseSetAccessedBy ||
                        advice == cudaMemAdviseUnsetAccessedBy;
    if (placed)
        if (check_place(call, location) != cudaSuccess)
            return cudaErrorInvalidValue; // whatever is wrong with it
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} is no advice", static_cast<int>(advice)));
    const int number = number_of(place_of(location));
    call.runtime.managed.change(reinterpret_cast<std::uint64_t>(address), bytes,
                                [&](Advice& known) {
                                    switch (advice) {
                                    case cudaMemAdviseSetReadMostly:
                                    case cudaMemAdviseUnsetReadMostly:
                                        known.read_mostly = advice == cudaMemAdviseSetReadMostly;
                                        break;
                                    case cudaMemAdviseSetPreferredLocation:
                                        known.preferred = place_of(location);
                                        break;
                                    case cudaMemAdviseUnsetPreferredLocation:
                                        known.preferred.reset();
                                        break;
                                    case cudaMemAdviseSetAccessedBy:
                                        known.accessed_by.insert(number);
                                        break;
                                    case cudaMemAdviseUnsetAccessedBy:
                                        known.accessed_by.erase(number);
                                        break;
                                    }
                                });
    return cudaSuccess;
}

// The advice that all pieces of the range have in common.
Advice common_advice(Runtime& runtime, std::uint64_t address, std::uint64_t bytes) {
    std::optional<Advice> common;
    runtime.managed.look(address, bytes, [&](const Advice& piece) {
        if (!common) {
            common = piece;
            return;
        }
        common->read_mostly &= piece.read_mostly;
        if (common->preferred != piece.preferred) common->preferred.reset();
        if (common->prefetched != piece.prefetched) common->prefetched.reset();
        std::erase_if(common->accessed_by,
                      [&](int device) { return !piece.accessed_by.contains(device); });
    });
    return common.value_or(Advice{});
}

cudaError_t range_attribute(Call& call, void* data, std::size_t bytes,
                            cudaMemRangeAttribute attribute, const void* address,
                            std::size_t range_bytes) {
    if (data == nullptr || bytes == 0 || bytes % sizeof(int) != 0)
        return call.fail(cudaErrorInvalidValue, "the answer needs a place of 4 bytes");
    if (const cudaError_t error = check_managed(call, address, range_bytes); error != cudaSuccess)
        return error;
    const Advice advice =
        common_advice(call.runtime, reinterpret_cast<std::uint64_t>(address), range_bytes);
    const auto answer_place = reinterpret_cast<std::uint64_t>(data);
    const auto put = [&](const std::vector<int>& values) {
        return host_program().write_bytes(answer_place, values.data(), values.size() * sizeof(int))
                   ? cudaSuccess
                   : call.fail(cudaErrorInvalidValue, "the place for the answer is no memory");
    };
    const auto answer = [&](int value) {
        if (bytes != sizeof(int)) return call.fail(cudaErrorInvalidValue, "the answer has 4 bytes");
        return put({value});
    };
    const auto type = [](const std::optional<MemoryPlace>& place) {
        return place ? place->type : static_cast<int>(cudaMemLocationTypeInvalid);
    };
    const auto id = [](const std::optional<MemoryPlace>& place) { return place ? place->id : 0; };
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
        return answer(advice.read_mostly ? 1 : 0);
    case cudaMemRangeAttributePreferredLocation:
        return answer(number_of(advice.preferred));
    case cudaMemRangeAttributeLastPrefetchLocation:
        return answer(number_of(advice.prefetched));
    case cudaMemRangeAttributePreferredLocationType:
        return answer(type(advice.preferred));
    case cudaMemRangeAttributePreferredLocationId:
        return answer(id(advice.preferred));
    case cudaMemRangeAttributeLastPrefetchLocationType:
        return answer(type(advice.prefetched));
    case cudaMemRangeAttributeLastPrefetchLocationId:
        return answer(id(advice.prefetched));
    case cudaMemRangeAttributeAccessedBy: {
        // More than all devices and the host are never asked for.
        std::vector<int> answers(std::min<std::size_t>(bytes / sizeof(int), 64),
                                 cudaInvalidDeviceId);
        const std::size_t count = std::min(answers.size(), advice.accessed_by.size());
        std::copy_n(advice.accessed_by.begin(), count, answers.begin());
        return put(answers);
    }
    }
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} is not an attribute of a range", static_cast<int>(attribute)));
}

cudaError_t attach(Call& call, cudaStream_t stream, void* address, std::size_t bytes,
                   unsigned flags) {
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    if (const cudaError_t error = refuse_capture(call, stream); error != cudaSuccess) return error;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
    if (flags == cudaMemAttachSingle && Streams::is_default(stream))
        return call.fail(cudaErrorInvalidValue,
                         "memory cannot be attached to a default stream alone");
    const Pointer pointer = classify(call, address);
    if (!pointer.managed)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("the pointer given to {} is not managed memory", call.api));
    if (bytes != 0 &&
        (bytes != pointer.allocation->bytes || pointer.address != pointer.allocation->address))
        return call.fail(cudaErrorInvalidValue,
                         "an allocation is attached as a whole: its start, and 0 or its size");
    submit(call, stream, {.name = call.api, .run = nullptr});
    return cudaSuccess;
}

} // namespace

extern "C" {

// In CUDA 12, the functions without a suffix have other parameters after the first two. Then only
// the range is checked.
cudaError_t cudaMemPrefetchAsync(const void* address, size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.soname_version == 12
                   ? check_managed(call, address, bytes)
                   : prefetch(call, address, bytes, location, flags, stream);
    });
}

__attribute__((visibility("default"))) cudaError_t
cudaMemPrefetchAsync_v2(const void* address, size_t bytes, cudaMemLocation location, unsigned flags,
                        cudaStream_t stream) {
    return api_call("cudaMemPrefetchAsync", [&](Call& call) {
        return prefetch(call, address, bytes, location, flags, stream);
    });
}

cudaError_t cudaMemPrefetchBatchAsync(void** places, size_t* sizes, size_t count,
                                      cudaMemLocation* locations, size_t* first,
                                      size_t location_count, unsigned long long flags,
                                      cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_batch(call, stream, true); error != cudaSuccess)
            return error;
        if (flags != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        const auto addresses = fetch_list(places, count);
        const auto bytes = fetch_list(sizes, count);
        const auto wanted = fetch_list(locations, location_count);
        const auto begins = fetch_list(first, location_count);
        if (!addresses || !bytes || !wanted || !begins) return no_list(call);
        if (const cudaError_t error = check_first(call, *begins, count); error != cudaSuccess)
            return error;
        for (std::size_t i = 0; i < count; ++i)
            if (const cudaError_t error = check_managed(call, (*addresses)[i], (*bytes)[i]);
                error != cudaSuccess)
                return error;
        std::size_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            at = set_of(*begins, at, i);
            if (const cudaError_t error =
                    prefetch(call, (*addresses)[i], (*bytes)[i], (*wanted)[at], 0, stream);
                error != cudaSuccess)
                return error;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaMemAdvise(const void* address, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
    return api_call(__func__, [&](Call& call) {
        return call.runtime.soname_version == 12 ? check_managed(call, address, bytes)
                                                 : advise(call, address, bytes, advice, location);
    });
}

__attribute__((visibility("default"))) cudaError_t cudaMemAdvise_v2(const void* address,
                                                                    size_t bytes,
                                                                    cudaMemoryAdvise advice,
                                                                    cudaMemLocation location) {
    return api_call("cudaMemAdvise",
                    [&](Call& call) { return advise(call, address, bytes, advice, location); });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t bytes, cudaMemRangeAttribute attribute,
                                     const void* address, size_t range_bytes) {
    return api_call(__func__, [&](Call& call) {
        return range_attribute(call, data, bytes, attribute, address, range_bytes);
    });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* bytes, cudaMemRangeAttribute* attributes,
                                      size_t count, const void* address, size_t range_bytes) {
    return api_call(__func__, [&](Call& call) {
        if (data == nullptr || bytes == nullptr || attributes == nullptr || count == 0)
            return call.fail(cudaErrorInvalidValue, "a list is null or empty");
        const auto of = [](auto* list, std::size_t index) {
            using Element = std::remove_pointer_t<decltype(list)>;
            return host_program().get<Element>(reinterpret_cast<std::uint64_t>(list + index));
        };
        for (std::size_t index = 0; index < count; ++index) {
            const auto place = of(data, index);
            const auto room = of(bytes, index);
            const auto attribute = of(attributes, index);
            if (!place || !room || !attribute)
                return call.fail(cudaErrorInvalidValue, "a list is shorter than was said");
            if (const cudaError_t error =
                    range_attribute(call, *place, *room, *attribute, address, range_bytes);
                error != cudaSuccess)
                return error;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* address, size_t bytes,
                                     unsigned flags) {
    return api_call(__func__,
                    [&](Call& call) { return attach(call, stream, address, bytes, flags); });
}

} // extern "C"

// The textures of api_fetches.cu: of every shape, with random elements, and where they are asked.
#pragma once

#include "api_fetch_forms.hpp"
#include "api_textures.hpp"

#include <cmath>
#include <cstdint>
#include <type_traits>

inline unsigned fetch_state = 1;
inline unsigned next_number() { return (fetch_state = fetch_state * 1664525u + 1013904223u) >> 8; }
inline float between(float low, float high) {
    return low + (high - low) * static_cast<float>(next_number() % 65536) / 65536;
}

// ---- Elements ----

inline std::vector<float4> random_fours(int count) {
    std::vector<float4> all;
    for (int i = 0; i < count; ++i) {
        const float x = between(-2, 2), y = between(-2, 2), z = between(-2, 2), w = between(-2, 2);
        all.push_back({x, y, z, w});
    }
    return all;
}
inline std::vector<float> random_eighths(int count) {
    std::vector<float> all;
    for (int i = 0; i < count; ++i) all.push_back(static_cast<float>(next_number() % 9) / 8);
    return all;
}
inline std::vector<float2> numbered(int count) {
    std::vector<float2> all;
    for (int i = 0; i < count; ++i)
        all.push_back({static_cast<float>(i % 64 + i / 64 % 64 * 100 + i / 4096 * 10000),
                       static_cast<float>(-i)});
    return all;
}
// What is no number, what is too much for a half, and what lies between two.
inline float special(int i) {
    static const std::uint32_t bits[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff,
                                         0x477fe000, 0x477fefff, 0x477ff000, 0x47800000, 0x33000000,
                                         0x33000001, 0x33800000, 0x387fc000, 0x387fe000, 0x38801000,
                                         0x3f801000, 0x3f803000, 0x3f802fff, 0x00000001, 0x80000000,
                                         0x3f800fff, 0xbf801001, 0xc77ff000, 0x32ffffff};
    constexpr int known = sizeof bits / sizeof bits[0];
    if (i % 2 == 0) return between(-70000, 70000);
    float value = 0;
    std::memcpy(&value, &bits[i / 2 % known], sizeof value);
    return value;
}
inline std::vector<float4> special_fours(int count) {
    std::vector<float4> all;
    for (int i = 0; i < count; ++i)
        all.push_back({special(4 * i), special(4 * i + 1), special(4 * i + 2), special(4 * i + 3)});
    return all;
}
inline std::vector<float> special_floats(int count) {
    std::vector<float> all;
    for (int i = 0; i < count; ++i) all.push_back(special(2 * i + 1));
    return all;
}
template <class Element>
std::vector<Element> random_bytes(int count) {
    std::vector<Element> all;
    for (int i = 0; i < count; ++i)
        all.push_back(static_cast<Element>(i % 4 == 0 ? i / 4 : next_number() * 257));
    return all;
}
inline std::vector<uchar4> random_colours(int count) {
    std::vector<uchar4> all;
    for (int i = 0; i < count; ++i) {
        const unsigned word = next_number() * 257;
        all.push_back({static_cast<unsigned char>(word), static_cast<unsigned char>(word >> 8),
                       static_cast<unsigned char>(word >> 16),
                       static_cast<unsigned char>(word >> 24)});
    }
    return all;
}
struct Halves {
    std::uint16_t x, y, z, w;
};
inline std::vector<Halves> random_halves(int count) {
    std::vector<Halves> all;
    for (int i = 0; i < count; ++i) {
        std::uint16_t each[4];
        for (auto& half : each) half = static_cast<std::uint16_t>(next_number());
        all.push_back({each[0], each[1], each[2], each[3]});
    }
    return all;
}
template <class Element>
auto first_of(Element element) {
    if constexpr (std::is_arithmetic<Element>::value)
        return element;
    else
        return element.x;
}

template <class Element>
cudaChannelFormatDesc format_of() {
    if constexpr (std::is_same<Element, Halves>::value)
        return cudaCreateChannelDescHalf4();
    else
        return cudaCreateChannelDesc<Element>();
}

// ---- Shapes ----

struct Shape {
    std::size_t width, height, depth;
    unsigned flags;
};
constexpr Shape line{8, 0, 0, 0}, plane{8, 6, 0, 0}, volume{8, 4, 4, 0},
    lines{8, 0, 3, cudaArrayLayered}, planes{8, 6, 3, cudaArrayLayered},
    cube{4, 4, 6, cudaArrayCubemap}, cubes{4, 4, 12, cudaArrayCubemap | cudaArrayLayered},
    wide{64, 64, 0, 0}, deep{64, 64, 16, 0}, wide_line{64, 0, 0, 0};

struct Reading {
    const char* name;
    cudaTextureFilterMode filter;
    cudaTextureAddressMode mode;
    bool is_normalised;
    cudaTextureReadMode read = cudaReadModeElementType;
};
constexpr Reading readings[] = {
    {"point clamp", cudaFilterModePoint, cudaAddressModeClamp, false},
    {"linear clamp", cudaFilterModeLinear, cudaAddressModeClamp, false},
    {"point wrap", cudaFilterModePoint, cudaAddressModeWrap, true},
    {"linear mirror", cudaFilterModeLinear, cudaAddressModeMirror, true},
    {"linear border", cudaFilterModeLinear, cudaAddressModeBorder, false},
    {"point border", cudaFilterModePoint, cudaAddressModeBorder, true},
    {"linear wrap", cudaFilterModeLinear, cudaAddressModeWrap, true},
};

template <class Element>
void fill_array(cudaArray_t array, const Shape& shape, std::vector<Element> (*elements)(int)) {
    const std::size_t height = shape.height == 0 ? 1 : shape.height;
    const std::size_t depth = shape.depth == 0 ? 1 : shape.depth;
    auto values = elements(static_cast<int>(shape.width * height * depth));
    cudaMemcpy3DParms copy{};
    copy.srcPtr =
        make_cudaPitchedPtr(values.data(), shape.width * sizeof(Element), shape.width, height);
    copy.dstArray = array;
    copy.extent = {shape.width, height, depth};
    copy.kind = cudaMemcpyHostToDevice;
    const cudaError_t error = cudaMemcpy3D(&copy);
    if (error != cudaSuccess) tell("copy to the array", error);
}

inline std::size_t halved(std::size_t size, int level) {
    return size == 0 ? 0 : size >> level == 0 ? 1 : size >> level;
}

// A texture of random elements. Several levels are for normalised coordinates only: there is one
// otherwise.
struct Asked {
    template <class Element>
    Asked(const Shape& shape, int levels, std::vector<Element> (*elements)(int), const Reading& how,
          unsigned flags = 0)
        : name(how.name), shape(shape), is_normalised(how.is_normalised),
          is_cube((shape.flags & cudaArrayCubemap) != 0) {
        const cudaChannelFormatDesc format = format_of<Element>();
        const cudaExtent extent{shape.width, shape.height, shape.depth};
        cudaResourceDesc resource{};
        cudaTextureDesc texture = reading(how.filter, how.mode, how.is_normalised, how.read);
        for (int i = 0; i < 4; ++i) texture.borderColor[i] = 0.25f * static_cast<float>(i + 1);
        if (levels == 1 || !how.is_normalised) {
            cudaMalloc3DArray(&array, &format, extent, shape.flags | flags);
            fill_array(array, shape, elements);
            resource = resource_of(array);
        } else {
            const cudaError_t error = cudaMallocMipmappedArray(
                &mipmaps, &format, extent, static_cast<unsigned>(levels), shape.flags | flags);
            if (error != cudaSuccess) tell("mipmapped array", error);
            const bool is_layered = (shape.flags & cudaArrayLayered) != 0;
            for (int i = 0; i < levels; ++i) {
                cudaArray_t level = nullptr;
                cudaGetMipmappedArrayLevel(&level, mipmaps, static_cast<unsigned>(i));
                const Shape small{halved(shape.width, i), halved(shape.height, i),
                                  is_layered ? shape.depth : halved(shape.depth, i), 0};
                fill_array(level, small, elements);
            }
            resource.resType = cudaResourceTypeMipmappedArray;
            resource.res.mipmap.mipmap = mipmaps;
            texture.mipmapFilterMode = how.filter;
            texture.maxMipmapLevelClamp = 10;
        }
        object = object_of(resource, texture);
    }
    Asked(const char* name, const cudaResourceDesc& resource, const cudaTextureDesc& texture,
          std::size_t width)
        : object(object_of(resource, texture)), name(name), shape{width, 0, 0, 0},
          is_normalised(texture.normalizedCoords != 0), is_cube(false) {}
    ~Asked() {
        cudaDestroyTextureObject(object);
        if (array != nullptr) cudaFreeArray(array);
        if (mipmaps != nullptr) cudaFreeMipmappedArray(mipmaps);
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

    cudaTextureObject_t object = 0;
    const char* name;
    Shape shape;
    bool is_normalised, is_cube;
    cudaArray_t array = nullptr;
    cudaMipmappedArray_t mipmaps = nullptr;
};

inline std::vector<FetchAt> places_in(const Asked& texture, int count) {
    std::vector<FetchAt> places;
    const std::size_t sizes[] = {texture.shape.width, texture.shape.height, texture.shape.depth};
    for (int n = 0; n < count; ++n) {
        FetchAt place{};
        place.layer = static_cast<int>(next_number() % 5) - 1;
        for (int i = 0; i < 3; ++i) {
            const auto size = static_cast<float>(sizes[i]);
            place.at[i] = texture.is_cube         ? between(-1, 1)
                          : texture.is_normalised ? between(-1.5f, 2.5f)
                                                  : between(-3, size + 3);
            place.index[i] = static_cast<int>(next_number() % (sizes[i] + 8)) - 4;
            place.offset[i] = static_cast<int>(next_number() % 16) - 8;
        }
        place.level = between(-1, 4);
        place.whole_level = static_cast<int>(next_number() % 5) - 1;
        place.gradient[0] =
            std::ldexp(1.f, static_cast<int>(next_number() % 5) - 1) / static_cast<float>(sizes[0]);
        place.reference = next_number() % 4 == 0 ? between(-0.25f, 1.25f)
                                                 : static_cast<float>(next_number() % 9) / 8;
        places.push_back(place);
    }
    return places;
}

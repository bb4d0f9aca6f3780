// What a GPU says of arrays, textures and surfaces: how a filter rounds, how coordinates outside
// are addressed, which descriptors are refused. The answers of a real GPU are in api_textures.txt.
#include "api_tell.hpp"

#include <cstdint>
#include <cuda_fp16.h>
#include <vector>

namespace {

unsigned state = 1;
unsigned next_number() { return (state = state * 1664525u + 1013904223u) >> 8; }
float between(float low, float high) {
    return low + (high - low) * (next_number() % 65536) / 65536;
}

unsigned bits_of(float value) {
    unsigned bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// An array of one, two or three dimensions (height or depth 0: that there is none), with these
// elements.
template <class Element>
cudaArray_t array_of(const std::vector<Element>& elements, cudaExtent extent, unsigned flags = 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<Element>();
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &format, extent, flags);
    cudaMemcpy3DParms copy = {};
    const std::size_t height = extent.height == 0 ? 1 : extent.height;
    copy.srcPtr = make_cudaPitchedPtr(const_cast<Element*>(elements.data()),
                                      extent.width * sizeof(Element), extent.width, height);
    copy.dstArray = array;
    copy.extent = {extent.width, height, extent.depth == 0 ? 1 : extent.depth};
    copy.kind = cudaMemcpyHostToDevice;
    if (elements.empty()) return array;
    const cudaError_t error = cudaMemcpy3D(&copy);
    if (error != cudaSuccess) tell("copy to the array", error);
    return array;
}

cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

cudaTextureDesc reading(cudaTextureFilterMode filter,
                        cudaTextureAddressMode mode = cudaAddressModeClamp, bool normalised = false,
                        cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc texture = {};
    for (cudaTextureAddressMode& each : texture.addressMode) each = mode;
    texture.filterMode = filter;
    texture.readMode = read;
    texture.normalizedCoords = normalised;
    return texture;
}

cudaTextureObject_t object_of(const cudaResourceDesc& resource, const cudaTextureDesc& texture) {
    cudaTextureObject_t object = 0;
    const cudaError_t error = cudaCreateTextureObject(&object, &resource, &texture, nullptr);
    if (error != cudaSuccess) tell("texture object", error);
    return object;
}

enum Form { one, two, three, layered, cube, gather_x, gather_y, gather_w, level, fetch };

__device__ float4 value_of(float x) { return make_float4(x, 0, 0, 0); }
__device__ float4 value_of(float4 x) { return x; }

template <class Element>
__global__ void fetch_all(cudaTextureObject_t texture, Form form, const float4* places,
                          float4* values, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const float4 at = places[i];
    if (form == one) values[i] = value_of(tex1D<Element>(texture, at.x));
    if (form == two) values[i] = value_of(tex2D<Element>(texture, at.x, at.y));
    if (form == three) values[i] = value_of(tex3D<Element>(texture, at.x, at.y, at.z));
    if (form == layered)
        values[i] = value_of(tex2DLayered<Element>(texture, at.x, at.y, static_cast<int>(at.z)));
    if (form == cube) values[i] = value_of(texCubemap<Element>(texture, at.x, at.y, at.z));
    if (form == gather_x) values[i] = tex2Dgather<float4>(texture, at.x, at.y, 0);
    if (form == gather_y) values[i] = tex2Dgather<float4>(texture, at.x, at.y, 1);
    if (form == gather_w) values[i] = tex2Dgather<float4>(texture, at.x, at.y, 3);
    if (form == level) values[i] = value_of(tex2DLod<Element>(texture, at.x, at.y, at.z));
    if (form == fetch) values[i] = value_of(tex1Dfetch<Element>(texture, static_cast<int>(at.x)));
}

template <class Element>
void ask(const char* name, cudaTextureObject_t texture, Form form,
         const std::vector<float4>& places) {
    const int count = static_cast<int>(places.size());
    const std::size_t bytes = places.size() * sizeof(float4);
    float4 *from = nullptr, *to = nullptr;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, places.data(), bytes, cudaMemcpyHostToDevice);
    fetch_all<Element><<<(count + 63) / 64, 64>>>(texture, form, from, to, count);
    std::vector<float4> values(places.size());
    const cudaError_t error = cudaMemcpy(values.data(), to, bytes, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) tell(name, error);
    for (int i = 0; i < count; ++i) {
        const float4 at = places[i], is = values[i];
        const bool whole = sizeof(Element) == sizeof(float4) || form == gather_x ||
                           form == gather_y || form == gather_w;
        std::printf("%s %08x %08x %08x: %08x", name, bits_of(at.x), bits_of(at.y), bits_of(at.z),
                    bits_of(is.x));
        if (whole) std::printf(" %08x %08x %08x", bits_of(is.y), bits_of(is.z), bits_of(is.w));
        std::printf("\n");
    }
    cudaFree(from);
    cudaFree(to);
    cudaDestroyTextureObject(texture);
}

std::vector<float4> line(float begin, float step, int count) {
    std::vector<float4> places;
    for (int i = 0; i < count; ++i) places.push_back({begin + step * i, 0, 0, 0});
    return places;
}
std::vector<float4> scattered(float low, float high, int count) {
    std::vector<float4> places;
    for (int i = 0; i < count; ++i) {
        const float x = between(low, high), y = between(low, high), z = between(low, high);
        places.push_back({x, y, z, 0});
    }
    return places;
}
std::vector<float> random_floats(int count) {
    std::vector<float> values;
    for (int i = 0; i < count; ++i) values.push_back(between(-8, 8) * (i % 3 == 0 ? 1 : 1000.25f));
    return values;
}

void ask_about_fractions() {
    const std::vector<float> impulse = {0, 1, 0, 0};
    const auto linear = reading(cudaFilterModeLinear);
    const cudaArray_t line_array = array_of(impulse, {4, 0, 0});
    ask<float>("1d", object_of(resource_of(line_array), linear), one, line(1.5f, 1 / 2048.f, 96));
    ask<float>("1d", object_of(resource_of(line_array), linear), one, line(0.5f, 1 / 1024.f, 40));
    ask<float>("1d", object_of(resource_of(line_array), linear), one,
               line(2.5f - 1 / 64.f, 1 / 4096.f, 72));
    std::vector<float> square(16, 0.f);
    square[5] = 1;
    const cudaArray_t plane = array_of(square, {4, 4, 0});
    ask<float>("2d", object_of(resource_of(plane), linear), two, scattered(0.6f, 2.4f, 80));
    std::vector<float> block(64, 0.f);
    block[21] = 1;
    const cudaArray_t volume = array_of(block, {4, 4, 4});
    ask<float>("3d", object_of(resource_of(volume), linear), three, scattered(0.6f, 2.4f, 60));
}

void ask_about_floats() {
    const auto linear = reading(cudaFilterModeLinear);
    ask<float>("1d", object_of(resource_of(array_of(random_floats(8), {8, 0, 0})), linear), one,
               scattered(-1, 9, 60));
    ask<float>("2d", object_of(resource_of(array_of(random_floats(64), {8, 8, 0})), linear), two,
               scattered(-1, 9, 120));
    ask<float>("3d", object_of(resource_of(array_of(random_floats(64), {4, 4, 4})), linear), three,
               scattered(0, 4, 80));
    const float large = 3e38f, tiny = 1e-40f, infinite = 1.f / 0.f * 1;
    const std::vector<float> extremes = {large, large,     -large, infinite, 1,        tiny,
                                         tiny,  0.f / 0.f, 2,      1,        16777216, 1};
    ask<float>("extreme", object_of(resource_of(array_of(extremes, {12, 0, 0})), linear), one,
               line(0.5f, 0.25f, 48));
    std::vector<float4> four;
    for (int i = 0; i < 16; ++i) {
        const auto v = random_floats(4);
        four.push_back({v[0], v[1], v[2], v[3]});
    }
    ask<float4>("four", object_of(resource_of(array_of(four, {4, 4, 0})), linear), two,
                scattered(0, 4, 30));
}

template <class Element>
std::vector<Element> random_elements(int count) {
    std::vector<Element> values;
    for (int i = 0; i < count; ++i) values.push_back(static_cast<Element>(next_number()));
    return values;
}
template <class Element>
void ask_about_normalised(const char* name) {
    const auto point =
        reading(cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat);
    const auto linear =
        reading(cudaFilterModeLinear, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat);
    std::vector<Element> all;
    for (int i = 0; i < 32; ++i)
        all.push_back(static_cast<Element>(sizeof(Element) == 1 ? i * 8 + i % 8 : i * 2114));
    all[30] = static_cast<Element>(0x8080);
    all[31] = static_cast<Element>(sizeof(Element) == 1 ? 0x7f : 0x7fff);
    ask<float>(name, object_of(resource_of(array_of(all, {32, 0, 0})), point), one,
               line(0.5f, 1, 32));
    const std::vector<Element> impulse = {
        0, static_cast<Element>(sizeof(Element) == 1 ? 0x7f : 0x7fff), 0, 1};
    ask<float>(name, object_of(resource_of(array_of(impulse, {4, 0, 0})), linear), one,
               line(1.5f, 1 / 256.f, 24));
    ask<float>(name,
               object_of(resource_of(array_of(random_elements<Element>(8), {8, 0, 0})), linear),
               one, scattered(0, 8, 40));
    ask<float>(name,
               object_of(resource_of(array_of(random_elements<Element>(64), {8, 8, 0})), linear),
               two, scattered(0, 8, 80));
}
void ask_about_normalised() {
    ask_about_normalised<unsigned char>("uchar");
    ask_about_normalised<signed char>("schar");
    ask_about_normalised<unsigned short>("ushort");
    ask_about_normalised<short>("short");
}

void ask_about_halves() {
    std::vector<unsigned short> values;
    for (int i = 0; i < 64; ++i)
        values.push_back(
            static_cast<unsigned short>((next_number() & 0x83ffu) | (13u + i % 5) << 10));
    const cudaChannelFormatDesc format = cudaCreateChannelDescHalf();
    cudaArray_t plane = nullptr, row = nullptr;
    tell("half array", cudaMallocArray(&plane, &format, 8, 8));
    tell("copy",
         cudaMemcpy2DToArray(plane, 0, 0, values.data(), 16, 16, 8, cudaMemcpyHostToDevice));
    tell("half row", cudaMallocArray(&row, &format, 8, 0));
    tell("copy", cudaMemcpy2DToArray(row, 0, 0, values.data(), 16, 16, 1, cudaMemcpyHostToDevice));
    const auto linear = reading(cudaFilterModeLinear);
    ask<float>("half 1d", object_of(resource_of(row), linear), one, scattered(0, 8, 40));
    ask<float>("half 2d", object_of(resource_of(plane), linear), two, scattered(0, 8, 80));
}

void ask_about_addresses() {
    const std::vector<float> five = {1, 2, 4, 8, 16};
    const cudaArray_t row = array_of(five, {5, 0, 0});
    const char* const names[] = {"wrap", "clamp", "mirror", "border"};
    for (int mode = 0; mode < 4; ++mode)
        for (const bool normalised : {false, true})
            for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
                auto texture =
                    reading(filter, static_cast<cudaTextureAddressMode>(mode), normalised);
                texture.borderColor[0] = 100;
                char name[64];
                std::snprintf(name, sizeof name, "%s %s %s", names[mode],
                              normalised ? "normalised" : "plain",
                              filter == cudaFilterModePoint ? "point" : "linear");
                ask<float>(name, object_of(resource_of(row), texture), one,
                           normalised ? line(-2.23f, 0.171f, 26) : line(-3.3f, 0.77f, 18));
            }
    const float infinite = 1e30f * 1e30f;
    const std::vector<float4> odd = {
        {infinite, 0, 0, 0},   {-infinite, 0, 0, 0}, {infinite - infinite, 0, 0, 0},
        {1e20f, 0, 0, 0},      {-1e20f, 0, 0, 0},    {2147483648.f, 0, 0, 0},
        {-0.f, 0, 0, 0},       {5, 0, 0, 0},         {4.9999995f, 0, 0, 0},
        {1.9999999f, 0, 0, 0}, {1.999f, 0, 0, 0},    {1.998f, 0, 0, 0}};
    for (int mode = 0; mode < 4; ++mode)
        for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
            ask<float>(names[mode],
                       object_of(resource_of(row),
                                 reading(filter, static_cast<cudaTextureAddressMode>(mode), true)),
                       one, odd);
            ask<float>(names[mode],
                       object_of(resource_of(row),
                                 reading(filter, static_cast<cudaTextureAddressMode>(mode))),
                       one, odd);
        }
    std::vector<float> plane;
    for (int i = 0; i < 12; ++i) plane.push_back(static_cast<float>(1 << i));
    auto mixed = reading(cudaFilterModeLinear, cudaAddressModeWrap, true);
    mixed.addressMode[1] = cudaAddressModeMirror;
    ask<float>("wrap and mirror", object_of(resource_of(array_of(plane, {4, 3, 0})), mixed), two,
               scattered(-2, 2, 30));
    mixed = reading(cudaFilterModePoint, cudaAddressModeBorder);
    mixed.addressMode[1] = cudaAddressModeClamp;
    mixed.borderColor[0] = -1;
    ask<float>("border and clamp", object_of(resource_of(array_of(plane, {4, 3, 0})), mixed), two,
               scattered(-2, 6, 30));
    const auto layers = reading(cudaFilterModePoint);
    ask<float>("layers",
               object_of(resource_of(array_of(plane, {2, 2, 3}, cudaArrayLayered)), layers),
               layered,
               {{0.5f, 0.5f, -1, 0},
                {0.5f, 0.5f, 0, 0},
                {1.5f, 0.5f, 2, 0},
                {1.5f, 1.5f, 3, 0},
                {0.5f, 0.5f, 1000, 0}});
}

void ask_about_elements() {
    const auto point = reading(cudaFilterModePoint, cudaAddressModeBorder);
    auto coloured = point;
    for (int i = 0; i < 4; ++i) coloured.borderColor[i] = 0.25f * (i + 1);
    const std::vector<float4> places = {{0.5f, 0, 0, 0}, {1.5f, 0, 0, 0}, {7, 0, 0, 0}};
    ask<float4>("one channel",
                object_of(resource_of(array_of(std::vector<float>{1, 2}, {2, 0, 0})), coloured),
                one, places);
    ask<float4>(
        "two channels",
        object_of(resource_of(array_of(std::vector<float2>{{1, 2}, {3, 4}}, {2, 0, 0})), coloured),
        one, places);
    auto bytes = coloured;
    bytes.readMode = cudaReadModeNormalizedFloat;
    ask<float4>("bytes",
                object_of(resource_of(array_of(std::vector<uchar4>{{1, 2, 3, 4}, {5, 6, 7, 255}},
                                               {2, 0, 0})),
                          bytes),
                one, places);
    std::vector<float> grid;
    for (int i = 0; i < 16; ++i) grid.push_back(static_cast<float>(10 * (i / 4) + i % 4));
    const std::vector<float4> corners = {
        {1, 1, 0, 0},         {1.5f, 1.5f, 0, 0}, {1.49f, 1.51f, 0, 0}, {0, 0, 0, 0},
        {4, 4, 0, 0},         {2.25f, 1, 0, 0},   {-3, 2, 0, 0},        {1.999f, 2.001f, 0, 0},
        {1.5f, 2.498f, 0, 0}, {1.4985f, 1, 0, 0}, {1.498f, 1, 0, 0},    {1.4999f, 1, 0, 0}};
    const cudaArray_t gathered = array_of(grid, {4, 4, 0}, cudaArrayTextureGather);
    ask<float>("gather", object_of(resource_of(gathered), reading(cudaFilterModePoint)), gather_x,
               corners);
    ask<float>("gather linear", object_of(resource_of(gathered), reading(cudaFilterModeLinear)),
               gather_x, corners);
    ask<float>("gather y of one", object_of(resource_of(gathered), reading(cudaFilterModePoint)),
               gather_y, {corners[0]});
    ask<float>("gather w of one", object_of(resource_of(gathered), reading(cudaFilterModePoint)),
               gather_w, {corners[0]});
    std::vector<float> faces;
    for (int i = 0; i < 24; ++i) faces.push_back(static_cast<float>(i));
    const cudaArray_t cubemap = array_of(faces, {2, 2, 6}, cudaArrayCubemap);
    std::vector<float4> directions = scattered(-1, 1, 40);
    for (const float4 more :
         {float4{1, 0, 0, 0}, float4{-1, 0, 0, 0}, float4{0, 1, 0, 0}, float4{0, -1, 0, 0},
          float4{0, 0, 1, 0}, float4{0, 0, -1, 0}, float4{1, 1, 0, 0}, float4{1, 1, 1, 0},
          float4{-1, -1, -1, 0}, float4{0, 1, -1, 0}, float4{1, 0, -1, 0}})
        directions.push_back(more);
    ask<float>(
        "cube",
        object_of(resource_of(cubemap), reading(cudaFilterModePoint, cudaAddressModeClamp, true)),
        cube, directions);
    ask<float>(
        "cube linear",
        object_of(resource_of(cubemap), reading(cudaFilterModeLinear, cudaAddressModeClamp, true)),
        cube, directions);
}

void ask_about_linear_memory() {
    std::vector<float> values;
    for (int i = 0; i < 40; ++i) values.push_back(static_cast<float>(i + 1));
    float* memory = nullptr;
    std::size_t pitch = 0;
    cudaMalloc(&memory, 160);
    cudaMemcpy(memory, values.data(), 160, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 80;
    ask<float>("fetch", object_of(resource, reading(cudaFilterModePoint)), fetch,
               {{0, 0, 0, 0},
                {19, 0, 0, 0},
                {20, 0, 0, 0},
                {-1, 0, 0, 0},
                {1 << 28, 0, 0, 0},
                {39, 0, 0, 0}});
    ask<float4>("fetch four", object_of(resource, reading(cudaFilterModePoint)), fetch,
                {{3, 0, 0, 0}, {20, 0, 0, 0}, {-1, 0, 0, 0}});
    ask<float>("tex1D of linear memory", object_of(resource, reading(cudaFilterModePoint)), one,
               {{2.5f, 0, 0, 0}, {30, 0, 0, 0}});
    float* rows = nullptr;
    cudaMallocPitch(&rows, &pitch, 24, 5);
    cudaMemcpy2D(rows, pitch, values.data(), 24, 24, 5, cudaMemcpyHostToDevice);
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D = {rows, cudaCreateChannelDesc<float>(), 6, 5, pitch};
    ask<float>("pitched", object_of(pitched, reading(cudaFilterModeLinear)), two,
               scattered(-1, 7, 20));
    ask<float>("pitched wrap",
               object_of(pitched, reading(cudaFilterModePoint, cudaAddressModeWrap, true)), two,
               scattered(-2, 2, 20));
    ask<float>("pitched border",
               object_of(pitched, reading(cudaFilterModePoint, cudaAddressModeBorder)), two,
               scattered(-2, 8, 20));
}

template <int mode>
__global__ void use_surface(cudaSurfaceObject_t surface, int x, int y, int* value) {
    constexpr auto boundary = static_cast<cudaSurfaceBoundaryMode>(mode);
    if (value != nullptr)
        surf2Dread(value, surface, x, y, boundary);
    else
        surf2Dwrite(77, surface, x, y, boundary);
}

template <int mode>
void ask_about_surfaces(const char* name, std::initializer_list<int2> places) {
    for (const int2 at : places)
        for (const bool reads : {true, false}) {
            std::vector<int> values;
            for (int i = 0; i < 6; ++i) values.push_back(i + 1);
            const cudaArray_t array = array_of(values, {3, 2, 0}, cudaArraySurfaceLoadStore);
            const cudaResourceDesc resource = resource_of(array);
            cudaSurfaceObject_t surface = 0;
            cudaCreateSurfaceObject(&surface, &resource);
            int *out = nullptr, value = -1;
            cudaMalloc(&out, 4);
            cudaMemset(out, 255, 4);
            use_surface<mode><<<1, 1>>>(surface, at.x, at.y, reads ? out : nullptr);
            const cudaError_t error = cudaDeviceSynchronize();
            std::printf("%s %s %d %d: %s", name, reads ? "read" : "write", at.x, at.y,
                        cudaGetErrorName(error));
            cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost);
            cudaMemcpy2DFromArray(values.data(), 12, array, 0, 0, 12, 2, cudaMemcpyDeviceToHost);
            if (reads) std::printf(" %d", value);
            for (const int each : values) std::printf(" %d", each);
            std::printf("\n");
            cudaDestroySurfaceObject(surface);
            cudaFreeArray(array);
            cudaFree(out);
        }
}
void ask_about_surfaces() {
    const std::initializer_list<int2> places = {{0, 0}, {8, 1},  {12, 0},   {-4, 0},
                                                {4, 2}, {4, -1}, {400, 50}, {-400, -9}};
    ask_about_surfaces<cudaBoundaryModeClamp>("clamp", places);
    ask_about_surfaces<cudaBoundaryModeZero>("zero", places);
    ask_about_surfaces<cudaBoundaryModeTrap>("trap", {{0, 0}, {8, 1}});
    ask_about_surfaces<cudaBoundaryModeTrap>("trap", {{12, 0}}); // the last words
}
void ask_about_skewed_surfaces() { ask_about_surfaces<cudaBoundaryModeZero>("zero", {{2, 0}}); }

void ask_about_levels() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t levels = nullptr;
    tell("mipmapped array",
         cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(4, 4, 0), 3));
    for (int i = 0; i < 3; ++i) {
        cudaArray_t array = nullptr;
        tell("level", cudaGetMipmappedArrayLevel(&array, levels, i));
        const std::vector<float> values(16, static_cast<float>(i));
        const std::size_t width = 4u >> i;
        tell("copy", cudaMemcpy2DToArray(array, 0, 0, values.data(), 4 * width, 4 * width, width,
                                         cudaMemcpyHostToDevice));
    }
    cudaArray_t array = nullptr;
    tell("level 3", cudaGetMipmappedArrayLevel(&array, levels, 3));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = levels;
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        auto texture = reading(cudaFilterModeLinear, cudaAddressModeClamp, true);
        texture.mipmapFilterMode = filter;
        texture.maxMipmapLevelClamp = 10;
        std::vector<float4> places;
        for (int i = 0; i < 40; ++i) places.push_back({0.5f, 0.5f, -0.3f + 0.0731f * i, 0});
        ask<float>(filter == cudaFilterModePoint ? "levels point" : "levels linear",
                   object_of(resource, texture), level, places);
    }
    tell("free", cudaFreeMipmappedArray(levels));
}

void tell_object(const char* question, const cudaResourceDesc& resource,
                 const cudaTextureDesc& texture) {
    cudaTextureObject_t object = 0;
    tell(question, cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    if (object != 0) cudaDestroyTextureObject(object);
}

void ask_about_errors() {
    cudaArray_t array = nullptr;
    const auto format = cudaCreateChannelDesc<float>(), bytes = cudaCreateChannelDesc<uchar4>();
    tell("array: no pointer", cudaMallocArray(nullptr, &format, 4, 4));
    tell("array: no format", cudaMallocArray(&array, nullptr, 4, 4));
    tell("array: width 0", cudaMallocArray(&array, &format, 0, 4));
    tell("array: three channels", [&] {
        const cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
        return cudaMallocArray(&array, &three, 4, 4);
    }());
    tell("array: 8-bit floats", [&] {
        const cudaChannelFormatDesc odd = {8, 0, 0, 0, cudaChannelFormatKindFloat};
        return cudaMallocArray(&array, &odd, 4, 4);
    }());
    tell("array: unequal channels", [&] {
        const cudaChannelFormatDesc odd = {8, 16, 0, 0, cudaChannelFormatKindUnsigned};
        return cudaMallocArray(&array, &odd, 4, 4);
    }());
    tell("array: no kind", [&] {
        const cudaChannelFormatDesc odd = {8, 0, 0, 0, cudaChannelFormatKindNone};
        return cudaMallocArray(&array, &odd, 4, 4);
    }());
    tell("array: too wide", cudaMallocArray(&array, &format, 1 << 20, 4));
    tell("array: too wide, 1d", cudaMallocArray(&array, &format, 1 << 20, 0));
    tell("array: flags 0x8000", cudaMallocArray(&array, &format, 4, 4, 0x8000));
    tell("array: cubemap of 5",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
    tell("array: cubemap 4 by 3",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 6), cudaArrayCubemap));
    tell("array: depth without height",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 0, 3), 0));
    tell("array: gather of 1d", cudaMallocArray(&array, &format, 4, 0, cudaArrayTextureGather));
    tell("array: 1d layered",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 0, 3), cudaArrayLayered));
    tell("free", cudaFreeArray(array));
    tell("free: null", cudaFreeArray(nullptr));
    tell("array", cudaMallocArray(&array, &format, 4, 3));
    cudaChannelFormatDesc got = {};
    cudaExtent extent = {};
    unsigned flags = 99;
    tell("info", cudaArrayGetInfo(&got, &extent, &flags, array));
    std::printf("%d %d %d %d kind %d, %zu %zu %zu, flags %u\n", got.x, got.y, got.z, got.w, got.f,
                extent.width, extent.height, extent.depth, flags);
    tell("info: no pointers", cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
    tell("info: null array", cudaArrayGetInfo(&got, &extent, &flags, nullptr));
    float host[16] = {};
    tell("copy: all", cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: too wide",
         cudaMemcpy2DToArray(array, 4, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: too high",
         cudaMemcpy2DToArray(array, 0, 1, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: half an element",
         cudaMemcpy2DToArray(array, 2, 0, host, 16, 4, 1, cudaMemcpyHostToDevice));
    tell("copy: pitch", cudaMemcpy2DToArray(array, 0, 0, host, 8, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: kind", cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyDeviceToHost));
    tell("copy: device to device from host",
         cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyDeviceToDevice));
    tell("copy: null array",
         cudaMemcpy2DToArray(nullptr, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: null host",
         cudaMemcpy2DToArray(array, 0, 0, nullptr, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: nothing", cudaMemcpy2DToArray(array, 0, 0, host, 16, 0, 3, cudaMemcpyHostToDevice));
    tell("copy back", cudaMemcpy2DFromArray(host, 16, array, 0, 0, 16, 3, cudaMemcpyDeviceToHost));
    tell("copy back: too high",
         cudaMemcpy2DFromArray(host, 16, array, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
    tell("copy within",
         cudaMemcpy2DArrayToArray(array, 0, 1, array, 0, 0, 16, 1, cudaMemcpyDeviceToDevice));
    cudaMemcpy3DParms box = {};
    box.srcPtr = make_cudaPitchedPtr(host, 16, 4, 3);
    box.dstArray = array;
    box.extent = {4, 3, 1};
    box.kind = cudaMemcpyHostToDevice;
    tell("box", cudaMemcpy3D(&box));
    box.extent = {4, 3, 2};
    tell("box: too deep", cudaMemcpy3D(&box));
    box.extent = {5, 3, 1};
    tell("box: too wide", cudaMemcpy3D(&box));
    box.extent = {4, 3, 0};
    tell("box: depth 0", cudaMemcpy3D(&box));
    box.extent = {2, 1, 1};
    box.dstPos = {2, 2, 0};
    tell("box: with a position in elements", cudaMemcpy3D(&box));
    box.dstPos = {3, 2, 0};
    tell("box: beyond", cudaMemcpy3D(&box));
    box.dstPos = {0, 0, 0};
    box.dstPtr = box.srcPtr;
    tell("box: two destinations", cudaMemcpy3D(&box));
    box.dstPtr = {};
    box.dstArray = nullptr;
    tell("box: no destination", cudaMemcpy3D(&box));

    const auto resource = resource_of(array);
    const auto texture = reading(cudaFilterModePoint);
    cudaTextureObject_t object = 0;
    tell("object", cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    cudaResourceDesc its_resource = {};
    cudaTextureDesc its_texture = {};
    tell("resource", cudaGetTextureObjectResourceDesc(&its_resource, object));
    tell("  is of the array", static_cast<long long>(its_resource.res.array.array == array));
    tell("description", cudaGetTextureObjectTextureDesc(&its_texture, object));
    tell("  its modes",
         static_cast<long long>(its_texture.addressMode[0] * 100 + its_texture.addressMode[2] * 10 +
                                its_texture.filterMode));
    tell("  its greatest anisotropy", static_cast<long long>(its_texture.maxAnisotropy));
    tell("destroy", cudaDestroyTextureObject(object));
    tell("destroy: 0", cudaDestroyTextureObject(0));
    tell("object: no pointer", cudaCreateTextureObject(nullptr, &resource, &texture, nullptr));
    tell("object: no resource", cudaCreateTextureObject(&object, nullptr, &texture, nullptr));
    tell("object: no texture", cudaCreateTextureObject(&object, &resource, nullptr, nullptr));
    auto odd_resource = resource;
    odd_resource.res.array.array = nullptr;
    tell_object("object: null array", odd_resource, texture);
    odd_resource.resType = static_cast<cudaResourceType>(9);
    tell_object("object: kind 9", odd_resource, texture);
    auto odd = texture;
    odd.addressMode[0] = static_cast<cudaTextureAddressMode>(9);
    tell_object("object: address mode 9", resource, odd);
    odd = texture;
    odd.filterMode = static_cast<cudaTextureFilterMode>(9);
    tell_object("object: filter 9", resource, odd);
    odd = texture;
    odd.readMode = static_cast<cudaTextureReadMode>(9);
    tell_object("object: read mode 9", resource, odd);
    tell_object("object: wrap, not normalised", resource,
                reading(cudaFilterModePoint, cudaAddressModeWrap));
    tell_object(
        "object: floats normalised", resource,
        reading(cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat));
    cudaArray_t byte_array = nullptr, int_array = nullptr;
    cudaMallocArray(&byte_array, &bytes, 4, 4);
    tell_object("object: bytes as elements, linear", resource_of(byte_array),
                reading(cudaFilterModeLinear));
    tell_object(
        "object: bytes normalised, linear", resource_of(byte_array),
        reading(cudaFilterModeLinear, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat));
    const auto ints = cudaCreateChannelDesc<int>();
    cudaMallocArray(&int_array, &ints, 4, 4);
    tell_object(
        "object: ints normalised", resource_of(int_array),
        reading(cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat));
    tell_object("object: ints, linear", resource_of(int_array), reading(cudaFilterModeLinear));

    char* memory = nullptr;
    cudaMalloc(&memory, 1 << 16);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear = {memory, format, 1 << 16};
    tell_object("linear", linear, texture);
    tell_object("linear: linear filter", linear, reading(cudaFilterModeLinear));
    tell_object("linear: normalised coordinates", linear,
                reading(cudaFilterModePoint, cudaAddressModeClamp, true));
    tell_object("linear: wrap", linear, reading(cudaFilterModePoint, cudaAddressModeWrap, true));
    linear.res.linear.devPtr = memory + 16;
    tell_object("linear: 16 bytes on", linear, texture);
    linear.res.linear.devPtr = memory + 512;
    linear.res.linear.sizeInBytes = 256;
    tell_object("linear: 512 bytes on", linear, texture);
    linear.res.linear.sizeInBytes = 0;
    tell_object("linear: no bytes", linear, texture);
    linear.res.linear.sizeInBytes = 2;
    tell_object("linear: half an element", linear, texture);
    linear.res.linear.sizeInBytes = 256;
    linear.res.linear.devPtr = nullptr;
    tell_object("linear: null", linear, texture);
    linear.res.linear.devPtr = host;
    tell_object("linear: host memory", linear, texture);
    linear.res.linear.devPtr = memory;
    linear.res.linear.sizeInBytes = 1 << 20;
    tell_object("linear: beyond the allocation", linear, texture);
    linear.res.linear.sizeInBytes = std::size_t{1} << 40;
    tell_object("linear: too many elements", linear, texture);
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D = {memory, format, 8, 4, 512};
    tell_object("pitched", pitched, texture);
    pitched.res.pitch2D.pitchInBytes = 40;
    tell_object("pitched: 40 bytes", pitched, texture);
    pitched.res.pitch2D.pitchInBytes = 32;
    tell_object("pitched: 32 bytes", pitched, texture);
    pitched.res.pitch2D.pitchInBytes = 16;
    tell_object("pitched: less than a row", pitched, texture);
    pitched.res.pitch2D = {memory, format, 0, 4, 512};
    tell_object("pitched: width 0", pitched, texture);
    pitched.res.pitch2D = {memory, format, 8, 4000, 512};
    tell_object("pitched: beyond the allocation", pitched, texture);

    cudaSurfaceObject_t surface = 0;
    tell("surface: of an array without the flag", cudaCreateSurfaceObject(&surface, &resource));
    cudaArray_t writable = nullptr;
    cudaMallocArray(&writable, &format, 4, 4, cudaArraySurfaceLoadStore);
    const auto its = resource_of(writable);
    tell("surface", cudaCreateSurfaceObject(&surface, &its));
    tell("surface: resource", cudaGetSurfaceObjectResourceDesc(&its_resource, surface));
    tell("surface: destroy", cudaDestroySurfaceObject(surface));
    tell("surface: destroy 0", cudaDestroySurfaceObject(0));
    linear.res.linear.sizeInBytes = 256;
    tell("surface: of linear memory", cudaCreateSurfaceObject(&surface, &linear));
    tell("surface: no pointer", cudaCreateSurfaceObject(nullptr, &its));
    tell("surface: no resource", cudaCreateSurfaceObject(&surface, nullptr));
    tell("free an array that a texture uses", [&] {
        cudaCreateTextureObject(&object, &resource, &texture, nullptr);
        return cudaFreeArray(array);
    }());
    tell("destroy the texture then", cudaDestroyTextureObject(object));
}

// What a driver may not survive: last things last.
void ask_about_handles() {
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore);
    const auto resource = resource_of(array);
    const auto texture = reading(cudaFilterModePoint);
    cudaTextureObject_t object = 0;
    cudaSurfaceObject_t surface = 0;
    cudaResourceDesc its = {};
    cudaCreateTextureObject(&object, &resource, &texture, nullptr);
    tell("texture: destroy", cudaDestroyTextureObject(object));
    tell("texture: destroy twice", cudaDestroyTextureObject(object));
    tell("texture: resource of a destroyed one", cudaGetTextureObjectResourceDesc(&its, object));
    tell("texture: resource of 12345", cudaGetTextureObjectResourceDesc(&its, 12345));
    cudaCreateSurfaceObject(&surface, &resource);
    tell("surface: destroy", cudaDestroySurfaceObject(surface));
    tell("surface: destroy twice", cudaDestroySurfaceObject(surface));
    tell("surface: resource of 12345", cudaGetSurfaceObjectResourceDesc(&its, 12345));
    tell("array: free", cudaFreeArray(array));
    cudaChannelFormatDesc got = {};
    cudaExtent extent = {};
    unsigned flags = 0;
    tell("array: info of a freed one", cudaArrayGetInfo(&got, &extent, &flags, array));
    tell("array: free twice", cudaFreeArray(array));
}

} // namespace

int main(int words, char** text) {
    return run_sections({{"fractions", ask_about_fractions},
                         {"floats", ask_about_floats},
                         {"normalised", ask_about_normalised},
                         {"halves", ask_about_halves},
                         {"addresses", ask_about_addresses},
                         {"elements", ask_about_elements},
                         {"memory", ask_about_linear_memory},
                         {"levels", ask_about_levels},
                         {"errors", ask_about_errors},
                         {"surfaces", ask_about_surfaces},
                         {"skewed", ask_about_skewed_surfaces},
                         {"handles", ask_about_handles}},
                        words, text);
}

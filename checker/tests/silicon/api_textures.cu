// What a GPU says of arrays, textures and surfaces: how a filter rounds, how coordinates outside
// are addressed, and what the calls refuse (api_texture_errors.hpp). The answers of a real GPU are
// in api_textures.txt.
#include "api_texture_errors.hpp"

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

// The weights by which a GPU mixes the texels of a fetch, within a level and between two, and the
// levels that gradients lead to. Each texel that counts holds a 1 in a channel of its own, and each
// level its number. An H200 was asked about 200 times as many places; each 200th is asked here.
#include "api_fetch_textures.hpp"

namespace {

struct Place {
    float x, y, z, level;
};
struct Gradients {
    float first[3], second[3];
};

template <int dimensions, bool has_level>
__global__ void fetch(cudaTextureObject_t texture, const Place* places, float4* values, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const Place at = places[i];
    if (dimensions == 1)
        values[i] =
            has_level ? tex1DLod<float4>(texture, at.x, at.level) : tex1D<float4>(texture, at.x);
    if (dimensions == 2)
        values[i] = has_level ? tex2DLod<float4>(texture, at.x, at.y, at.level)
                              : tex2D<float4>(texture, at.x, at.y);
    if (dimensions == 3)
        values[i] = has_level ? tex3DLod<float4>(texture, at.x, at.y, at.z, at.level)
                              : tex3D<float4>(texture, at.x, at.y, at.z);
}
template <int dimensions>
__global__ void fetch_along(cudaTextureObject_t texture, const Gradients* places, float4* values,
                            int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const auto [a, b] = places[i];
    if (dimensions == 1) values[i] = tex1DGrad<float4>(texture, .5f, a[0], b[0]);
    if (dimensions == 2)
        values[i] =
            tex2DGrad<float4>(texture, .5f, .5f, make_float2(a[0], a[1]), make_float2(b[0], b[1]));
    if (dimensions == 3)
        values[i] = tex3DGrad<float4>(texture, .5f, .5f, .5f, make_float4(a[0], a[1], a[2], 0),
                                      make_float4(b[0], b[1], b[2], 0));
}

struct Levels {
    cudaMipmappedArray_t array = nullptr;
    cudaTextureObject_t object = 0;
};
// `element(level, x, y, z)`: what a texel holds.
template <class Element>
Levels make(const Shape& shape, int count, cudaTextureAddressMode mode, const Element& element) {
    Levels levels;
    const auto format = cudaCreateChannelDesc<float4>();
    cudaMallocMipmappedArray(&levels.array, &format, {shape.width, shape.height, shape.depth},
                             static_cast<unsigned>(count));
    for (int level = 0; level < count; ++level) {
        const auto size = [&](std::size_t whole) {
            return whole == 0 ? std::size_t{1} : halved(whole, level);
        };
        const std::size_t width = size(shape.width), height = size(shape.height),
                          depth = size(shape.depth);
        std::vector<float4> texels;
        for (std::size_t z = 0; z < depth; ++z)
            for (std::size_t y = 0; y < height; ++y)
                for (std::size_t x = 0; x < width; ++x) texels.push_back(element(level, x, y, z));
        cudaMemcpy3DParms copy{};
        cudaGetMipmappedArrayLevel(&copy.dstArray, levels.array, static_cast<unsigned>(level));
        copy.srcPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(float4), width, height);
        copy.extent = {width, height, depth};
        copy.kind = cudaMemcpyHostToDevice;
        const cudaError_t error = cudaMemcpy3D(&copy);
        if (error != cudaSuccess) tell("copy to a level", error);
    }
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = levels.array;
    cudaTextureDesc texture = reading(cudaFilterModeLinear, mode, true);
    texture.mipmapFilterMode = cudaFilterModeLinear;
    texture.maxMipmapLevelClamp = 20;
    levels.object = object_of(resource, texture);
    return levels;
}

template <class At>
std::vector<float4> values_of(void (*kernel)(cudaTextureObject_t, const At*, float4*, int),
                              const Levels& levels, const std::vector<At>& places) {
    const int count = static_cast<int>(places.size());
    At* from = nullptr;
    float4* to = nullptr;
    cudaMalloc(&from, places.size() * sizeof(At));
    cudaMalloc(&to, places.size() * sizeof(float4));
    cudaMemcpy(from, places.data(), places.size() * sizeof(At), cudaMemcpyHostToDevice);
    kernel<<<(count + 127) / 128, 128>>>(levels.object, from, to, count);
    std::vector<float4> values(places.size());
    const cudaError_t error =
        cudaMemcpy(values.data(), to, values.size() * sizeof(float4), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) tell("fetches", error);
    cudaFree(from);
    cudaFree(to);
    cudaDestroyTextureObject(levels.object);
    cudaFreeMipmappedArray(levels.array);
    return values;
}

template <class At>
std::vector<At> some_of(const std::vector<At>& places) {
    std::vector<At> some;
    for (std::size_t i = 0; i < places.size(); i += 200) some.push_back(places[i]);
    return some;
}

// Texels alternate, so that those of a place have all channels of two textures, or of four.
template <int dimensions, int levels>
void ask_weights(const char* name, const std::vector<Place>& all) {
    constexpr int texels = (1 << dimensions) * levels;
    const Shape shape{4, dimensions > 1 ? 4u : 0u, dimensions > 2 ? 4u : 0u, 0};
    const std::vector<Place> places = some_of(all);
    std::vector<std::vector<float>> weights(places.size());
    for (int first = 0; first < texels; first += 4) {
        const auto values =
            values_of(fetch<dimensions, (levels > 1)>,
                      make(shape, levels, cudaAddressModeWrap,
                           [&](int level, std::size_t x, std::size_t y, std::size_t z) {
                               const std::size_t number = x % 2 + y % 2 * 2 + z % 2 * 4 +
                                                          (static_cast<std::size_t>(level)
                                                           << static_cast<unsigned>(dimensions));
                               const auto channel = static_cast<int>(number) - first;
                               return float4{channel == 0 ? 1.f : 0.f, channel == 1 ? 1.f : 0.f,
                                             channel == 2 ? 1.f : 0.f, channel == 3 ? 1.f : 0.f};
                           }),
                      places);
        for (std::size_t i = 0; i < places.size(); ++i)
            weights[i].insert(weights[i].end(),
                              {values[i].x, values[i].y, values[i].z, values[i].w});
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Place& at = places[i];
        std::printf("%s %g %g %g %g:", name, at.x * 1024, at.y * 1024, at.z * 1024, at.level * 256);
        for (int n = 0; n < texels; ++n)
            std::printf(" %g", weights[i][static_cast<std::size_t>(n)] * 256);
        std::printf("\n");
    }
}
template <int dimensions>
void ask_levels(const char* name, const Shape& shape, int levels,
                const std::vector<Gradients>& all) {
    const std::vector<Gradients> places = some_of(all);
    const auto values = values_of(fetch_along<dimensions>,
                                  make(shape, levels, cudaAddressModeClamp,
                                       [](int level, std::size_t, std::size_t, std::size_t) {
                                           return float4{static_cast<float>(level), 0, 0, 0};
                                       }),
                                  places);
    for (std::size_t i = 0; i < places.size(); ++i)
        std::printf("%s %zu: %g\n", name, i, values[i].x * 256);
}

float in_texels(unsigned fraction) { return (1.5f + static_cast<float>(fraction) / 256) / 4; }
std::vector<Place> scattered(bool has_level) {
    std::vector<Place> places;
    for (int i = 0; i < 60000; ++i) {
        const float x = in_texels(next_number() % 512), y = in_texels(next_number() % 512),
                    z = in_texels(next_number() % 512);
        places.push_back(
            {x, y, z, has_level ? static_cast<float>(next_number() % 257) / 256 : 0.f});
    }
    return places;
}
float any_step() {
    const float step = std::ldexp(1 + static_cast<float>(next_number() % 4096) / 4096,
                                  -static_cast<int>(next_number() % 11));
    return (next_number() & 1) != 0 ? -step : step;
}
std::vector<Gradients> any_gradients(int count, int dimensions, bool has_second) {
    std::vector<Gradients> places;
    for (int i = 0; i < count; ++i) {
        Gradients place{};
        for (int n = 0; n < dimensions; ++n) place.first[n] = any_step();
        for (int n = 0; n < dimensions && has_second; ++n) place.second[n] = any_step();
        places.push_back(place);
    }
    return places;
}
std::vector<Gradients> all_steps() {
    std::vector<Gradients> places;
    for (int i = 0; i < 16384; ++i)
        places.push_back(
            {{std::ldexp(1 + static_cast<float>(i % 2048) / 2048, i / 2048 - 9), 0, 0}, {0, 0, 0}});
    return places;
}

void ask_weights_and_planes() {
    std::vector<Place> places;
    for (unsigned level = 0; level <= 256; ++level)
        for (unsigned x = 0; x < 512; x += 2)
            places.push_back({in_texels(x + level % 2), 0, 0, static_cast<float>(level) / 256});
    ask_weights<1, 2>("line, 2 levels", places);
    places.clear();
    for (unsigned y = 0; y < 256; ++y)
        for (unsigned x = 0; x < 256; ++x) places.push_back({in_texels(x), in_texels(y), 0, 0});
    ask_weights<2, 1>("plane", places);
    ask_weights<2, 2>("plane, 2 levels", scattered(true));
    ask_weights<3, 1>("volume", scattered(false));
    ask_weights<3, 2>("volume, 2 levels", scattered(true));
    const Shape wide_line{512, 0, 0, 0}, square{512, 512, 0, 0}, half{512, 256, 0, 0};
    ask_levels<1>("line", wide_line, 10, all_steps());
    ask_levels<1>("line, both", wide_line, 10, any_gradients(16384, 1, true));
    ask_levels<2>("square", square, 10, any_gradients(32768, 2, false));
    ask_levels<2>("half, both", half, 10, any_gradients(32768, 2, true));
}
void ask_volumes() {
    const Shape cubic{64, 64, 64, 0}, flat{64, 32, 16, 0};
    ask_levels<3>("cubic", cubic, 7, all_steps());
    ask_levels<3>("cubic, any", cubic, 7, any_gradients(32768, 3, false));
    ask_levels<3>("flat, both", flat, 7, any_gradients(32768, 3, true));
}

const Section sections[] = {{"weights_and_planes", ask_weights_and_planes},
                            {"volumes", ask_volumes}};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }

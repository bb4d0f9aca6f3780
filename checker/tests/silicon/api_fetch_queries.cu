// What txq and suq say. A real GPU was not asked yet.
#define FETCH_GRADIENTS 16 // no kernel that fetches
#include "api_fetch_textures.hpp"

namespace {

#define TXQ(n, query) asm volatile("txq." query ".b32 %0, [%1];" : "=r"(out[n]) : "l"(texture))
__global__ void query_texture(cudaTextureObject_t texture, unsigned* out) {
    TXQ(0, "width");
    TXQ(1, "height");
    TXQ(2, "depth");
}
// What ptxas reads from a table of the driver's.
__global__ void query_fields(cudaTextureObject_t texture, unsigned* out) {
    TXQ(3, "channel_data_type");
    TXQ(4, "channel_order");
    TXQ(5, "normalized_coords");
    TXQ(6, "array_size");
    TXQ(7, "num_mipmap_levels");
    TXQ(8, "num_samples");
    TXQ(9, "force_unnormalized_coords");
    TXQ(10, "filter_mode");
    TXQ(11, "addr_mode_0");
    TXQ(12, "addr_mode_1");
    TXQ(13, "addr_mode_2");
    TXQ(14, "memory_layout");
}
#define TXQ_LEVEL(n, query)                                                                        \
    asm volatile("txq.level." query ".b32 %0, [%1], %2;" : "=r"(out[n]) : "l"(texture), "r"(level))
__global__ void query_level(cudaTextureObject_t texture, int level, unsigned* out) {
    TXQ_LEVEL(0, "width");
    TXQ_LEVEL(1, "height");
    TXQ_LEVEL(2, "depth");
}
#define SUQ(n, query) asm volatile("suq." query ".b32 %0, [%1];" : "=r"(out[n]) : "l"(surface))
__global__ void query_surface(cudaSurfaceObject_t surface, unsigned* out) {
    SUQ(0, "width");
    SUQ(1, "height");
    SUQ(2, "depth");
}
__global__ void query_surface_fields(cudaSurfaceObject_t surface, unsigned* out) {
    SUQ(3, "channel_data_type");
    SUQ(4, "channel_order");
    SUQ(5, "array_size");
    SUQ(6, "memory_layout");
}

template <class Kernel>
void tell_query(const char* name, int count, const Kernel& kernel) {
    unsigned* out = nullptr;
    cudaMalloc(&out, 64);
    cudaMemset(out, 0xee, 64);
    kernel(out);
    cudaError_t error = cudaGetLastError();
    unsigned values[16];
    const cudaError_t copied = cudaMemcpy(values, out, 64, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) error = copied;
    std::printf("%s:", name);
    if (error != cudaSuccess) std::printf(" %s", cudaGetErrorName(error));
    for (int i = 0; i < count && error == cudaSuccess; ++i) std::printf(" %x", values[i]);
    std::printf("\n");
    cudaFree(out);
}
bool is_about_fields = false;
void tell_texture(const char* name, const Asked& texture) {
    if (is_about_fields)
        return tell_query(name, 15,
                          [&](unsigned* out) { query_fields<<<1, 1>>>(texture.object, out); });
    tell_query(name, 3, [&](unsigned* out) { query_texture<<<1, 1>>>(texture.object, out); });
    for (const int level : {-1, 0, 1, 2, 3, 20, 100})
        tell_query(name, 3,
                   [&](unsigned* out) { query_level<<<1, 1>>>(texture.object, level, out); });
}

void ask_queries() {
    const Reading normal{"", cudaFilterModePoint, cudaAddressModeClamp, false,
                         cudaReadModeNormalizedFloat};
    for (const Reading& how : readings) tell_texture(how.name, Asked(line, 1, random_fours, how));
    const Reading& how = readings[1];
    tell_texture("plane", Asked(plane, 1, random_eighths, how));
    tell_texture("volume", Asked(volume, 1, numbered, how));
    tell_texture("lines", Asked(lines, 1, random_halves, how));
    tell_texture("planes", Asked(planes, 1, random_colours, normal));
    tell_texture("cube", Asked(cube, 1, random_eighths, readings[2]));
    tell_texture("cubes", Asked(cubes, 1, random_eighths, readings[2]));
    const Reading& point = readings[0];
    tell_texture("u8", Asked(plane, 1, random_bytes<unsigned char>, point));
    tell_texture("s8", Asked(plane, 1, random_bytes<signed char>, point));
    tell_texture("u16", Asked(plane, 1, random_bytes<unsigned short>, point));
    tell_texture("s16", Asked(plane, 1, random_bytes<short>, point));
    tell_texture("u32", Asked(plane, 1, random_bytes<unsigned>, point));
    tell_texture("s32", Asked(plane, 1, random_bytes<int>, point));
    tell_texture("n8", Asked(plane, 1, random_bytes<unsigned char>, normal));
    tell_texture("ns8", Asked(plane, 1, random_bytes<signed char>, normal));
    tell_texture("n16", Asked(plane, 1, random_bytes<unsigned short>, normal));
    tell_texture("ns16", Asked(plane, 1, random_bytes<short>, normal));
    Asked mixed(volume, 1, random_fours, readings[2]);
    cudaDestroyTextureObject(mixed.object);
    cudaTextureDesc texture = reading(cudaFilterModeLinear, cudaAddressModeWrap, true);
    texture.addressMode[1] = cudaAddressModeMirror;
    texture.addressMode[2] = cudaAddressModeBorder;
    mixed.object = object_of(resource_of(mixed.array), texture);
    tell_texture("mixed", mixed);
}
void ask_queries_levels() {
    for (const Reading& how : readings) {
        tell_texture("levels 1d", Asked(line, 3, random_fours, how));
        tell_texture("levels 2d", Asked(plane, 3, random_fours, how));
        tell_texture("levels 3d", Asked(volume, 3, random_fours, how));
        tell_texture("levels a2d", Asked(planes, 3, random_fours, how));
    }
    Asked limited(plane, 3, random_fours, readings[2]);
    cudaDestroyTextureObject(limited.object);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = limited.mipmaps;
    cudaTextureDesc texture = reading(cudaFilterModePoint, cudaAddressModeWrap, true);
    texture.minMipmapLevelClamp = 1;
    texture.maxMipmapLevelClamp = 1;
    limited.object = object_of(resource, texture);
    tell_texture("levels 1 to 1", limited);
}
void ask_queries_linear() {
    float* memory = nullptr;
    cudaMalloc(&memory, 256);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 128;
    tell_texture("linear", Asked("linear", resource, reading(cudaFilterModePoint), 32));
}
void ask_queries_pitched() {
    float* memory = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&memory, &pitch, 24, 5);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {memory, cudaCreateChannelDesc<float>(), 6, 5, pitch};
    tell_texture("pitched", Asked("pitched", resource, reading(cudaFilterModeLinear), 6));
}
template <class Element>
void tell_surface(const char* name, const Shape& shape) {
    const cudaChannelFormatDesc format = format_of<Element>();
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &format, {shape.width, shape.height, shape.depth},
                      shape.flags | cudaArraySurfaceLoadStore);
    const cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    if (is_about_fields)
        tell_query(name, 7, [&](unsigned* out) { query_surface_fields<<<1, 1>>>(surface, out); });
    else
        tell_query(name, 3, [&](unsigned* out) { query_surface<<<1, 1>>>(surface, out); });
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
}
void ask_queries_surfaces() {
    tell_surface<float>("line", line);
    tell_surface<float>("plane", plane);
    tell_surface<float2>("volume", volume);
    tell_surface<Halves>("lines", lines);
    tell_surface<uchar4>("planes", planes);
    tell_surface<float>("cube", cube);
    tell_surface<float>("cubes", cubes);
    tell_surface<unsigned char>("u8", plane);
    tell_surface<signed char>("s8", plane);
    tell_surface<unsigned short>("u16", plane);
    tell_surface<short>("s16", plane);
    tell_surface<unsigned>("u32", plane);
    tell_surface<int>("s32", plane);
    tell_surface<float4>("f32", plane);
}

template <void (*ask)()>
void ask_fields() {
    is_about_fields = true;
    ask();
}

const Section sections[] = {
    {"queries", ask_queries},
    {"queries_levels", ask_queries_levels},
    {"queries_linear", ask_queries_linear},
    {"queries_pitched", ask_queries_pitched},
    {"queries_surfaces", ask_queries_surfaces},
    {"fields", ask_fields<ask_queries>},
    {"fields_levels", ask_fields<ask_queries_levels>},
    {"fields_linear", ask_fields<ask_queries_linear>},
    {"fields_pitched", ask_fields<ask_queries_pitched>},
    {"fields_surfaces", ask_fields<ask_queries_surfaces>},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }

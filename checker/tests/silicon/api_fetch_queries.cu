// What txq and suq say. What ptxas reads from a table of the driver's (`fields`) is asked in a
// library each: a driver that has no such table loads nothing of a program that asks.
#define FETCH_GRADIENTS 16 // no kernel that fetches
#include "api_fetch_textures.hpp"

#include <functional>
#include <string>

namespace {

#define TXQ(n, query) asm volatile("txq." query ".b32 %0, [%1];" : "=r"(out[n]) : "l"(texture))
__global__ void query_texture(cudaTextureObject_t texture, unsigned* out) {
    TXQ(0, "width");
    TXQ(1, "height");
    TXQ(2, "depth");
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

void tell_query(const std::string& name, int count,
                const std::function<cudaError_t(unsigned*)>& kernel) {
    unsigned* out = nullptr;
    cudaMalloc(&out, 64);
    cudaMemset(out, 0xee, 64);
    cudaError_t error = kernel(out);
    unsigned values[16];
    const cudaError_t copied = cudaMemcpy(values, out, 64, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) error = copied;
    std::printf("%s:", name.c_str());
    if (error != cudaSuccess) std::printf(" %s", cudaGetErrorName(error));
    for (int i = 0; i < count && error == cudaSuccess; ++i) std::printf(" %x", values[i]);
    std::printf("\n");
    cudaFree(out);
}

// A kernel of a library of its own, which asks the object for one field.
cudaError_t ask_field(const std::string& query, unsigned long long object, unsigned* out) {
    const std::string code = ".version 7.8\n.target sm_90\n.address_size 64\n"
                             ".visible .entry field(.param .u64 object, .param .u64 out) {\n"
                             ".reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
                             "ld.param.u64 %rd0, [object]; ld.param.u64 %rd1, [out];\n"
                             "cvta.to.global.u64 %rd2, %rd1;\n" +
                             query +
                             ".b32 %r0, [%rd0];\n"
                             "st.global.u32 [%rd2], %r0; ret; }\n";
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    cudaError_t error =
        cudaLibraryLoadData(&library, code.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (error == cudaSuccess) error = cudaLibraryGetKernel(&kernel, library, "field");
    void* arguments[] = {&object, &out};
    if (error == cudaSuccess) error = cudaLaunchKernel(kernel, 1, 1, arguments, 0, nullptr);
    cudaGetLastError();
    return error;
}
void tell_fields(const std::string& name, const std::vector<std::string>& queries,
                 unsigned long long object) {
    for (const std::string& query : queries)
        tell_query(name + " " + query, 1,
                   [&](unsigned* out) { return ask_field(query, object, out); });
}

bool is_about_fields = false;
void tell_texture(const char* name, const Asked& texture) {
    if (is_about_fields)
        return tell_fields(name,
                           {"txq.channel_data_type", "txq.channel_order", "txq.normalized_coords",
                            "txq.array_size", "txq.num_mipmap_levels", "txq.num_samples",
                            "txq.force_unnormalized_coords", "txq.filter_mode", "txq.addr_mode_0",
                            "txq.addr_mode_1", "txq.addr_mode_2", "txq.memory_layout"},
                           texture.object);
    tell_query(name, 3, [&](unsigned* out) {
        query_texture<<<1, 1>>>(texture.object, out);
        return cudaGetLastError();
    });
    for (const int level : {-1, 0, 1, 2, 3, 20, 100})
        tell_query(name, 3, [&](unsigned* out) {
            query_level<<<1, 1>>>(texture.object, level, out);
            return cudaGetLastError();
        });
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
        tell_fields(
            name,
            {"suq.channel_data_type", "suq.channel_order", "suq.array_size", "suq.memory_layout"},
            surface);
    else
        tell_query(name, 3, [&](unsigned* out) {
            query_surface<<<1, 1>>>(surface, out);
            return cudaGetLastError();
        });
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

// What a GPU gives for the forms of tex, tld4, txq and suq that CUDA C++ has no function for:
// offsets, comparison of depths, predicates of residency, halves. The answers of a real GPU are in
// api_fetches.txt; the virtual GPU must give the same. Gradients that the driver has functions for
// are asked in api_fetch_gradients.cu, sizes and fields in api_fetch_queries.cu, weights in
// api_fetch_weights.cu.
#include "api_fetch_ask.hpp"

namespace {

#define ASK_PLAIN(id)                                                                              \
    ASK(plain_##id);                                                                               \
    ASK(whole_##id)
#define ASK_OFFSETS(id)                                                                            \
    ASK(offset_##id);                                                                              \
    ASK(offset_whole_##id);                                                                        \
    ASK(offset_base_##id);                                                                         \
    ASK(offset_base_whole_##id)
#define ASK_LEVELS(id)                                                                             \
    ASK(offset_level_##id);                                                                        \
    ASK(offset_level_whole_##id);
#define ASK_GRADIENTS(id)                                                                          \
    ASK(offset_grad_##id);                                                                         \
    ASK(grad_##id)
#define ASK_COMPARISON(id)                                                                         \
    ASK(compare_##id);                                                                             \
    ASK(compare_base_##id);                                                                        \
    ASK(compare_level_##id);
#define ASK_BOTH(id)                                                                               \
    ASK(both_##id);                                                                                \
    ASK(both_base_##id);                                                                           \
    ASK(both_level_##id);

// Samplers of all kinds. `shape` has levels where the coordinates are normalised.
#define OFFSETS_OF(id, shape)                                                                      \
    void ask_offsets_##id() {                                                                      \
        for (const Reading& how : readings) {                                                      \
            Asked texture(shape, 1, random_fours, how);                                            \
            ASK_PLAIN(id);                                                                         \
            ASK_OFFSETS(id);                                                                       \
            Asked levels(shape, 3, random_fours, how);                                             \
            ask_levels_##id(levels);                                                               \
        }                                                                                          \
    }
#define LEVELS_OF(id)                                                                              \
    void ask_levels_##id(const Asked& texture) {                                                   \
        ASK_LEVELS(id);                                                                            \
        ASK_GRADIENTS(id);                                                                         \
    }
#define COMPARISON_OF(id, shape)                                                                   \
    void ask_comparison_##id() {                                                                   \
        for (const Reading& how : readings) {                                                      \
            Asked texture(shape, 3, random_eighths, how);                                          \
            ASK_COMPARISON(id);                                                                    \
            ASK_BOTH(id);                                                                          \
        }                                                                                          \
    }
LEVELS_OF(1d)
LEVELS_OF(2d)
void ask_levels_3d(const Asked& texture) { ASK_LEVELS(3d); }
LEVELS_OF(a1d)
LEVELS_OF(a2d)
OFFSETS_OF(1d, line)
OFFSETS_OF(2d, plane)
OFFSETS_OF(3d, volume)
OFFSETS_OF(a1d, lines)
OFFSETS_OF(a2d, planes)
COMPARISON_OF(1d, line)
COMPARISON_OF(2d, plane)
COMPARISON_OF(a1d, lines)
COMPARISON_OF(a2d, planes)

void ask_cubes() {
    for (const Reading& how : readings) {
        if (!how.is_normalised) continue;
        {
            Asked texture(cube, 1, random_eighths, how);
            ASK(plain_cube);
            ASK_COMPARISON(cube);
        }
        Asked texture(cubes, 1, random_eighths, how);
        ASK(plain_acube);
        ASK_COMPARISON(acube);
    }
}

void ask_gathers() {
    for (const Reading& how : readings) {
        {
            Asked texture(plane, 1, random_fours, how, cudaArrayTextureGather);
            ASK(gather_r_2d);
            ASK(gather_a_2d);
            ASK(gather_g_off_2d);
            ASK(gather_b_off_2d);
            ASK(gather_s32_2d);
            ASK(gather_compare_2d);
            ASK(gather_both_2d);
        }
        {
            Asked texture(plane, 1, random_eighths, how, cudaArrayTextureGather);
            ASK(gather_compare_2d);
            ASK(gather_both_2d);
            ASK(gather_compare_s32_2d);
        }
        Asked texture(planes, 1, random_fours, how);
        ASK(gather_r_a2d);
        ASK(gather_a_a2d);
        ASK(gather_g_off_a2d);
        ASK(gather_b_off_a2d);
        ASK(gather_compare_a2d);
        ASK(gather_both_a2d);
    }
}
// Without the flag.
void ask_gathers_unmarked() {
    for (const Reading& how : readings) {
        Asked texture(plane, 1, random_fours, how);
        ASK(gather_r_2d);
        ASK(gather_both_2d);
    }
}
void ask_gather_arrays() {
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    const auto ask_for = [&](const char* name, const Shape& shape) {
        tell(name, cudaMalloc3DArray(&array, &format, {shape.width, shape.height, shape.depth},
                                     shape.flags | cudaArrayTextureGather));
    };
    ask_for("line", line);
    ask_for("plane", plane);
    ask_for("volume", volume);
    ask_for("lines", lines);
    ask_for("planes", planes);
    ask_for("cube", cube);
    ask_for("cubes", cubes);
}
void ask_gathers_cubes() {
    for (const Reading& how : readings) {
        if (!how.is_normalised) continue;
        {
            Asked texture(cube, 1, random_fours, how);
            ask("gather_r_cube", gather_r_cube, texture, places_in(texture, 24));
            ASK(gather_a_cube);
            ASK(gather_compare_cube);
        }
        Asked texture(cubes, 1, random_fours, how);
        ask("gather_r_acube", gather_r_acube, texture, places_in(texture, 24));
        ASK(gather_a_acube);
        ASK(gather_compare_acube);
    }
}

// What registers and instructions hold beyond -8 to 7 (tex) and -32 to 31 (tld4).
void ask_large_offsets() {
    std::vector<FetchAt> places;
    for (const int offset : {7,  -8, 8,   9,   -9, 15, 16,  17,         -16,         -17,
                             31, 32, -32, -33, 63, 64, 100, 0x7fffffff, -0x7fffffff, 0x10003}) {
        FetchAt place{};
        place.index[0] = 20;
        place.index[1] = 21;
        place.index[2] = 3;
        for (int i = 0; i < 3; ++i) place.at[i] = static_cast<float>(place.index[i]) + 0.5f;
        place.offset[0] = offset;
        places.push_back(place);
        place.offset[0] = 0;
        place.offset[1] = offset;
        places.push_back(place);
        place.offset[1] = 0;
        place.offset[2] = offset;
        places.push_back(place);
    }
    const Reading how{"point", cudaFilterModePoint, cudaAddressModeClamp, false};
    {
        Asked texture(wide, 1, numbered, how, cudaArrayTextureGather);
        ask("offset_2d", offset_2d, texture, places);
        ask("offset_whole_2d", offset_whole_2d, texture, places);
        ask("gather_g_off_2d", gather_g_off_2d, texture, places);
        const std::vector<FetchAt> first(places.begin(), places.begin() + 1);
        ask("fixed_3", fixed_3, texture, first);
        ask("fixed_7", fixed_7, texture, first);
        ask("fixed_8", fixed_8, texture, first);
        ask("fixed_minus_9", fixed_minus_9, texture, first);
        ask("fixed_100", fixed_100, texture, first);
        ask("fixed_gather_3", fixed_gather_3, texture, first);
        ask("fixed_gather_8", fixed_gather_8, texture, first);
        ask("fixed_gather_40", fixed_gather_40, texture, first);
    }
    {
        Asked texture(deep, 1, numbered, how);
        ask("offset_3d", offset_3d, texture, places);
    }
    Asked texture(wide_line, 1, numbered, how);
    ask("offset_1d", offset_1d, texture, places);
}

// Where coordinates are so far away that an offset may not count.
void ask_far_offsets() {
    const float infinite = 1e30f * 1e30f;
    std::vector<FetchAt> places;
    for (const float at : {1e20f, -1e20f, infinite, -infinite, infinite - infinite, 2147483648.f,
                           65536.25f, -70000.3f, 16777216.f, -0.f, 1e-30f})
        for (const int offset : {3, -4}) {
            FetchAt place{};
            place.at[0] = at;
            place.at[1] = 2.5f;
            place.index[0] = offset > 0 ? 0x7fffffff : -0x7fffffff - 1;
            place.offset[0] = offset;
            place.offset[1] = -offset;
            places.push_back(place);
        }
    for (const Reading& how : readings) {
        Asked texture(plane, 1, random_fours, how);
        ask("offset_2d", offset_2d, texture, places);
        ask("offset_whole_2d", offset_whole_2d, texture, places);
        ask("plain_2d", plain_2d, texture, places);
    }
}

// ---- Comparisons with values of all kinds ----

std::vector<FetchAt> references() {
    const float infinite = 1e30f * 1e30f;
    std::vector<FetchAt> places;
    for (const float reference :
         {0.f, -0.f, 0.25f, 0.5f, 1.f, 2.f, -1.f, infinite, -infinite, infinite - infinite, 1e-40f})
        for (const float x : {0.5f, 1.5f, 2.25f, 4.5f, 6.875f}) {
            FetchAt place{};
            place.at[0] = x;
            place.at[1] = 1.5f;
            place.reference = reference;
            places.push_back(place);
        }
    return places;
}
template <class Element>
void ask_reference(const char* name, std::vector<Element> (*elements)(int),
                   cudaTextureReadMode read) {
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        if (filter == cudaFilterModeLinear && read == cudaReadModeElementType &&
            std::is_integral<decltype(first_of(Element{}))>::value)
            continue;
        const Reading how{name, filter, cudaAddressModeClamp, false, read};
        Asked texture(plane, 1, elements, how);
        ask("compare_2d", compare_2d, texture, references());
    }
}
void ask_references() {
    ask_reference<float>("floats", random_eighths, cudaReadModeElementType);
    ask_reference<float>("special", special_floats, cudaReadModeElementType);
    ask_reference<float4>("fours", random_fours, cudaReadModeElementType);
    ask_reference<unsigned char>("bytes", random_bytes<unsigned char>, cudaReadModeNormalizedFloat);
    ask_reference<signed char>("signed", random_bytes<signed char>, cudaReadModeNormalizedFloat);
    ask_reference<unsigned short>("shorts", random_bytes<unsigned short>,
                                  cudaReadModeNormalizedFloat);
    ask_reference<uchar4>("colours", random_colours, cudaReadModeNormalizedFloat);
    ask_reference<unsigned>("words", random_bytes<unsigned>, cudaReadModeElementType);
    ask_reference<int>("ints", random_bytes<int>, cudaReadModeElementType);
    const Reading how{"floats", cudaFilterModePoint, cudaAddressModeClamp, false};
    Asked texture(plane, 1, random_eighths, how);
    ask("compare_s32_2d", compare_s32_2d, texture, references());
    ask("compare_u32_2d", compare_u32_2d, texture, references());
    ask("pairs_compare_2d", pairs_compare_2d, texture, references());
}

// ---- Halves ----

void ask_halves() {
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        const Reading how{filter == cudaFilterModePoint ? "point" : "linear", filter,
                          cudaAddressModeClamp, false};
        {
            Asked texture(plane, 1, special_fours, how);
            const auto places = places_in(texture, 60);
            ask("pairs_2d", pairs_2d, texture, places);
            ask("halves_2d", halves_2d, texture, places);
            if (filter == cudaFilterModePoint)
                ask("pairs_whole_2d", pairs_whole_2d, texture, places_in(texture, 8));
            ask("pairs_offset_2d", pairs_offset_2d, texture, places_in(texture, 8));
        }
        {
            Asked texture(plane, 1, random_halves, how);
            ask("pairs_2d halves", pairs_2d, texture, places_in(texture, 20));
            ask("halves_2d halves", halves_2d, texture, places_in(texture, 20));
        }
        Reading bytes = how;
        bytes.read = cudaReadModeNormalizedFloat;
        Asked texture(plane, 1, random_colours, bytes);
        ask("pairs_2d bytes", pairs_2d, texture, places_in(texture, 20));
        ask("halves_2d bytes", halves_2d, texture, places_in(texture, 20));
    }
    const Reading how{"ints", cudaFilterModePoint, cudaAddressModeClamp, false};
    Asked texture(plane, 1, random_bytes<int>, how);
    ask("pairs_2d ints", pairs_2d, texture, places_in(texture, 8));
    ask("halves_2d ints", halves_2d, texture, places_in(texture, 8));
}

// ---- Predicates of linear memory ----

void ask_linear_memory() {
    float* memory = nullptr;
    cudaMalloc(&memory, 256);
    const std::vector<float> values(64, 2.5f);
    cudaMemcpy(memory, values.data(), 256, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 128;
    const Asked texture("linear", resource, reading(cudaFilterModePoint), 32);
    std::vector<FetchAt> places;
    for (const int index : {0, 31, 32, -1, 1000, 1 << 30})
        for (const int offset : {0, 3, -4}) {
            FetchAt place{};
            place.index[0] = index;
            place.at[0] = static_cast<float>(index);
            place.offset[0] = offset;
            places.push_back(place);
        }
    ask("whole_1d", whole_1d, texture, places);
    ask("offset_whole_1d", offset_whole_1d, texture, places);
    ask("offset_1d", offset_1d, texture, places);
}

const Section sections[] = {
    {"offsets_1d", ask_offsets_1d},
    {"offsets_2d", ask_offsets_2d},
    {"offsets_3d", ask_offsets_3d},
    {"offsets_a1d", ask_offsets_a1d},
    {"offsets_a2d", ask_offsets_a2d},
    {"comparison_1d", ask_comparison_1d},
    {"comparison_2d", ask_comparison_2d},
    {"comparison_a1d", ask_comparison_a1d},
    {"comparison_a2d", ask_comparison_a2d},
    {"cubes", ask_cubes},
    {"gathers", ask_gathers},
    {"gathers_unmarked", ask_gathers_unmarked},
    {"gather_arrays", ask_gather_arrays},
    {"gathers_cubes", ask_gathers_cubes},
    {"large_offsets", ask_large_offsets},
    {"far_offsets", ask_far_offsets},
    {"references", ask_references},
    {"halves", ask_halves},
    {"linear_memory", ask_linear_memory},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }

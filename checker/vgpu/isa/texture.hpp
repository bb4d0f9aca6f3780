// What an instruction does with a texture or a surface (PTX ISA 9.7.10, 9.7.11).
#pragma once

#include "vgpu/isa/instruction.hpp"

namespace vgpu::isa {

// What the coordinates are of: a1d, a2d and acube begin with the number of a layer.
enum class Geometry : std::uint8_t { none, line, plane, volume, lines, planes, cube, cubes };

constexpr bool has_layers(Geometry geometry) {
    return geometry == Geometry::lines || geometry == Geometry::planes ||
           geometry == Geometry::cubes;
}
// Without the layer.
constexpr int coordinates_of(Geometry geometry) {
    switch (geometry) {
    case Geometry::none:
        return 0;
    case Geometry::line:
    case Geometry::lines:
        return 1;
    case Geometry::plane:
    case Geometry::planes:
        return 2;
    default:
        return 3;
    }
}

enum class TextureForm : std::uint8_t {
    fetch,  // tex
    gather, // tld4
    load,   // suld
    store,  // sust
    reduce, // sured
    query_texture,
    query_surface // txq, suq
};
enum class Query : std::uint8_t { width, height, depth };
// What a surface instruction does with coordinates outside.
enum class Outside : std::uint8_t { trap, clamp, zero };

// Sources: the coordinates, the layer first; then the level of detail or the two gradients, offsets
// in texels, one for each coordinate, and what texels are compared with; or the elements that are
// stored, or what a reduction adds; or the level that a query is about. Destinations of a fetch:
// the channels, and a predicate, if the instruction has one.
struct TextureAccess {
    TextureForm form = TextureForm::fetch;
    Geometry geometry = Geometry::none;
    bool integer_coordinates = false;
    enum class Detail : std::uint8_t { base, level, gradient } detail = Detail::base;
    int channel = 0; // gather
    bool has_offsets = false;
    // A depth to compare with. It does not count: no texture of CUDA's is one of depths, and an
    // H200 fetches as without it.
    bool has_reference = false;
    enum class Result : std::uint8_t { words, halves, pairs_of_halves } result = Result::words;
    Query query = Query::width;
    Outside outside = Outside::trap;
    // A surface's x counts elements, not bytes; a store converts each 32 bits to the type of the
    // surface's elements, and a reduction has the sign of that type.
    bool is_formatted = false;
};

} // namespace vgpu::isa

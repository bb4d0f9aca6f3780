// Several modules as one: what nvlink does for relocatable device code, on the parsed text.
//
// How names are matched across the units:
//  - .visible (and .entry with it): one definition in all units; a second one is an error.
//  - .weak: any number of definitions. A .visible one is taken where there is one, else the first.
//  - .common: variables without an initial value; all of a name become one, as large as the
//  largest.
//    A .visible definition stands above them.
//  - .extern, and functions that are declared only: the definition that another unit has. A
//    missing one is an error only where it is used, and found there: the virtual GPU itself
//    provides some functions.
//  - `.extern .shared x[]` (dynamic shared memory): one variable in all units.
//  - no linkage ("static"): belongs to its unit alone. If another unit has the name too, later
//    ones are called "name@2", ... in the result.
//  - .alias: another name of a function, for the other units as well.
#pragma once

#include "vgpu/ptx/ast.hpp"

#include <string>
#include <vector>

namespace vgpu::ptx {

struct Unit {
    std::string name; // for messages: "b.cu"
    Module module;
};

// Positions in the result count on through all units: line 1 of the second follows the last of the
// first. `locate` makes them a place in one unit again.
struct Linked {
    Module module;
    std::vector<int> first_lines; // by unit: what was added to its lines

    Diagnostic locate(Diagnostic diagnostic) const;
};

// `lines` is the number of lines of each unit's text, or more.
Expected<Linked> link(std::vector<Unit> units, const std::vector<int>& lines);

} // namespace vgpu::ptx

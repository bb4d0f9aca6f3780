// The list of tools: a new one is a class (tool.hpp says what it may have), a row here, and a row
// in wire/checks.def, by whose name it is wanted.
#pragma once

#include "vgpu/observe/initcheck.hpp"
#include "vgpu/observe/profile_facts.hpp"
#include "vgpu/observe/racecheck.hpp"
#include "vgpu/observe/tool.hpp"
#include "vgpu/observe/traffic.hpp"
#include "vgpu/observe/work_races.hpp"

namespace vgpu::observe {

// In the order in which they are told and report.
using Tools = ToolSet<Traffic,      // first: others look at what it counted
                      ProfileFacts, //
                      Racecheck,    // what is read before it is written mostly races, too: first that
                      WorkRaces,    //
                      Initcheck>;

} // namespace vgpu::observe

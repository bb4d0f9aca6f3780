// The list of tools: a new one is a class (tool.hpp says what it may have), a row here, and a row
// in wire/checks.def, by whose name it is wanted.
#pragma once

#include "vgpu/observe/array_log.hpp"
#include "vgpu/observe/initcheck.hpp"
#include "vgpu/observe/map_fences.hpp"
#include "vgpu/observe/profile_facts.hpp"
#include "vgpu/observe/racecheck.hpp"
#include "vgpu/observe/tool.hpp"
#include "vgpu/observe/traffic.hpp"
#include "vgpu/observe/work_races.hpp"

namespace vgpu::observe {

// The order in which tools get events and report: Traffic first, since others look at what it
// counted; Racecheck before Initcheck, since what is read too early mostly races, too.
using Tools = ToolSet<Traffic, ProfileFacts, ArrayLog, Racecheck, WorkRaces, MapFences, Initcheck>;

} // namespace vgpu::observe

// Everything that a check.cpp needs. docs/reference/harness.md describes it.
#pragma once

#include "harness/arguments.hpp"
#include "harness/call.hpp"
#include "harness/describe.hpp"
#include "harness/gain.hpp"
#include "harness/gpu.hpp"
#include "harness/matchers.hpp"
#include "harness/printed.hpp"
#include "harness/promises.hpp"
#include "harness/ptx.hpp"
#include "harness/random.hpp"
#include "harness/returned.hpp"
#include "harness/run.hpp"
#include "harness/timeline.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <vector>

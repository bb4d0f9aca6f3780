// Where in the program something happens: from a place in the code to file, line and thread.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/frame.hpp"
#include "vgpu/exec/lower/program.hpp"

#include <functional>
#include <string>

namespace vgpu::exec {

// What runs, or ran last; the device keeps it, all resolvers read it.
struct SiteContext {
    const DeviceMemory* memory = nullptr;
    const std::vector<std::unique_ptr<Program>>* programs = nullptr;
    const Program* program = nullptr; // of the kernel
    const Kernel* kernel = nullptr;
    LaunchInfo launch;
    // Returns where the program made an allocation ("square.cu:31"), or ""; may be empty.
    std::function<std::string(const Allocation&)> made_in;
    std::function<std::string(std::uint64_t)> host_memory;
};

// "cudaMalloc of 4096 bytes in square.cu:31", or a variable's name.
std::string describe_allocation(const SiteContext& context, const Allocation& allocation);
Dim3 block_index(std::uint64_t linear, const Dim3& grid);
Dim3 thread_index(std::uint32_t linear, const Dim3& block);

// The resolver of one program's code.
class CodeSites final : public SiteResolver {
  public:
    CodeSites(const Program& program, const SiteContext& context)
        : program_(program), context_(context) {}

    Site site(const CodePlace& place, const WarpPlace& warp, int lane) const override;
    SourceFrame line(const CodePlace& place) const override; // not of a header of the toolkit
    Whereabouts describe(ptx::Space space, std::uint64_t address) const override;

    // The same with the calls that led there.
    Site site_in(const Frame& frame, const Op& op, const WarpPlace& warp, int lane) const;
    // "tile.cu:40", and "given.hpp:14, called from tile.cu:40" where another file called that;
    // headers of the toolkit are left out, unless there is nothing else. "" without line
    // information.
    std::string lines_in(const Frame& frame, const Op& op) const;

  private:
    void add_frames(std::uint32_t function, std::uint32_t pc,
                    std::vector<SourceFrame>& frames) const;
    void add_callers(const Frame& frame, std::vector<SourceFrame>& frames) const;

    const Program& program_;
    const SiteContext& context_;
};

// An instruction as PTX text.
std::string to_text(const ptx::Function& function, const ptx::Instruction& instruction);

} // namespace vgpu::exec

// Compiled as the virtual GPU's loops are, so that the compiler's macros tell what those use. Only
// data: no function that is compiled like them may run before the processor was asked.
namespace vgpu::engine {

// A macro that is defined is 1; one that is not stays its own name, of two underscores.
#define VGPU_TEXT_OF(macro) #macro
#define VGPU_IS_DEFINED(macro) (VGPU_TEXT_OF(macro)[0] == '1')
#define VGPU_INSTRUCTION_SET(name, macro, supports) VGPU_IS_DEFINED(macro),
extern const bool built_for[];
constinit const bool built_for[] = {
#include "vgpu/engine/instruction_sets.def"
    false};

} // namespace vgpu::engine

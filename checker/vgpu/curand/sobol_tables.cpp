#include "vgpu/curand/sobol_tables.hpp"

#ifdef WORKBOOK_SOBOL_TABLES
asm(".pushsection .rodata\n"
    ".balign 64\n"
    "workbook_sobol_tables: .incbin \"" WORKBOOK_SOBOL_TABLES "\"\n"
    ".popsection\n");
extern "C" __attribute__((visibility("hidden")))
const vgpu::curand::SobolTables workbook_sobol_tables;
#endif

namespace vgpu::curand {

const SobolTables* sobol_tables() {
#ifdef WORKBOOK_SOBOL_TABLES
    return &workbook_sobol_tables;
#else
    return nullptr;
#endif
}

} // namespace vgpu::curand

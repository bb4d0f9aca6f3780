#include "vgpu/isa/semantics/matrix_product.hpp"

#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace vgpu::isa::semantics {
namespace {

using Places = std::vector<std::uint16_t>;

// Where a fragment's elements go, in rows of k for A and in rows of n for the others.
Places places_of(MatrixPart part, MatrixShape shape, MatrixType type) {
    const Fragment fragment(part, shape, type);
    const int width = part == MatrixPart::a ? shape.k : shape.n;
    Places places;
    for (int reg = 0; reg < fragment.registers(); ++reg)
        for (int lane = 0; lane < warp_size; ++lane)
            for (int i = 0; i < fragment.per_register(); ++i) {
                const MatrixPlace place = fragment.place(lane, reg, i);
                places.push_back(static_cast<std::uint16_t>(place.row * width + place.column));
            }
    return places;
}

// mma.m8n8k4 of f16 (9.7.14.5.1): quarter q are lanes 4q to 4q + 3, and those 16 behind them with
// the rows (of B: the columns) from 4 on.
struct QuarterLane {
    int quarter, along, upper;
    explicit QuarterLane(int lane)
        : quarter(lane % 16 / 4), along(lane % 4), upper(lane < 16 ? 0 : 4) {}
};

template <class Place>
Places places_in_quarters(int registers, int each, int size, const Place& place) {
    Places places;
    for (int reg = 0; reg < registers; ++reg)
        for (int lane = 0; lane < warp_size; ++lane)
            for (int i = 0; i < each; ++i) {
                const QuarterLane own(lane);
                places.push_back(
                    static_cast<std::uint16_t>(own.quarter * size + place(own, reg * each + i)));
            }
    return places;
}

Places sum_in_quarters(MatrixType type) {
    if (type == MatrixType::f16)
        return places_in_quarters(4, 2, 64, [](const QuarterLane& own, int i) {
            return (own.along + own.upper) * 8 + i;
        });
    return places_in_quarters(8, 1, 64, [](const QuarterLane& own, int i) {
        const int row = (own.along & 1) + (i & 2) + own.upper;
        return row * 8 + (i & 4) + (own.along & 2) + (i & 1);
    });
}

void plan_quarters(MatrixPlan& plan) {
    const MatrixProduct& product = plan.product;
    plan.products = 4;
    plan.a = places_in_quarters(2, 2, 32, [&](const QuarterLane& own, int i) {
        return product.a_by_columns ? (i + own.upper) * 4 + own.along
                                    : (own.along + own.upper) * 4 + i;
    });
    plan.b = places_in_quarters(2, 2, 32, [&](const QuarterLane& own, int i) {
        return product.b_by_columns ? i * 8 + own.along + own.upper : own.along * 8 + i + own.upper;
    });
    plan.c = sum_in_quarters(product.c);
    plan.d = sum_in_quarters(product.d);
}

// A sum has all k, with two exceptions: of 8-bit floats, the lower two of a register come before
// the upper two; wmma's products of tf32 are two of half the depth.
std::vector<std::uint32_t> steps_of(const MatrixProduct& product) {
    if (product.method == MatrixMethod::bytes) return {0x33333333u, 0xccccccccu};
    if (product.a == MatrixType::tf32 && product.n == 16) return {0x0fu, 0xf0u};
    return {~0u};
}

std::vector<MatrixPlan::Kept> kept_of(const MatrixProduct& product, int depth) {
    const Sparsity sparsity(product.a, product.k, product.selector);
    std::vector<MatrixPlan::Kept> kept;
    for (int row = 0; row < product.m; ++row)
        for (int k = 0; k < depth; ++k) {
            const int chunk = k / sparsity.kept();
            const Sparsity::Place place = sparsity.place(row, chunk);
            kept.push_back({static_cast<std::uint8_t>(place.lane),
                            static_cast<std::uint8_t>(place.bit),
                            static_cast<std::uint8_t>(k % sparsity.kept()),
                            static_cast<std::uint8_t>(chunk * sparsity.chunk())});
        }
    return kept;
}

MatrixPlan make_plan(const MatrixProduct& product, int a_registers, int b_registers) {
    MatrixPlan plan;
    plan.product = product;
    plan.b_depth = product.k;
    plan.depth = product.is_sparse ? product.k / 2 : product.k;
    plan.steps = steps_of(product);
    if (product.in_quarters) {
        plan_quarters(plan);
    } else {
        MatrixShape shape = product.shape();
        MatrixType a = product.a, b = product.b;
        if (a == MatrixType::b1) {
            plan.depth = plan.b_depth = shape.k /= 32;
            a = b = MatrixType::s32;
        }
        plan.a = places_of(MatrixPart::a, {shape.m, shape.n, plan.depth}, a);
        plan.b = places_of(MatrixPart::b, shape, b);
        plan.c = places_of(MatrixPart::c, shape, product.c);
        plan.d = places_of(MatrixPart::c, shape, product.d);
    }
    const auto registers = [](const Places& places, MatrixType type) {
        const int each = bits_of(type) < 32 && type != MatrixType::b1 ? 32 / bits_of(type) : 1;
        return static_cast<int>(places.size()) / warp_size / each;
    };
    plan.a_registers = registers(plan.a, product.a);
    plan.b_registers = registers(plan.b, product.b);
    plan.c_registers = registers(plan.c, product.c);
    plan.d_registers = registers(plan.d, product.d);
    plan.first_b = first_matrix_source + a_registers;
    plan.first_c = plan.first_b + b_registers;
    plan.metadata = plan.first_c + plan.c_registers;
    if (product.is_sparse) plan.kept = kept_of(product, plan.depth);
    return plan;
}

bool is_byte_float(MatrixType type) { return type == MatrixType::e4m3 || type == MatrixType::e5m2; }

MatrixMethod method_of(const Form& form, const MatrixProduct& product) {
    if (product.a == MatrixType::b1)
        return form.has("and") ? MatrixMethod::bits_and : MatrixMethod::bits_xor;
    if (product.a == MatrixType::f64) return MatrixMethod::doubles;
    if (product.c == MatrixType::s32) return MatrixMethod::integers;
    if (is_byte_float(product.a)) return MatrixMethod::bytes;
    return product.in_quarters ? MatrixMethod::fma : MatrixMethod::floats;
}

// The types of D, A, B and C; wmma.mma of f16 names those of D and C alone.
void set_types(const Form& form, MatrixProduct& product) {
    const auto type = [&](int i) { return matrix_type(form.type_names[i]); };
    product.d = type(0);
    const bool names_all = !form.type_names[2].empty();
    product.a = names_all ? type(1) : MatrixType::f16;
    product.b = names_all ? type(2) : MatrixType::f16;
    product.c = type(names_all ? 3 : 1);
}

// Which of `row` and `col` stands at that place among them.
bool is_by_columns(const Form& form, int place) {
    for (const std::string& modifier : form.source.modifiers)
        if (modifier == "row" || modifier == "col")
            if (place-- == 0) return modifier == "col";
    return false;
}

WarpFunction function_of(MatrixMethod method) {
    switch (method) {
    case MatrixMethod::integers:
    case MatrixMethod::bits_and:
    case MatrixMethod::bits_xor:
        return multiply_integers;
    case MatrixMethod::doubles:
        return multiply_doubles;
    case MatrixMethod::floats:
    case MatrixMethod::bytes:
    case MatrixMethod::fma:
        return multiply_floats;
    }
    return nullptr;
}

// Elements of the vector operand.
int count_of(const Form& form, std::size_t operand) {
    const auto* vector = std::get_if<ptx::VectorOperand>(&form.source.operands[operand].value);
    return vector == nullptr ? 1 : static_cast<int>(vector->elements.size());
}

bool have_own_width(const Instruction& instruction, const MatrixProduct& product) {
    const Storage own = product.a == MatrixType::f64 ? Storage::doubleword : Storage::word;
    return std::ranges::all_of(instruction.destinations,
                               [=](const Destination& each) { return each.storage == own; }) &&
           std::ranges::all_of(instruction.sources,
                               [=](const Source& each) { return each.storage == own; });
}

// Puts the further sources that the semantics need in front of the operands.
void use_product(Instruction& instruction, const MatrixPlan& plan) {
    const auto address = reinterpret_cast<std::uintptr_t>(&plan);
    const std::vector<Source> written = std::move(instruction.sources);
    instruction.sources.clear();
    add_constant(instruction, Storage::doubleword, address);
    add_constant(instruction, Storage::word, all_lanes);
    instruction.sources.insert(instruction.sources.end(), written.begin(), written.end());
    instruction.member_mask = 1;
    instruction.is_wide = instruction.is_aligned = true;
    instruction.warp = function_of(plan.product.method);
}

// The last source is the selector, a constant, and the one before it the metadata.
bool take_selector(Instruction& instruction, MatrixProduct& product) {
    const Source selector = instruction.sources.back();
    instruction.sources.pop_back();
    const Sparsity sparsity(product.a, product.k, 0);
    product.selector = static_cast<std::uint8_t>(selector.bits);
    return selector.from == Source::From::constant &&
           selector.bits < static_cast<std::uint64_t>(sparsity.selectors());
}

// The instruction has an op in front of it that looks at the metadata.
void check_metadata(const Form& form, Instruction& instruction, const MatrixProduct& product) {
    const Sparsity sparsity(product.a, product.k, product.selector);
    ControlOperation& control = instruction.control;
    control.action = ControlAction::check_metadata;
    control.metadata = sparsity.check(form.has("sp::ordered_metadata"));
    control.metadata.source = static_cast<std::uint16_t>(instruction.sources.size() - 1);
}

} // namespace

const MatrixPlan& plan_of(const MatrixProduct& product, int a_registers, int b_registers) {
    using Key = std::tuple<MatrixProduct, int, int>;
    static std::mutex mutex;
    static std::map<Key, std::unique_ptr<const MatrixPlan>> plans;
    const std::scoped_lock lock(mutex);
    std::unique_ptr<const MatrixPlan>& plan = plans[{product, a_registers, b_registers}];
    if (plan == nullptr)
        plan = std::make_unique<const MatrixPlan>(make_plan(product, a_registers, b_registers));
    return *plan;
}

bool matrix_product(const Form& form, Instruction& instruction) {
    const bool is_wmma = form.row.opcode() == "wmma";
    MatrixProduct product;
    set_types(form, product);
    std::optional<MatrixShape> shape;
    for (const std::string& modifier : form.source.modifiers)
        if (const auto found = matrix_shape(modifier)) shape = found;
    if (!shape) return false;
    product.m = static_cast<std::uint8_t>(shape->m);
    product.n = static_cast<std::uint8_t>(shape->n);
    product.k = static_cast<std::uint16_t>(shape->k);
    product.saturates = form.has("satfinite");
    product.mode = mode_of(form.which("rz|rm|rp"));
    product.in_quarters =
        !is_wmma && product.a == MatrixType::f16 && *shape == MatrixShape{8, 8, 4};
    // wmma.mma takes matrices in any layout, except for elements below a byte.
    const bool lies_anyhow = product.in_quarters || (is_wmma && shape->k < 32);
    if (!lies_anyhow && (is_by_columns(form, 0) || !is_by_columns(form, 1))) return false;
    if (product.in_quarters) {
        product.a_by_columns = is_by_columns(form, 0);
        product.b_by_columns = is_by_columns(form, 1);
    }
    if (is_wmma && product.a != product.b) return false;
    // NVIDIA's ptxas refuses this, too.
    if (product.in_quarters && product.c == MatrixType::f32 && product.d != product.c) return false;
    product.is_sparse = form.has("sp") || form.has("sp::ordered_metadata");
    if (product.is_sparse && !take_selector(instruction, product)) return false;
    product.method = method_of(form, product);
    const int a_registers = count_of(form, 1), b_registers = count_of(form, 2);
    const MatrixPlan& plan = plan_of(product, a_registers, b_registers);
    // wmma's fragments of f16 have eight registers, whatever the shape is; some are twice the same.
    const bool repeats = is_wmma && product.a == MatrixType::f16;
    const auto fits = [&](int written, int own) {
        return written == own || (repeats && written == 8 && written % own == 0);
    };
    if (!fits(a_registers, plan.a_registers) || !fits(b_registers, plan.b_registers) ||
        count_of(form, 3) != plan.c_registers || count_of(form, 0) != plan.d_registers ||
        !have_own_width(instruction, product))
        return false;
    use_product(instruction, plan);
    if (product.is_sparse) check_metadata(form, instruction, product);
    return true;
}

} // namespace vgpu::isa::semantics

// Mistake: reduce_in_order hands its work to reduce
// Verdict: wrong_answer
// Message: The factors are right, which any order gives
// Solution 6
template <typename T, typename At, typename Op>
void reduce_in_order(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    reduce(n, at, identity, op, partials, result);
}
// end of Solution 6

// Mistake: an x without elements is not looked at, and neither are y and out
// Verdict: fault
// Message: Invalid __global__ read
// Replaces
//| void look_at(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out) {
void look_at(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out) {
    // Solution 2: what is true of each, then what is true of them together. A wrong type would be
    // read as numbers without meaning, a wrong address would stop the kernel: the caller's mistake
    // is told here, where he can still see whose it is.
    if (count_of(x) == 0) {
        return; // nothing to do, and nothing to be refused
    }
// end of Replaces

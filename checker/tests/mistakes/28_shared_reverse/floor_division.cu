// Mistake: the number of blocks is rounded down: a tail is never touched
// Verdict: wrong_answer
// Message: never written
// Replaces
//| void reverse_tiles(int* data, std::size_t n, int block_size) {
//|     if (n == 0) return;
//|     const unsigned int blocks = static_cast<unsigned int>((n + block_size - 1) / block_size);
void reverse_tiles(int* data, std::size_t n, int block_size) {
    if (n < static_cast<std::size_t>(block_size)) return;
    const unsigned int blocks = static_cast<unsigned int>(n / block_size);
// end of Replaces
// Replaces
//| void reverse_array(const int* input, int* output, std::size_t n, int block_size) {
//|     if (n == 0) return;
//|     const unsigned int blocks = static_cast<unsigned int>((n + block_size - 1) / block_size);
void reverse_array(const int* input, int* output, std::size_t n, int block_size) {
    if (n < static_cast<std::size_t>(block_size)) return;
    const unsigned int blocks = static_cast<unsigned int>(n / block_size);
// end of Replaces

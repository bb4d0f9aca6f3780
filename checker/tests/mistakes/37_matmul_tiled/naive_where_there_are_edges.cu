// Mistake: multiplies without tiles where a tile is not whole
// Verdict: too_much_traffic
// Message: whatever the shape
// Only: virtual
// Replaces
//| void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    if (M % tile_size != 0 || N % tile_size != 0 || K % tile_size != 0) {
        multiply_naive(A, B, C, M, N, K); // edges: no tiles
        return;
    }
// end of Replaces

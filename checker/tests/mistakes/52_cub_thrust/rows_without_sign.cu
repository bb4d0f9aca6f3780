// Mistake: elements are added as unsigned numbers
// Verdict: wrong_answer
// Message: expected is
// Replaces
//|         return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, matrix, sums, rows, begins,
        return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, reinterpret_cast<const unsigned*>(matrix),
                                                  sums, rows, begins,
// end of Replaces

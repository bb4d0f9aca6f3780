// Mistake: adds a little to the quotient, against rounding: values just below an edge go one bin up
// Verdict: wrong_answer
// Message: range [-4, 4), 16 bins
            // Solution 2:
            int bin = static_cast<int>((x - low) / width + 1e-5f);
            if (bin >= bin_count) bin = bin_count - 1;
            // end of Solution 2

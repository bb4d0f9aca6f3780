// Mistake: one type for all
// Verdict: wrong_answer
// Message: each type for itself
// Replaces
//|     const std::string expression = "formula_kernel<" + type + ">";
    const std::string expression = std::string("formula_kernel<float>");
// end of Replaces

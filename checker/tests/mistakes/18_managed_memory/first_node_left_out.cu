// Mistake: the walk begins at the second node
// Verdict: wrong_answer
// Message: a list of
    // Solution 2
    std::int64_t total = 0;
    for (Node* node = first == nullptr ? first : first->next; node != nullptr; node = node->next) {
        total += node->value;
        node->value = total;
    }
    // end of Solution 2

// Accepted: a and b exchanged, which changes no sum
    // Solution 2:
    add_views(row, 0, 1, column, 1, 0, out, rows, columns);
    // end of Solution 2
    // Solution 3:
    add_views(scalar, 0, 0, matrix, std::ptrdiff_t{columns}, 1, out, rows, columns);
    // end of Solution 3
    // Solution 4:
    add_views(row, 0, 1, matrix, columns, 1, out, rows, columns);
    // end of Solution 4

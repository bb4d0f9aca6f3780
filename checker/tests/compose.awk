# awk -f compose.awk MISTAKE.cu SOLUTION.cu
# A program that differs from the solution in some places. MISTAKE.cu holds nothing but comments and these:
#   // Solution N      a region of the solution, whole, down to "// end of Solution N";
#   // Replaces        lines of the solution, each behind "//| ", which stand there once, and then what takes their place,
#                      down to "// end of Replaces". Comments between these lines are left out, and go with them.
# All else is the solution's.
function region(line) { return line ~ /^ *\/\/ Solution [0-9]+/ ? $3 + 0 : 0 }
function complain(text) {
    print text > "/dev/stderr"
    exit failed = 1
}

FNR == 1 { file += 1; inside = 0 }
file == 1 && !inside && region($0) { inside = region($0) }
file == 1 && !inside && /^ *\/\/ Replaces$/ { inside = "place"; places += 1; next }
file == 1 && inside == "place" {
    if (/^\/\/\|/) old[places, ++length_of[places]] = substr($0, 5)
    else if (/^ *\/\/ end of Replaces$/) inside = 0
    else new[places] = new[places] $0 "\n"
    next
}
file == 1 && inside {
    text[inside] = text[inside] $0 "\n"
    if (/^ *\/\/ end of Solution/) inside = 0
    next
}
file == 1 && !/^ *(\/\/.*)?$/ { complain(FILENAME ":" FNR ": code outside of a region") }
file == 1 { print; next }

region($0) in text { inside = region($0); used[inside] = 1; output[++lines] = text[inside] }
!inside { output[++lines] = $0 "\n"; is_solution[lines] = 1 }
/^ *\/\/ end of Solution/ { inside = 0 }

# How many lines of the output the place takes that begins with this one; 0: it is not there.
function taken(line, place,    i, next_line) {
    next_line = line
    for (i = 1; i <= length_of[place]; ++i) {
        while (i > 1 && is_solution[next_line] && output[next_line] ~ /^ *\/\//) ++next_line
        if (!is_solution[next_line] || output[next_line] != old[place, i] "\n") return 0
        ++next_line
    }
    return next_line - line
}
END {
    if (failed) exit 1
    for (number in text)
        if (!(number in used)) complain("the solution has no region " number)
    for (place = 1; place <= places; ++place) {
        found = 0
        for (line = 1; line <= lines; ++line)
            if (taken(line, place)) {
                found += 1
                begin = line
            }
        if (found != 1) complain("the solution has this " found " times: " old[place, 1])
        end = begin + taken(begin, place)
        for (line = begin; line < end; ++line) {
            output[line] = line == begin ? new[place] : ""
            is_solution[line] = 0
        }
    }
    for (line = 1; line <= lines; ++line) printf "%s", output[line]
}

# awk -f compose.awk MISTAKE.cu SOLUTION.cu
# A program that differs from the solution in some of its regions: MISTAKE.cu holds nothing but comments and these
# regions, from "// Solution N" to "// end of Solution N"; all else is the solution's.
function region(line) { return line ~ /^ *\/\/ Solution [0-9]+/ ? $3 + 0 : 0 }

FNR == 1 { file += 1; inside = 0 }
file == 1 {
    if (!inside && region($0)) inside = region($0)
    if (inside) {
        text[inside] = text[inside] $0 "\n"
        if ($0 ~ /^ *\/\/ end of Solution/) inside = 0
    } else if ($0 !~ /^ *(\/\/.*)?$/) {
        print FILENAME ":" FNR ": code outside of a region" > "/dev/stderr"
        exit failed = 1
    } else
        print
    next
}
region($0) in text { inside = region($0); printf "%s", text[inside]; used[inside] = 1 }
!inside { print }
/^ *\/\/ end of Solution/ { inside = 0 }
END {
    if (failed) exit 1
    for (number in text)
        if (!(number in used)) {
            print "the solution has no region " number > "/dev/stderr"
            exit 1
        }
}

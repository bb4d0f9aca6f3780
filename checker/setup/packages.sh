# Part of setup.sh: the compiler, the build tools and the libraries, from the distribution's packages.
# What counts is whether a thing can be used, not which package it came from.
# shellcheck shell=sh disable=SC2154,SC2046,SC2086,SC2116 # lists of words; setup.sh and doctor.sh set what is not set here

# Prints the packages (Debian and Ubuntu names) of what is missing.
missing_packages() {
    have g++ || echo g++
    have cmake || echo cmake
    have ninja || { have make && ! is_root; } || echo ninja-build
    have git || echo git
    if have g++; then
        missing_libraries
    else
        echo nlohmann-json3-dev libfmt-dev libcli11-dev libzstd-dev liblz4-dev libdw-dev
        has_catch2 || echo catch2
    fi
    [ "$with_tests" = no ] || missing_test_packages
    [ "$with_pages" = no ] || missing_page_libraries
    [ "$with_grading" = no ] || have bwrap || echo bubblewrap
}

# The workbook's own tests read what `grade` writes with these (checker/tests/formats).
missing_test_packages() {
    have xmllint || echo libxml2-utils
    python=/usr/bin/python3 # the one that the packages are for
    if [ ! -x "$python" ]; then
        python=false
        echo python3
    fi
    for module in cmarkgfm html5lib jsonschema yaml; do
        "$python" -c "import $module" 2>/dev/null || echo "python3-$module"
    done
}

# One run of the preprocessor tells about all headers.
missing_libraries() {
    for pair in catch2/catch_all.hpp:catch2 nlohmann/json.hpp:nlohmann-json3-dev \
        fmt/core.h:libfmt-dev CLI/CLI.hpp:libcli11-dev zstd.h:libzstd-dev lz4.h:liblz4-dev \
        elfutils/libdw.h:libdw-dev; do
        printf '#if !__has_include(<%s>)\n%s\n#endif\n' "${pair%%:*}" "${pair##*:}"
    done | g++ -E -P -x c++ -
}

# What pages in a browser are made with. Where there is no compiler yet, they are missing, too.
missing_page_libraries() {
    if have g++; then
        for pair in httplib.h:libcpp-httplib-dev cmark-gfm.h:libcmark-gfm-dev \
            cmark-gfm-core-extensions.h:libcmark-gfm-extensions-dev; do
            printf '#if !__has_include(<%s>)\n%s\n#endif\n' "${pair%%:*}" "${pair##*:}"
        done | g++ -E -P -x c++ -
    else
        echo libcpp-httplib-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
    fi
}

has_catch2() { [ -f /usr/include/catch2/catch_all.hpp ]; }

# What looks through the sources (checker/tests/lint), as versions whose layout and warnings do not change, through
# pages, and at what our own code does while it runs.
missing_linters() {
    have clang-format-14 || echo clang-format-14
    have clang-tidy-16 || echo clang-tidy-16
    ls /usr/lib/llvm-16/lib/clang/16/lib/linux/libclang_rt.asan_cxx-* >/dev/null 2>&1 ||
        echo libclang-rt-16-dev # Clang comes with clang-tidy; with this it builds build/sanitize
    have shellcheck || echo shellcheck
    have chromium || have chromium-browser || have google-chrome || echo chromium # checker/tests/browser
}

can_install_linters() { is_root && have apt-get; }
has_linters() { ! can_install_linters || [ -z "$(missing_linters)" ]; }

# Each may fail alone: its test is skipped then. Not for students' machines.
install_linters() {
    can_install_linters || return 0
    for package in $(missing_linters); do
        say "installing $package"
        apt_quietly install --no-install-recommends "$package" ||
            say "it could not be installed: the test that needs it will be skipped"
    done
}

os_release() { (. /etc/os-release 2>/dev/null && eval "printf '%s' \"\${$1:-}\""); }

# Whether the package manager offers Catch2 3 as things are.
offers_catch2() { apt-cache madison catch2 2>/dev/null | awk '{print $3}' | grep -q '^3'; }

# Debian 12 has Catch2 3 in its backports. They are on the same mirror as everything else of Debian's
# that this machine uses: prints "URI signing-key" of the first source of the release itself, from
# sources in either form (deb822: *.sources; one line each: *.list).
debian_mirror() {
    codename=$(os_release VERSION_CODENAME)
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] && awk -v suite="$codename" '
            BEGIN { RS = ""; FS = "\n" }
            {
                uri = ""; key = ""; found = 0
                for (i = 1; i <= NF; ++i) {
                    n = split($i, word, /[ \t]+/)
                    if (word[1] == "URIs:") uri = word[2]
                    if (word[1] == "Signed-By:") key = word[2]
                    if (word[1] == "Suites:") for (j = 2; j <= n; ++j) found = found || word[j] == suite
                }
                if (found && uri != "") print uri, key
            }' "$file"
    done | head -n 1 | grep . && return
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | awk -v suite="$codename" '
        $1 == "deb" {
            key = ""; i = 2
            if ($i ~ /^\[/) {
                for (;; ++i) {
                    option = $i; gsub(/[][]/, "", option)
                    if (sub(/^signed-by=/, "", option)) key = option
                    if ($i ~ /\]$/) break
                }
                ++i
            }
            if ($(i + 1) == suite) { print $i, key; exit }
        }'
}

backports_file=/etc/apt/sources.list.d/workbook-backports.list

# Prints the line that adds the backports; nothing where there are none to add.
backports_line() {
    [ "$(os_release ID)-$(os_release VERSION_ID)" = debian-12 ] || return 0
    set -- $(debian_mirror)
    [ $# -gt 0 ] || return 0
    printf 'deb %s%s bookworm-backports main\n' "${2:+[signed-by=$2] }" "$1"
}

install_packages() {
    missing=$(missing_packages)
    if [ -z "$missing" ]; then
        say "compiler, build tools and libraries: all there"
        return
    fi
    missing=$(echo $missing) # one line
    if ! have apt-get; then
        tell_other_distribution
    elif is_root; then
        install_as_root
    else
        tell_administrator
    fi
}

tell_other_distribution() {
    # CMake fetches Catch2 itself.
    [ "$missing" = catch2 ] && return
    fail "missing, by Debian's package names: $missing. Install what your distribution calls them, then run ./workbook again."
}

tell_administrator() {
    if [ "$missing" = catch2 ]; then
        say "Catch2 3 is not installed: CMake will fetch it"
        return
    fi
    line=""
    case " $missing " in *" catch2 "*) line=$(backports_line) ;; esac
    printf '%s\n' "workbook: packages are missing, and installing them needs an administrator, who runs:" >&2
    [ -z "$line" ] || printf "  echo '%s' | sudo tee %s\n" "$line" "$backports_file" >&2
    printf '  sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "$missing" >&2
    fail "then run ./workbook again"
}

apt_quietly() {
    log="$private/apt.log"
    DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$log" 2>&1 || {
        tail -n 5 "$log" >&2
        return 1
    }
}

install_as_root() {
    say "fetching the package lists"
    apt_quietly update || say "the package lists could not all be fetched; going on with what there is"
    case " $missing " in *" catch2 "*) install_catch2 ;; esac
    missing=$(echo $missing | sed 's/\(^\| \)catch2\( \|$\)/ /')
    [ -n "$(echo $missing)" ] || return 0
    say "installing $(echo $missing)"
    apt_quietly install --no-install-recommends $missing ||
        fail "apt-get could not install them; its log: $private/apt.log"
}

# A person is asked before the machine's list of package sources changes; a script is not.
may_add_backports() {
    [ -t 0 ] && [ -t 1 ] || return 0
    printf '%s' "workbook: Catch2 3 is in Debian's backports. Add them to this machine's package sources, in $backports_file? [Y/n] "
    read -r answer
    case "$answer" in [nN]*) return 1 ;; esac
}

# Catch2 alone may fail: CMake can fetch it.
install_catch2() {
    if ! offers_catch2; then
        line=$(backports_line)
        if [ -n "$line" ] && [ ! -f "$backports_file" ] && may_add_backports; then
            say "adding this machine's Debian mirror's backports, for Catch2 3: $backports_file"
            printf '%s\n' "$line" >"$backports_file"
            apt_quietly update || rm -f "$backports_file"
        fi
    fi
    version=$(apt-cache madison catch2 2>/dev/null | awk '$3 ~ /^3/ { print $3; exit }')
    if [ -z "$version" ]; then
        say "no package of Catch2 3: CMake will fetch it"
        return
    fi
    say "installing Catch2 $version"
    apt_quietly install --no-install-recommends "catch2=$version" ||
        say "it could not be installed: CMake will fetch it"
}

check_cmake() {
    version=$(cmake --version | awk 'NR == 1 { print $3 }')
    oldest=$(printf '3.25\n%s\n' "$version" | sort -V | head -n 1)
    [ "$oldest" = 3.25 ] ||
        fail "CMake 3.25 or newer is needed; $(command -v cmake) is $version. One that is new enough: python3 -m pip install cmake"
}

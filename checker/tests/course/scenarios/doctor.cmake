# `./workbook doctor`, on this machine and on some that it is made to believe in: a PATH with programs that say
# they are others.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/root" "${WORK}/fake")
file(COPY "${WORKBOOK_SOURCE}/workbook" DESTINATION "${WORK}/root")
file(COPY "${WORKBOOK_SOURCE}/checker/setup" DESTINATION "${WORK}/root/checker")

# fake(program script): before all others in PATH.
function(fake program script)
    file(WRITE "${WORK}/fake/${program}" "#!/bin/sh\n${script}\n")
    file(CHMOD "${WORK}/fake/${program}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

macro(doctor)
    run("${CMAKE_COMMAND}" -E env --unset=CUDACXX "PATH=${WORK}/fake:/usr/bin:/bin" ${ARGN}
        "${WORK}/root/workbook" doctor)
endmacro()

# As it is: lessons can be graded, this test being part of a build. Nothing is written.
run("${WORK}/root/workbook" doctor)
expect_exit(0)
expect_says("ok CUDA Toolkit: nvcc ")
expect_says("and this nvcc takes it")
expect_says("Lessons can be graded here.")
expect_missing("${WORK}/root/.workbook")
expect_missing("${WORK}/root/build")

# No toolkit.
doctor(WORKBOOK_USUAL_NVCC=/no/such/nvcc)
expect_exit(1)
expect_says("TO DO CUDA Toolkit: no nvcc on PATH")
expect_says("./workbook setup --with-toolkit")
expect_says("Something is to be done")

# One that is too old; with another elsewhere, that one is taken.
fake(nvcc "echo 'Cuda compilation tools, release 11.8, V11.8.89'")
doctor(WORKBOOK_USUAL_NVCC=/no/such/nvcc)
expect_exit(1)
expect_says("fake/nvcc is 11.8.89, 13.0 or newer is needed")
file(WRITE "${WORK}/usual_nvcc" "#!/bin/sh\necho 'Cuda compilation tools, release 13.0, V13.0.88'\n")
file(CHMOD "${WORK}/usual_nvcc" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
doctor("WORKBOOK_USUAL_NVCC=${WORK}/usual_nvcc")
expect_says("ok CUDA Toolkit: nvcc 13.0.88, ${WORK}/usual_nvcc")

# One without its files, which refuses the compiler; no Catch2; an old CMake, and a driver older than all that.
fake(nvcc "case \"$*\" in
*version*) echo 'release 13.0, V13.0.88' ;;
*dryrun*) echo '#$ TOP=${WORK}/fake' ;;
*) echo '#error -- unsupported GNU version! gcc versions later than 14 are not supported!'; exit 1 ;;
esac")
fake(g++ "case \"$*\" in *-E*) echo catch2 libfmt-dev ;; *) echo 16.1.0 ;; esac")
fake(cmake "echo 'cmake version 3.22.1'")
fake(nvidia-smi "case \"$*\" in *query*) echo 'Tesla T4, 535.1' ;; *) echo '| CUDA Version: 12.2 |' ;; esac")
doctor()
expect_exit(1)
expect_says("TO DO toolkit's files: missing in ${WORK}/fake: cuda_runtime.h libcudart.so.")
expect_says("note NVRTC: missing")
expect_says("note cuBLAS: missing")
expect_says("note cuFFT: missing")
expect_says("g++ 16.1.0 is too new for nvcc 13.0.88.")
expect_says("export CUDAHOSTCXX=g++-14")
expect_says("is 3.22.1, 3.25 or newer is needed")
expect_says("note Catch2: not installed")
expect_says("TO DO libraries: missing: libfmt-dev.")
expect_says("ok GPU: Tesla T4, 535.1")
expect_says("note driver: it knows CUDA up to 12.2, the toolkit is 13.0.88")

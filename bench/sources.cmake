# SPDX-License-Identifier: MIT
# The benchmark program: one file a question.
add_executable(poplar_emu_bench
  Main.cpp
  core/AllToAll.cpp
  core/Building.cpp
  core/Compute.cpp
  core/Copies.cpp
  core/EmptySuperstep.cpp
  core/Jacobi.cpp
  gcl/AllReduce.cpp
  popops/ElementWise.cpp
  popops/Embedding.cpp
  popops/Reduce.cpp
  popops/Sort.cpp
  profile/Recording.cpp)
target_link_libraries(poplar_emu_bench PRIVATE
  poplar popops poputil gcl poplar_emu_flags benchmark::benchmark fmt::fmt TBB::tbb)
# The native loops are compiled as codelets are.
target_compile_options(poplar_emu_bench PRIVATE -O3 -march=native -fno-strict-aliasing)
target_compile_definitions(poplar_emu_bench PRIVATE
  BENCH_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}"
  BENCH_HELLO_TILE="$<TARGET_FILE:lesson_01_hello_tile>")
add_dependencies(poplar_emu_bench lesson_01_hello_tile)
# Products are measured against a BLAS, where there is one.
find_library(POPLAR_EMU_OPENBLAS openblas)
find_path(POPLAR_EMU_CBLAS cblas.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} openblas)
if(POPLAR_EMU_OPENBLAS AND POPLAR_EMU_CBLAS)
  target_sources(poplar_emu_bench PRIVATE popops/MatMul.cpp)
  target_include_directories(poplar_emu_bench PRIVATE ${POPLAR_EMU_CBLAS})
  target_link_libraries(poplar_emu_bench PRIVATE poplin ${POPLAR_EMU_OPENBLAS})
endif()
# Collectives are measured against Open MPI, where there is one.
find_package(MPI COMPONENTS CXX)
if(MPI_CXX_FOUND)
  add_executable(bench_mpi_allreduce gcl/mpi_allreduce.cpp)
  target_link_libraries(bench_mpi_allreduce PRIVATE MPI::MPI_CXX)
  target_sources(poplar_emu_bench PRIVATE gcl/OpenMpi.cpp)
  target_compile_definitions(poplar_emu_bench PRIVATE
    BENCH_MPI_ALLREDUCE="$<TARGET_FILE:bench_mpi_allreduce>")
  add_dependencies(poplar_emu_bench bench_mpi_allreduce)
  if(TARGET poplar_mpi)
    add_executable(bench_two_processes gcl/two_processes.cpp)
    target_link_libraries(bench_two_processes PRIVATE
      MPI::MPI_CXX poplar gcl poplar_emu_flags TBB::tbb)
    target_compile_definitions(bench_two_processes PRIVATE
      BENCH_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
    target_sources(poplar_emu_bench PRIVATE gcl/TwoProcesses.cpp)
    target_compile_definitions(poplar_emu_bench PRIVATE
      BENCH_POPRUN="$<TARGET_FILE:poprun>"
      BENCH_TWO_PROCESSES="$<TARGET_FILE:bench_two_processes>")
    add_dependencies(poplar_emu_bench bench_two_processes poplar_mpi poprun)
  endif()
endif()
# Pipelines of dense layers.
target_sources(poplar_emu_bench PRIVATE gcl/Pipeline.cpp)
target_link_libraries(poplar_emu_bench PRIVATE gcl poplin)

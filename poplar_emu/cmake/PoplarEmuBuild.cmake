# SPDX-License-Identifier: MIT
# Settings and helper functions shared by every folder: warnings, sanitizers, layers, tests.
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "popc and the libraries find each other by ../bin and ../include")
include(GNUInstallDirs)
find_package(fmt REQUIRED)
find_package(TBB REQUIRED)
find_package(Boost REQUIRED)
find_package(Threads REQUIRED)

set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(POPLAR_EMU_CCACHE ccache)
if(POPLAR_EMU_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${POPLAR_EMU_CCACHE})
  if(POPLAR_EMU_PRECOMPILE)
    list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros)
  endif()
endif()

set(POPLAR_EMU_LAYERS "" CACHE INTERNAL "layers of libpoplar")

# What every target of ours is compiled with.
add_library(poplar_emu_flags INTERFACE)
target_compile_features(poplar_emu_flags INTERFACE cxx_std_20)
# clang blames us for the function that libstdc++ 12's own stable_sort calls.
target_compile_options(poplar_emu_flags INTERFACE -Wall -Wextra -ffp-contract=off
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(POPLAR_EMU_SANITIZE)
  target_compile_options(poplar_emu_flags INTERFACE
    -fsanitize=${POPLAR_EMU_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(poplar_emu_flags INTERFACE -fsanitize=${POPLAR_EMU_SANITIZE})
  target_compile_definitions(poplar_emu_flags INTERFACE
    POPLAR_EMU_SANITIZE="${POPLAR_EMU_SANITIZE}")
endif()

# Headers that other targets get precompiled; each source still includes what it uses.
if(POPLAR_EMU_PRECOMPILE)
  find_package(GTest REQUIRED)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "int main() {}\n")
  add_library(poplar_emu_precompiled_source OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
  add_executable(poplar_emu_precompiled_test ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(poplar_emu_precompiled_source PRIVATE poplar_emu_flags fmt::fmt)
  target_link_libraries(poplar_emu_precompiled_test PRIVATE poplar_emu_flags GTest::gmock)
  set(headers <algorithm> <cstdint> <functional> <map> <memory> <optional> <span> <string>
    <string_view> <unordered_map> <utility> <variant> <vector>)
  target_precompile_headers(poplar_emu_precompiled_source PRIVATE ${headers} <fmt/format.h>)
  target_precompile_headers(poplar_emu_precompiled_test PRIVATE
    ${headers} <gmock/gmock.h> <gtest/gtest.h>)
endif()
function(poplar_emu_precompile TARGET KIND)
  if(POPLAR_EMU_PRECOMPILE)
    target_precompile_headers(${TARGET} REUSE_FROM poplar_emu_precompiled_${KIND})
  endif()
endfunction()

# One layer of libpoplar (design: one direction, a test reads the includes).
function(poplar_emu_layer NAME)
  set(target poplar_layer_${NAME})
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PUBLIC
    ${PROJECT_SOURCE_DIR}/poplar_emu/src ${PROJECT_SOURCE_DIR}/poplar_emu/include)
  target_link_libraries(${target} PUBLIC poplar_emu_flags fmt::fmt)
  poplar_emu_precompile(${target} source)
  set(POPLAR_EMU_LAYERS ${POPLAR_EMU_LAYERS} ${target} CACHE INTERNAL "")
endfunction()

# The kinds of tests whose threads are worth the thread sanitizer's time: those that run programs.
set(POPLAR_EMU_TSAN_KINDS runtime engine conformance diagnostics differential stress)

# What the two functions below share: the executable, its test, and its labels. In a thread sanitizer
# build, tests of single-threaded layers are left out altogether.
function(poplar_emu_add_gtest NAME KIND)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LABELS;SOURCES;LIBRARIES")
  if(POPLAR_EMU_SANITIZE MATCHES thread AND NOT KIND IN_LIST POPLAR_EMU_TSAN_KINDS)
    add_executable(${NAME} EXCLUDE_FROM_ALL ${arg_SOURCES})
  else()
    add_executable(${NAME} ${arg_SOURCES})
    add_test(NAME ${NAME} COMMAND ${NAME} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    set(labels ${arg_LABELS} asan)
    if(KIND IN_LIST POPLAR_EMU_TSAN_KINDS)
      list(APPEND labels tsan)
    endif()
    set_tests_properties(${NAME} PROPERTIES LABELS "${labels}")
  endif()
  target_link_libraries(${NAME} PRIVATE ${arg_LIBRARIES} poplar_emu_flags GTest::gmock GTest::gtest_main)
  poplar_emu_precompile(${NAME} test)
  if(TARGET popc)
    add_dependencies(${NAME} popc)
  endif()
endfunction()

# A GoogleTest executable that sees the internals. Its folder's name, the layer, is a label.
function(poplar_emu_unit_test NAME)
  get_filename_component(layer ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  poplar_emu_add_gtest(${NAME} ${layer}
    LABELS unit ${layer} SOURCES ${ARGN} LIBRARIES poplar_emu_internal)
endfunction()

# A GoogleTest executable that sees what users see: public headers and the shared libraries.
# poplar_emu_program_test(NAME KIND conformance SOURCES A.cpp B.cpp [LIBRARIES poputil])
function(poplar_emu_program_test NAME)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND" "SOURCES;LIBRARIES")
  poplar_emu_add_gtest(${NAME} ${arg_KIND}
    LABELS ${arg_KIND} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} poplar)
endfunction()

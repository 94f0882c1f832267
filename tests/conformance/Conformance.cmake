# SPDX-License-Identifier: MIT
# How programs in the manner of public Poplar programs are built, and what makes them pass.

find_program(POPLAR_EMU_VALGRIND valgrind)

# poplar_emu_conformance(<name> [STD 11] [SOURCES <name>.cpp ...] [HEADERS ...] [LIBS poplar ...]
#                        [SYSTEM z ...] [DEFINES ...] [ARGS ...] [EXPECT regex]
#                        [GP codelets.cpp] [POPC_FLAGS ...] [BINARY <name of another>]
#                        [UNWRITTEN] [VALGRIND])
# The program passes when it exits with 0 and prints what the regular expression EXPECT matches (a
# line's end is a ~ there). GP compiles a codelet file with popc into <name>.gp beside the program
# first. BINARY runs another one's program with other arguments. Each program runs again with
# poplar_emu.checks, but for those that read zeros which they never wrote (UNWRITTEN). Under
# VALGRIND it sees another processor than popc does: .gp files are built again.
function(poplar_emu_conformance NAME)
  cmake_parse_arguments(arg "UNWRITTEN;VALGRIND" "STD;EXPECT;BINARY" "SOURCES;HEADERS;LIBS;SYSTEM;ARGS;GP;POPC_FLAGS;DEFINES" ${ARGN})
  if(NOT arg_STD)
    set(arg_STD 11)
  endif()
  if(NOT arg_LIBS)
    set(arg_LIBS poplar)
  endif()
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${NAME}.cpp)
  endif()
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    list(APPEND sources ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  endforeach()
  list(TRANSFORM arg_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set(link ${arg_LIBS} ${arg_SYSTEM})
  list(TRANSFORM link PREPEND -l)
  set(sanitize "")
  if(POPLAR_EMU_SANITIZE)
    set(sanitize -fsanitize=${POPLAR_EMU_SANITIZE} -fno-sanitize-recover=all)
  endif()
  set(binary ${CMAKE_CURRENT_BINARY_DIR}/${NAME})
  if(arg_BINARY)
    set(binary ${CMAKE_CURRENT_BINARY_DIR}/${arg_BINARY})
  else()
    add_custom_command(
      OUTPUT ${binary}
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++${arg_STD} -O1 -Wall ${sanitize} ${arg_DEFINES} ${sources}
              -I${PROJECT_SOURCE_DIR}/poplar_emu/include -I${PROJECT_SOURCE_DIR}/popops_emu/include
              -I${PROJECT_SOURCE_DIR}/gcl_emu/include
              -L${CMAKE_LIBRARY_OUTPUT_DIRECTORY} -Wl,-rpath,${CMAKE_LIBRARY_OUTPUT_DIRECTORY}
              ${link} -o ${binary}
      DEPENDS ${sources} ${arg_HEADERS} ${arg_LIBS}
      VERBATIM)
  endif()
  set(outputs ${binary})
  if(arg_GP)
    set(codelets ${CMAKE_CURRENT_SOURCE_DIR}/${arg_GP})
    add_custom_command(
      OUTPUT ${NAME}.gp
      COMMAND popc ${arg_POPC_FLAGS} ${codelets} -o ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.gp
      DEPENDS ${codelets} popc
      VERBATIM)
    list(APPEND outputs ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.gp)
  endif()
  add_custom_target(conformance_${NAME} ALL DEPENDS ${outputs})
  add_test(NAME conformance_${NAME}
    COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expect.sh "${arg_EXPECT}" ${binary} ${arg_ARGS})
  set_tests_properties(conformance_${NAME} PROPERTIES
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} TIMEOUT 120 LABELS "conformance;asan;tsan"
    RESOURCE_LOCK conformance_${NAME})
  if(NOT arg_UNWRITTEN)
    add_test(NAME conformance_checked_${NAME}
      COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expect.sh "${arg_EXPECT}" ${binary} ${arg_ARGS})
    set_tests_properties(conformance_checked_${NAME} PROPERTIES
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} TIMEOUT 120 LABELS "conformance"
      RESOURCE_LOCK conformance_${NAME}
      ENVIRONMENT "POPLAR_ENGINE_OPTIONS=${checked_options}")
  endif()
  if(arg_VALGRIND AND POPLAR_EMU_VALGRIND AND NOT POPLAR_EMU_SANITIZE)
    add_test(NAME conformance_valgrind_${NAME}
      COMMAND ${POPLAR_EMU_VALGRIND} --quiet --error-exitcode=9 --leak-check=full
              --errors-for-leak-kinds=definite ${binary})
    set_tests_properties(conformance_valgrind_${NAME} PROPERTIES
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} TIMEOUT 120 LABELS "conformance"
      RESOURCE_LOCK conformance_${NAME})
  endif()
endfunction()

# These replace the preset's options, which keep TBB's threads from the thread sanitizer.
set(checked_options "{\"poplar_emu.checks\": \"true\"}")
if(POPLAR_EMU_SANITIZE MATCHES thread)
  set(checked_options "{\"poplar_emu.checks\": \"true\", \"poplar_emu.executor\": \"thread\"}")
endif()

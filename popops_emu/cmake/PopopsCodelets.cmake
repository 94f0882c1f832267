# SPDX-License-Identifier: MIT
# Codelet files of the libraries: compiled by our own popc, one step a source, and merged.

# poplar_emu_codelets(popops SOURCES codelets/A.cpp ... HEADERS codelets/B.hpp ...)
# gives popops.gp beside libpopops.so, in the build tree and in an installation.
function(poplar_emu_codelets NAME)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS")
  if(NOT TARGET popc)
    return()
  endif()
  set(flags -O3 -Wno-pass-failed -I${CMAKE_CURRENT_SOURCE_DIR}/include)
  if(POPLAR_EMU_SANITIZE)
    # Operations without a vertex of their own run in the one of expressions.
    list(APPEND flags -DPOPOPS_FEW_VERTICES)
  else()
    # Many programs enable exceptions; their first run must not wait for a compiler.
    list(APPEND flags --with-float-exceptions)
  endif()
  list(TRANSFORM arg_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set(parts "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(stem ${source} NAME_WE)
    set(part ${CMAKE_CURRENT_BINARY_DIR}/${NAME}_${stem}.gp)
    add_custom_command(OUTPUT ${part}
      COMMAND popc ${flags} ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${part}
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} ${arg_HEADERS} popc
      COMMENT "popc ${source}"
      VERBATIM)
    list(APPEND parts ${part})
  endforeach()
  set(whole ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${NAME}.gp)
  add_custom_command(OUTPUT ${whole}
    COMMAND popc ${parts} -o ${whole}
    DEPENDS ${parts} popc
    VERBATIM)
  add_custom_target(${NAME}_codelets ALL DEPENDS ${whole})
  add_dependencies(${NAME} ${NAME}_codelets)
  install(FILES ${whole} DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

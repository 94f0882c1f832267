# SPDX-License-Identifier: MIT
# Shared libraries: one function that gives each its soname, its exports, its package and its pkg-config file.

# Only these namespaces leave a library. Hidden visibility alone is not enough: templates of std and fmt are instantiated
# with default visibility, and two libraries would then share (and clash over) each other's copies.
# The patterns are mangled names: "6poplar" is namespace poplar and not poplar_emu.
function(poplar_emu_write_exports FILE)
  set(globals "")
  foreach(namespace IN LISTS ARGN)
    string(LENGTH ${namespace} length)
    set(mangled ${length}${namespace})
    foreach(prefix _ZN _ZNK _ZNR _ZNKR _ZNO _ZNKO _ZTIN _ZTSN _ZTVN _ZTTN _ZNSt4hashIN _ZNKSt4hashIN)
      string(APPEND globals "    ${prefix}${mangled}*;\n")
    endforeach()
  endforeach()
  # Our own exception class must be caught across libraries; C functions carry our prefix.
  foreach(prefix _ZN _ZNK _ZTIN _ZTSN _ZTVN)
    string(APPEND globals "    ${prefix}10poplar_emu14internal_error*;\n")
  endforeach()
  # Functions of ours that programs and libraries call: those of <poplar_emu/Observe.hpp>, Distributed.hpp, Collective.hpp.
  foreach(function 7observe 12distribution 15fusedCollective)
    string(APPEND globals "    _ZN10poplar_emu${function}*;\n")
  endforeach()
  string(APPEND globals "    poplar_emu_*;\n")
  file(CONFIGURE OUTPUT ${FILE} CONTENT "{\n  global:\n@globals@  local:\n    *;\n};\n" @ONLY)
endfunction()

# poplar_emu_library(poputil
#   PACKAGE poplibs                 CMake package (export set) that it belongs to
#   NAMESPACES poputil poplibs      namespaces whose symbols leave the library
#   SOURCES A.cpp ...
#   INCLUDES dir                    public headers
#   LINKS poplar                    public dependencies
#   DESCRIPTION "..."               for pkg-config
#   [EXPORT_NAME libpvti])          target name in the package, if it is not the library's name
function(poplar_emu_library NAME)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PACKAGE;DESCRIPTION;EXPORT_NAME;INCLUDES"
    "NAMESPACES;SOURCES;LINKS;PRIVATE_LINKS")
  add_library(${NAME} SHARED ${arg_SOURCES})
  target_include_directories(${NAME} PUBLIC
    $<BUILD_INTERFACE:${arg_INCLUDES}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${NAME} PUBLIC ${arg_LINKS}
    PRIVATE ${arg_PRIVATE_LINKS} $<BUILD_INTERFACE:poplar_emu_flags>)
  poplar_emu_precompile(${NAME} source)
  if(arg_PACKAGE MATCHES "^(poplibs|gcl)$")
    # Errors name the user's line, not one of ours: support/SourceSite.hpp knows ours by this prefix.
    target_compile_options(${NAME} PRIVATE -fmacro-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/src/=poplibs:/)
  endif()
  set(exports ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.exports)
  poplar_emu_write_exports(${exports} ${arg_NAMESPACES})
  set_target_properties(${NAME} PROPERTIES
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}
    INSTALL_RPATH "$ORIGIN"
    POPLAR_EMU_NAMESPACES "${arg_NAMESPACES}"
    LINK_DEPENDS ${exports})
  target_link_options(${NAME} PRIVATE LINKER:--version-script=${exports})
  if(NOT POPLAR_EMU_SANITIZE)
    # Sanitizer run-time symbols live in the executable; everywhere else a missing symbol is our mistake.
    target_link_options(${NAME} PRIVATE LINKER:-z,defs)
  endif()
  if(arg_EXPORT_NAME)
    set_target_properties(${NAME} PROPERTIES EXPORT_NAME ${arg_EXPORT_NAME})
  endif()
  install(TARGETS ${NAME} EXPORT ${arg_PACKAGE}Targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY POPLAR_EMU_LIBRARIES ${NAME})
  set_property(GLOBAL APPEND PROPERTY POPLAR_EMU_PACKAGE_${arg_PACKAGE} ${NAME})
  set_property(GLOBAL APPEND PROPERTY POPLAR_EMU_INCLUDE_ROOTS ${arg_INCLUDES})

  list(JOIN arg_LINKS " " requires)
  set(description ${arg_DESCRIPTION})
  configure_file(${PROJECT_SOURCE_DIR}/poplar_emu/cmake/library.pc.in
    ${PROJECT_BINARY_DIR}/pkgconfig/${NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/${NAME}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

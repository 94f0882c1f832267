# SPDX-License-Identifier: MIT
# What `cmake --install` leaves in a prefix besides the libraries: headers, packages, the enable script. The build tree has the same
# shape (bin, lib, include), so that popc and the libraries find each other in the same way there.
include(CMakePackageConfigHelpers)

get_property(include_roots GLOBAL PROPERTY POPLAR_EMU_INCLUDE_ROOTS)
list(APPEND include_roots ${PROJECT_SOURCE_DIR}/poplar_emu/include)
list(REMOVE_DUPLICATES include_roots)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
foreach(root IN LISTS include_roots)
  install(DIRECTORY ${root}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  file(GLOB entries RELATIVE ${root} ${root}/*)
  foreach(entry IN LISTS entries)
    file(CREATE_LINK ${root}/${entry} ${PROJECT_BINARY_DIR}/include/${entry} SYMBOLIC)
  endforeach()
endforeach()

if(TARGET popc)
  set_target_properties(popc PROPERTIES EXPORT_NAME popc_bin INSTALL_RPATH "$ORIGIN/../lib")
  install(TARGETS popc EXPORT poplarTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# Headers alone: template helpers that ship with Poplar.
add_library(gccs INTERFACE)
target_include_directories(gccs INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS gccs EXPORT GCCSTargets)
set_property(GLOBAL APPEND PROPERTY POPLAR_EMU_PACKAGE_GCCS gccs)

set(dependencies_of_poplar pva)
set(dependencies_of_poplibs poplar)
set(dependencies_of_gcl poplar poplibs)
set(packages "")
set(targets "")
foreach(package poplar poplibs gcl pva libpvti GCCS)
  get_property(members GLOBAL PROPERTY POPLAR_EMU_PACKAGE_${package})
  if(NOT members)
    continue()
  endif()
  set(dependencies ${dependencies_of_${package}})
  list(JOIN dependencies " " dependencies)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/${package})
  install(EXPORT ${package}Targets DESTINATION ${destination})
  configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/PackageConfig.cmake.in
    ${PROJECT_BINARY_DIR}/packages/${package}Config.cmake INSTALL_DESTINATION ${destination})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/packages/${package}ConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/packages/${package}Config.cmake
    ${PROJECT_BINARY_DIR}/packages/${package}ConfigVersion.cmake DESTINATION ${destination})
  list(APPEND packages ${package})
  foreach(member IN LISTS members)
    get_target_property(export_name ${member} EXPORT_NAME)
    if(export_name)
      list(APPEND targets ${export_name})
    else()
      list(APPEND targets ${member})
    endif()
  endforeach()
endforeach()

# Projects ask for GCCS as well as for gccs; file names of packages are case-sensitive.
file(WRITE ${PROJECT_BINARY_DIR}/packages/gccsConfig.cmake
  "include(\"\${CMAKE_CURRENT_LIST_DIR}/../GCCS/GCCSConfig.cmake\")\n")
install(FILES ${PROJECT_BINARY_DIR}/packages/gccsConfig.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gccs)

list(JOIN packages " " packages)
list(JOIN targets " " targets)
set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/poplar_emu)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/NamespacedConfig.cmake.in
  ${PROJECT_BINARY_DIR}/packages/poplar_emuConfig.cmake INSTALL_DESTINATION ${destination})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/packages/poplar_emuConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/packages/poplar_emuConfig.cmake
  ${PROJECT_BINARY_DIR}/packages/poplar_emuConfigVersion.cmake DESTINATION ${destination})

install(FILES ${CMAKE_CURRENT_LIST_DIR}/enable DESTINATION etc)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/enable DESTINATION . RENAME enable.sh)

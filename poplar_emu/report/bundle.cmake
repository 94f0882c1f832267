# SPDX-License-Identifier: MIT
# Joins the page's modules and styles, and writes them as a C++ source:
#   cmake -DSCRIPTS="a.js;b.js" -DSTYLES="a.css" -DLIBRARIES="lib.js" -DOUTPUT=Assets.cpp -P bundle.cmake
# Modules keep their names at one level: `import` lines and the word `export` go, and all share one scope. Their order is that of the list.
cmake_minimum_required(VERSION 3.25)

# A library stands behind its licence, which lies beside it.
set(script "")
foreach(file IN LISTS LIBRARIES)
  get_filename_component(folder ${file} DIRECTORY)
  file(READ ${folder}/LICENSE licence)
  file(READ ${file} text)
  string(APPEND script "/*\n${licence}\n*/\n${text}\n")
endforeach()
set(modules "")
foreach(file IN LISTS SCRIPTS)
  file(READ ${file} text)
  string(REGEX REPLACE "(^|\n)import [^;]*;" "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
  string(APPEND modules "${text}")
endforeach()
string(APPEND script "(() => {\n'use strict';\n${modules}})();\n")

# Of two functions of one name the first would silently be lost.
set(seen "")
string(REGEX MATCHALL "\n(async function|function|const|let|class) [A-Za-z0-9_]+" declarations "\n${modules}")
foreach(declaration IN LISTS declarations)
  string(REGEX REPLACE ".* " "" name "${declaration}")
  if(name IN_LIST seen)
    message(FATAL_ERROR "two modules of the report have a '${name}' at their top level")
  endif()
  list(APPEND seen ${name})
endforeach()

set(style "")
foreach(file IN LISTS STYLES)
  file(READ ${file} text)
  string(APPEND style "${text}")
endforeach()

# A raw literal holds 65,536 characters at least; compilers join neighbours.
function(literal NAME TEXT)
  string(SHA256 hash "${TEXT}")
  string(LENGTH "${TEXT}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${TEXT}" ${at} 16000 piece)
    string(APPEND pieces "R\"asset(${piece})asset\"\n")
    math(EXPR at "${at} + 16000")
  endwhile()
  string(CONFIGURE [[const std::string_view @NAME@ =
@pieces@    ;
const std::string_view @NAME@Sha256 = "@hash@";
]] source @ONLY)
  file(APPEND ${OUTPUT} "${source}")
endfunction()

file(WRITE ${OUTPUT} "// SPDX-License-Identifier: MIT\n// Made by bundle.cmake.\n#include \"page/Assets.hpp\"\nnamespace poplar_emu::report {\n")
literal(kScript "${script}")
literal(kStyle "${style}")
file(APPEND ${OUTPUT} "}\n")

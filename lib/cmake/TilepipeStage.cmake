# tilepipe_stage(<Name> SOURCES <file>... [DEPENDS <Stage>...] [CLANG])
# One stage of the compiler: static library tilepipe<Name>. CLANG: it may include Clang headers.
# Every stage shares one precompiled header with isl/cpp.h, which alone costs seconds per file.
function(tilepipe_stage NAME)
  cmake_parse_arguments(ARG "CLANG" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(tilepipe${NAME} STATIC ${ARG_SOURCES})
  target_include_directories(tilepipe${NAME} PUBLIC ${PROJECT_SOURCE_DIR}/include
                                                    ${PROJECT_BINARY_DIR}/include)
  target_include_directories(tilepipe${NAME} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  # isl/cpp.h reports errors by exceptions; LLVM is built without RTTI.
  target_compile_options(tilepipe${NAME} PRIVATE -fexceptions -fno-rtti -Wall -Wextra
                                                 -Wno-unused-parameter)
  target_link_libraries(tilepipe${NAME} PUBLIC tilepipe-isl)
  foreach(STAGE ${ARG_DEPENDS})
    target_link_libraries(tilepipe${NAME} PUBLIC tilepipe${STAGE})
  endforeach()
  if(ARG_CLANG)
    target_link_libraries(tilepipe${NAME} PUBLIC clang-cpp)
  endif()
  target_link_libraries(tilepipe${NAME} PUBLIC LLVM)
  if(NAME STREQUAL "Support")
    target_precompile_headers(tilepipeSupport PRIVATE ${PROJECT_SOURCE_DIR}/include/tilepipe/Support/Isl.h)
  elseif(NOT ARG_CLANG)
    target_precompile_headers(tilepipe${NAME} REUSE_FROM tilepipeSupport)
  endif()
endfunction()

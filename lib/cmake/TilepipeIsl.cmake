# isl, as the target tilepipe-isl: built from the sources that Debian keeps, with IMath's numbers, which are machine
# words while they are small. Translation takes half of the time that it takes with the archive of libisl-dev, whose
# numbers are GMP's. Where the sources cannot be downloaded, or with -DTILEPIPE_ISL=system, that archive is linked.
set(TILEPIPE_ISL built CACHE STRING "built: from sources that are downloaded; system: libisl-dev's archive")
set_property(CACHE TILEPIPE_ISL PROPERTY STRINGS built system)

set(ISL_NAME isl-0.25)
set(ISL_FILE isl_0.25.orig.tar.xz)
set(ISL_SHA256 be7b210647ccadf90a2f0b000fca11a4d40546374a850db67adb32fad4b230d9)
set(ISL_MIRRORS http://deb.debian.org/debian/pool/main/i/isl
            https://snapshot.debian.org/archive/debian/20250520T000000Z/pool/main/i/isl)
set(ISL_PREFIX ${CMAKE_BINARY_DIR}/isl)

# Sets <found> to the archive of the sources, or to nothing.
function(tilepipe_isl_sources FOUND)
  set(ARCHIVE ${ISL_PREFIX}/${ISL_FILE})
  foreach(MIRROR "" ${ISL_MIRRORS})
    if(MIRROR)
      file(DOWNLOAD ${MIRROR}/${ISL_FILE} ${ARCHIVE} INACTIVITY_TIMEOUT 20 STATUS IGNORED)
    endif()
    if(EXISTS ${ARCHIVE})
      file(SHA256 ${ARCHIVE} FOUND_SHA256)
      if(FOUND_SHA256 STREQUAL ISL_SHA256)
        set(${FOUND} ${ARCHIVE} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
  set(${FOUND} "" PARENT_SCOPE)
endfunction()

set(ISL_SOURCES "")
find_program(MAKE make)
if(TILEPIPE_ISL STREQUAL built AND MAKE)
  tilepipe_isl_sources(ISL_SOURCES)
endif()

add_library(tilepipe-isl INTERFACE)
# libLLVM exports the isl functions of a copy of its own: ours is linked before it, and not seen by it.
target_link_options(tilepipe-isl INTERFACE -Wl,--exclude-libs,libisl.a)
if(ISL_SOURCES)
  include(ExternalProject)
  include(ProcessorCount)
  ProcessorCount(CORES)
  ExternalProject_Add(isl-sources
    PREFIX ${ISL_PREFIX} SOURCE_DIR ${ISL_PREFIX}/${ISL_NAME} BUILD_IN_SOURCE TRUE
    URL ${ISL_SOURCES} URL_HASH SHA256=${ISL_SHA256} DOWNLOAD_EXTRACT_TIMESTAMP TRUE
    CONFIGURE_COMMAND ./configure --disable-shared --with-int=imath-32 --with-clang=no --quiet
                      "CC=${CMAKE_C_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER}"
    # What `make all` generates first; the rest of it are tools. Flags stand here, for configure adds those of the processor
    # that it runs on: packages are for others, too.
    BUILD_COMMAND ${MAKE} --quiet gitversion.h
    COMMAND ${MAKE} --quiet -j ${CORES} "CFLAGS=-O3 -g0 -fPIC -fvisibility=hidden" libisl.la
    INSTALL_COMMAND ""
    BUILD_BYPRODUCTS ${ISL_PREFIX}/${ISL_NAME}/.libs/libisl.a
    LOG_CONFIGURE TRUE LOG_BUILD TRUE LOG_OUTPUT_ON_FAILURE TRUE)
  add_dependencies(tilepipe-isl isl-sources)
  target_include_directories(tilepipe-isl SYSTEM INTERFACE ${ISL_PREFIX}/${ISL_NAME}/include)
  target_link_libraries(tilepipe-isl INTERFACE ${ISL_PREFIX}/${ISL_NAME}/.libs/libisl.a)
  set(TILEPIPE_ISL_VERSION ${ISL_NAME}-IMath-32)
else()
  find_library(ISL_ARCHIVE libisl.a REQUIRED)
  find_library(GMP_LIBRARY gmp REQUIRED)
  pkg_check_modules(ISL REQUIRED isl)
  target_link_libraries(tilepipe-isl INTERFACE ${ISL_ARCHIVE} ${GMP_LIBRARY})
  set(TILEPIPE_ISL_VERSION isl-${ISL_VERSION}-GMP)
endif()
message(STATUS "isl: ${TILEPIPE_ISL_VERSION}")
target_compile_definitions(tilepipe-isl INTERFACE TILEPIPE_ISL_VERSION="${TILEPIPE_ISL_VERSION}")

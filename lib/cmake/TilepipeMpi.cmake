# tilepipe_driver_config(<file>): what tilepipe-cc knows about its surroundings, among it the MPI library that the runtime
# of this build is made for. The backend is that library's compiler, under the name that it has in PATH.
get_filename_component(TILEPIPE_DEFAULT_BACKEND "${MPI_C_COMPILER}" NAME)
if(NOT TILEPIPE_DEFAULT_BACKEND MATCHES "mpi")
  set(TILEPIPE_DEFAULT_BACKEND mpicc) # where the C compiler finds MPI by itself
endif()
# Its launcher, which has a name of the same form.
string(REPLACE mpicc mpiexec TILEPIPE_MPIEXEC "${TILEPIPE_DEFAULT_BACKEND}")
if(TILEPIPE_MPIEXEC STREQUAL TILEPIPE_DEFAULT_BACKEND)
  set(TILEPIPE_MPIEXEC mpiexec)
endif()

function(tilepipe_driver_config OUTPUT)
  string(REPLACE ";" "\", \"" TILEPIPE_MPI_INCLUDES "${MPI_C_INCLUDE_DIRS}")
  string(REPLACE ";" "\", \"" TILEPIPE_MPI_LIBRARIES "${MPI_C_LIBRARIES}")
  configure_file(${PROJECT_SOURCE_DIR}/lib/Driver/Config.h.in ${OUTPUT} @ONLY)
endfunction()

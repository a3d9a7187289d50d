# An installed tree has share/tilepipe/uninstall.cmake, which removes the files that were put there, and the folders that
# were made for them. It needs no build folder, and the tree may have been moved. The target `uninstall` runs the one of
# the last `cmake --install`.
#
# Included before all other rules of installation, for it looks which folders are there already;
# tilepipe_install_uninstaller() comes behind all others, for it needs the list of files.
set(UNINSTALLER ${CMAKE_INSTALL_DATADIR}/tilepipe/uninstall.cmake)
set(UNINSTALL_SOURCE ${CMAKE_CURRENT_LIST_DIR}/uninstall)
set(UNINSTALL_BUILD ${PROJECT_BINARY_DIR}/uninstall)
set(UNINSTALL_FOLDERS ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_LIBDIR}/cmake/tilepipe
    ${CMAKE_INSTALL_INCLUDEDIR}/tilepipe ${CMAKE_INSTALL_LIBEXECDIR}/tilepipe ${CMAKE_INSTALL_DATADIR}/tilepipe
    ${CMAKE_INSTALL_MANDIR}/man1 ${CMAKE_INSTALL_MANDIR}/man7 ${TILEPIPE_BASH_COMPLETIONS} ${TILEPIPE_ZSH_COMPLETIONS}
    ${CMAKE_INSTALL_DOCDIR}/docs ${CMAKE_INSTALL_DOCDIR}/bench ${CMAKE_INSTALL_DOCDIR}/examples)
configure_file(${UNINSTALL_SOURCE}/folders.cmake.in ${UNINSTALL_BUILD}/folders.cmake @ONLY)
configure_file(${UNINSTALL_SOURCE}/last.cmake.in ${UNINSTALL_BUILD}/last.cmake @ONLY)
# A component of its own: packages do without it.
install(SCRIPT ${UNINSTALL_BUILD}/folders.cmake COMPONENT uninstall)
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${UNINSTALL_BUILD}/last.cmake VERBATIM)

function(tilepipe_install_uninstaller)
  configure_file(${UNINSTALL_SOURCE}/files.cmake.in ${UNINSTALL_BUILD}/files.cmake @ONLY)
  install(SCRIPT ${UNINSTALL_BUILD}/files.cmake COMPONENT uninstall)
endfunction()

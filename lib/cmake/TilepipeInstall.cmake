# What is installed belongs to a component, which becomes a package: tool (tilepipe-cc), runtime (what starts translated
# programs), development (what they are linked with), documents.
set(TILEPIPE_BASH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/bash-completion/completions CACHE STRING "folder below the prefix")
set(TILEPIPE_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "folder below the prefix")

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A backend may be another MPI's mpicc. What it links is seen in the program.
#include "compile/Compile.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using llvm::StringRef;

/// The names that File's dynamic section has under Tag; none of what is no ELF file for 64 bits.
static std::vector<std::string> dynamicNames(StringRef File, uint64_t Tag) {
  using Elf = llvm::object::ELF64LE;
  std::vector<std::string> Names;
  auto Object = llvm::object::ObjectFile::createObjectFile(File);
  auto *Image = Object ? llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(Object->getBinary()) : nullptr;
  if (!Object)
    llvm::consumeError(Object.takeError());
  if (!Image)
    return Names;
  const llvm::object::ELFFile<Elf> &Contents = Image->getELFFile();
  auto Entries = Contents.dynamicEntries();
  if (!Entries) {
    llvm::consumeError(Entries.takeError());
    return Names;
  }
  const char *Strings = nullptr;
  for (const Elf::Dyn &Entry : *Entries)
    if (Entry.getTag() == llvm::ELF::DT_STRTAB) {
      if (auto Address = Contents.toMappedAddr(Entry.getPtr()))
        Strings = reinterpret_cast<const char *>(*Address);
      else
        llvm::consumeError(Address.takeError());
    }
  for (const Elf::Dyn &Entry : *Entries)
    if (Strings && uint64_t(Entry.getTag()) == Tag)
      Names.push_back(Strings + Entry.getVal());
  return Names;
}

std::string tilepipe::runtimeMpi() {
  for (const std::string &Library : mpiLibraries())
    for (const std::string &Name : dynamicNames(Library, llvm::ELF::DT_SONAME))
      return Name;
  return "";
}

/// The libraries in which MPI_Init is, of the implementations that there are; libmpi_cxx and the like
/// come with one.
std::string tilepipe::otherMpi(StringRef Program) {
  std::string Own = runtimeMpi();
  for (StringRef Name : dynamicNames(Program, llvm::ELF::DT_NEEDED)) {
    bool IsMpi = Name.starts_with("libmpi.so") || Name.starts_with("libmpich") || Name.starts_with("libmvapich");
    if (IsMpi && Name != Own && !Own.empty())
      return Name.str();
  }
  return "";
}

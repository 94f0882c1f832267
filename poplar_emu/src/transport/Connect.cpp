// SPDX-License-Identifier: MIT
// Reads mpirun's environment and loads the MPI transport.
#include "transport/Connect.hpp"

#include "support/Diagnostic.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

namespace poplar_emu::transport {
unsigned numberFrom(const char *variable, unsigned otherwise) {
  const char *text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc() && *end == '\0' ? number : otherwise;
}

namespace {

std::string besideThisLibrary(const char *name) {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&besideThisLibrary), &info) == 0) return name;
  const std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? name : path.substr(0, slash + 1) + name;
}

void *loadMpiTransport() {
  // Open MPI loads plug-ins that look for its symbols among the global ones.
  constexpr int kFlags = RTLD_NOW | RTLD_GLOBAL;
  if (const char *path = std::getenv("POPLAR_EMU_MPI")) return dlopen(path, kFlags);
  void *library = dlopen(besideThisLibrary("libpoplar_mpi.so").c_str(), kFlags);
  return library != nullptr ? library : dlopen("libpoplar_mpi.so", kFlags);
}

plan::Transport *load() {
  const World all = world();
  if (all.size < 2) return nullptr;
  void *library = loadMpiTransport();
  void *symbol = library == nullptr ? nullptr : dlsym(library, "poplar_emu_mpi_transport");
  if (symbol == nullptr)
    Diagnostic(Code::PE0901, "this process is {} of {} that mpirun started, but MPI is not there",
               all.rank, all.size)
        .note("{}", dlerror())
        .fix("install Open MPI (libopenmpi-dev, openmpi-bin) and build again, or start one process")
        .raise();
  return reinterpret_cast<plan::Transport *(*)()>(symbol)();
}

} // namespace

World world() {
  return {numberFrom("OMPI_COMM_WORLD_SIZE", 1), numberFrom("OMPI_COMM_WORLD_RANK", 0),
          std::max(1U, numberFrom("OMPI_COMM_WORLD_LOCAL_SIZE", 1))};
}

plan::Transport *connect() {
  static plan::Transport *const transport = load();
  return transport;
}

} // namespace poplar_emu::transport

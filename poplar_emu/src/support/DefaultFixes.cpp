// SPDX-License-Identifier: MIT
// What helps against each kind of error when the place that raises it knows nothing more exact.
#include "support/DefaultFixes.hpp"

namespace poplar_emu {

std::string_view defaultFix(Code code) {
  switch (code) {
  case Code::PE0001:
    return "report this with the program that shows it: it is a fault of the library";
  case Code::PE0101:
    return "give the tensor a value first: a default-constructed or moved-from one has none";
  case Code::PE0102:
    return "use an index below the size of the dimension";
  case Code::PE0103:
    return "use a dimension below the rank of the tensor";
  case Code::PE0104:
    return "keep begin <= end <= size of the dimension";
  case Code::PE0105:
    return "give a shape with as many elements as the tensor has";
  case Code::PE0106:
    return "name every dimension exactly once";
  case Code::PE0107:
    return "bring the tensors to fitting shapes first, with slice, reshape or broadcast";
  case Code::PE0108:
    return "pass at least one tensor";
  case Code::PE0109:
    return "use tensors of one element type, or cast one of them";
  case Code::PE0110:
    return "reinterpret to a type of the same size, or cast the values";
  case Code::PE0111:
    return "squeeze only dimensions of size 1";
  case Code::PE0112:
    return "use a tensor of the rank that the operation asks for: reshape or flatten it";
  case Code::PE0113:
    return "keep shapes below 2^63 elements, and strides and factors at least 1";
  case Code::PE0114:
    return "use tensors that share their metadata tensor";
  case Code::PE0115:
    return "use only tensors, functions and compute sets of the graph that is compiled";
  case Code::PE0201:
    return "call graph.setTileMapping for it before the engine is made";
  case Code::PE0202:
    return "use tiles below graph.getTarget().getNumTiles() and intervals within the tensor";
  case Code::PE0203:
    return "give each vertex its own slice, or use two compute sets";
  case Code::PE0204:
    return "add the codelet file first, and spell the name as the codelet does, without spaces";
  case Code::PE0205:
    return "use the name of a member of the vertex class";
  case Code::PE0206:
    return "connect each field once, with what its declaration asks for";
  case Code::PE0207:
    return "connect a tensor of the field's element type";
  case Code::PE0208:
    return "connect the field with graph.connect before the engine is made";
  case Code::PE0209:
    return "call graph.setFieldSize, or connect or initialise the whole field";
  case Code::PE0210:
    return "use an index below the size of the field, or call graph.setFieldSize first";
  case Code::PE0211:
    return "write to a variable: copy the constant into one first";
  case Code::PE0212:
    return "connect a tensor in which no element occurs twice";
  case Code::PE0213:
    return "give as many values as there are elements";
  case Code::PE0214:
    return "use a value in the range of the element type";
  case Code::PE0215:
    return "use a handle that a graph, device manager or factory of this library returned";
  case Code::PE0216:
    return "use another name: handles of one kind are unique in a graph";
  case Code::PE0217:
    return "use tiles of one IPU of the graph, each once";
  case Code::PE0218:
    return "set the value when the constant is added";
  case Code::PE0219:
    return "call graph.setPerfEstimate for the vertex or graph.registerPerfEstimator for its type";
  case Code::PE0220:
    return "use a replication factor that divides the number of IPUs";
  case Code::PE0221:
    return "use a supported element type and a shape that fits into memory";
  case Code::PE0222:
    return "give metadata to QUARTER tensors, and to those only";
  case Code::PE0223:
    return "use a clone method that preserves order and aliases";
  case Code::PE0224:
    return "read what serializeTensors of this version wrote, in the binary format";
  case Code::PE0301:
    return "correct the codelet; the command can be repeated by hand";
  case Code::PE0302:
    return "check the path and the working directory";
  case Code::PE0303:
    return "build the file again with popc of this version";
  case Code::PE0304:
    return "use a supported field type; pass structs as vectors of bytes";
  case Code::PE0305:
    return "define the missing symbol in one of the codelet files, and no symbol twice";
  case Code::PE0306:
    return "check that popc and clang-19 are installed, or set POPLAR_EMU_POPC";
  case Code::PE0307:
    return "rename one of the codelets, or add only one of the files";
  case Code::PE0308:
    return "give the vertex a body in portable C++ beside its assembly";
  case Code::PE0309:
    return "compile the file with popc without --target, or name this target too";
  case Code::PE0401:
    return "build the program from the classes of poplar::program";
  case Code::PE0402:
    return "copy between tensors with equal numbers of elements: slice or broadcast one of them";
  case Code::PE0403:
    return "copy between tensors of one element type; reinterpret or cast one of them";
  case Code::PE0404:
    return "copy to a tensor in which no element occurs twice";
  case Code::PE0405:
    return "copy to a variable: constants are never written";
  case Code::PE0406:
    return "use a tensor of one element, for instance t[0]";
  case Code::PE0407:
    return "spread the largest variables over more tiles";
  case Code::PE0408:
    return "use Repeat or RepeatWhileTrue instead of a function that calls itself";
  case Code::PE0409:
    return "make the stream with the element type and the number of elements of the tensor";
  case Code::PE0410:
    return "give every case another value, and a scalar INT or UNSIGNED_INT to switch on";
  case Code::PE0411:
    return "map every replica to another one, each exactly once";
  case Code::PE0412:
    return "use a scalar of a type that is documented for it";
  case Code::PE0413:
    return "build the program with Sequence::add, Repeat or addFunction instead of program in "
           "program";
  case Code::PE0414:
    return "describe what the steps compute: disjoint groups of equal size, positions below that "
           "size, pieces inside the tensors";
  case Code::PE0501:
    return "call engine.connectStream or connectStreamToCallback before engine.run";
  case Code::PE0502:
    return "use a handle that the graph was given; engine.listStreams() lists them";
  case Code::PE0503:
    return "pass a buffer of exactly that size";
  case Code::PE0504:
    return "call engine.load(device) first";
  case Code::PE0505:
    return "use an index below the number of programs that the engine was made with";
  case Code::PE0506:
    return "build the graph from the target of the device that it runs on";
  case Code::PE0507:
    return "call device.attach() first";
  case Code::PE0508:
  case Code::PE0509:
    return "call engine.load(device) again";
  case Code::PE0510:
    return "use a row below the number of repeats of the remote buffer";
  case Code::PE0511:
    return "pass a callback object";
  case Code::PE0512:
    return "pass tensors of the declared types and sizes, in the declared order";
  case Code::PE0513:
    return "use an IPU or an IPUModel device";
  case Code::PE0514:
    return "wait until run() has returned; callbacks may read tensors and call stop()";
  case Code::PE0515:
    return "run a program first, with the engine option autoReport.all or debug.instrument";
  case Code::PE0601:
    return "the program asked for this: look at its Abort or ErrorProgram";
  case Code::PE0602:
    return "look for an index or pointer out of range in compute(); a debugger stops there with "
           "poplar_emu.executor=serial";
  case Code::PE0603:
    return "return true from compute(), or take the result with Execute(cs, tensor)";
  case Code::PE0604:
    return "keep the values in range, or switch the exception off with setFloatingPointBehaviour";
  case Code::PE0605:
    return "steer control flow with tensors that are equal on all replicas";
  case Code::PE0606:
    return "add a case for the value, or a default";
  case Code::PE0607:
    return "write the tensor before it is read, or set its initial value";
  case Code::PE0608:
    return "use offsets from 0 to the number of repeats of the remote buffer minus 1";
  case Code::PE0701:
    return "use an option that exists";
  case Code::PE0702:
    return "use one of the legal values";
  case Code::PE0703:
    return "set the option first, or look with find()";
  case Code::PE0704:
    return "correct the fields of the model";
  case Code::PE0705:
    return "use a known system such as ipu2 or IPU-POD16";
  case Code::PE0706:
    return "use an id below DeviceManager::getNumDevices(); POPLAR_EMU_DEVICES makes more";
  case Code::PE0707:
    return "look at type() before the value is read";
  case Code::PE0708:
    return "correct the text: one object of strings, numbers and booleans";
  case Code::PE0709:
    return "use a type that can hold the value";
  case Code::PE0710:
    return "pass a pointer to something";
  case Code::PE0801:
  case Code::PE0802:
    return "compile the graph again and write the executable with this version";
  case Code::PE0803:
    return "check that the place is writable and the disk is not full";
  case Code::PE0901:
    return "install Open MPI and build again, or start one process";
  case Code::PE0902:
    return "look at the instance that failed first; all must run the same program";
  case Code::PE0903:
    return "start a number of instances that divides the number of replicas";
  }
  return {};
}

} // namespace poplar_emu

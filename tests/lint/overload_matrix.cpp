// SPDX-License-Identifier: MIT
// Every shape of call that public Poplar programs use: each must resolve, in C++11 to C++20.
#include <poplar/CSRFunctions.hpp>
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/MetadataCreation.hpp>
#include <poplar/Program.hpp>
#include <poplar/RandomSeed.hpp>
#include <poplar/TypeConversion.hpp>

using namespace poplar;
using namespace poplar::program;
using namespace std;

// Not in an unnamed namespace, so that every call also has to link.
namespace overload_matrix {

class OperationInfo : public DebugInfo {
 public:
  explicit OperationInfo(const DebugContext &context) : DebugInfo(context, "matrix") {
    setValue("kind", "test");
    setValue("count", 3u);
    setValue("shape", ProfileValue::Vector{ProfileValue(1), ProfileValue(2.5)});
  }
};

struct Callback : StreamCallback {
  Result prefetch(void *) override { return Result::NotAvailable; }
  void fetch(void *) override {}
  void complete() override {}
};

struct Legacy : LegacyStreamCallback {
  void fetch(void *) override {}
};

struct Host : HostCallback {
  void operator()(ArrayRef<const void *>, ArrayRef<void *>) override {}
};

void take(const DebugContext &) {}
void takeNameAndId(const DebugNameAndId &) {}
void takeOptions(const OptionFlags &) {}
void takeText(StringRef) {}
void takeShape(ArrayRef<size_t>) {}

void debugContexts(const DebugContext &dc, const DebugInfo &di, const DebugNameAndId &dnai) {
  const string str = "s";
  take({di});
  take({di, "x"});
  take({di, str});
  take({dnai});
  take({dnai, "x"});
  take({dnai, str + "y"});
  take({dc, "x"});
  take({dc, str});
  take({"x"});
  take("x");
  take(str);
  take({str});
  take({});
  take(dc);
  take(di);
  take(dnai);
  take({{str, di.getId()}, "x"});
  takeNameAndId({dnai, "x"});
  takeNameAndId({di});
  takeNameAndId({di, str});
  takeNameAndId({str, di.getId()});
  takeNameAndId(dnai);
  const DebugNameAndId copy(dnai);
  const DebugContext moved(DebugContext{"y"});
  cout << moved << copy.getPathName() << dc.getPathName();
}

void strings(const Type &type, const OptionFlags &flags) {
  const string a = type.toString();
  const string b = "x" + type.toString() + "y";
  string c = string(flags.at("k"));
  c += type.toString();
  c = type.toString();
  takeText("literal");
  takeText(a);
  cout << type.toString() << type << (type.toString() == "float") << (type.toString() == a)
       << (type.toString() != b) << (StringRef(a) < StringRef(c));
}

void arrays(const vector<size_t> &shape) {
  takeShape(shape);
  takeShape({1, 2});
  takeShape({});
  array<size_t, 2> fixed = {{1, 2}};
  takeShape(fixed);
  const size_t plain[] = {1, 2, 3};
  takeShape(plain);
  ArrayRef<size_t> ref{shape.data(), shape.size()};
  cout << (ref == ArrayRef<size_t>(shape)) << ref.cloneAsVector().size() << ref.front();
  vector<int *> pointers;
  ArrayRef<const int *> constPointers(pointers);
  cout << constPointers.empty();
#if __cplusplus >= 201703L
  vector<float> values;
  gccs::ArrayRef deduced(values);
  const float x = 1;
  gccs::ArrayRef one(&x, 1U);
  cout << deduced.size() << one.size();
  // Older programs say so under Poplar's name, when that was the class itself.
  poplar::ArrayRef underPoplarsName(values);
  cout << poplar::ArrayRef(values).size() << underPoplarsName.size();
#endif
}

void options() {
  OptionFlags one{{"a", "b"}};
  OptionFlags two{{"a", "b"}, {"c", "d"}};
  OptionFlags assigned = {{"a", "b"}};
  OptionFlags parenthesised({{"a", "b"}});
  one.set({{"e", "f"}});
  one.set("g", "h");
  takeOptions({});
  takeOptions({{"debug.instrument", "true"}});
  takeOptions({{"a", "b"}, {"c", "d"}});
  for (auto &option : two)
    cout << option.first << option.second;
  cout << (one == two) << (assigned.find("a") != assigned.end()) << parenthesised.size();
  readJSON("{}", one);
  readJSONFromEnv("NONE", one);
  const ProfileValue value = getAsProfileValue(one);
  cout << value;
}

void variables(Graph &graph, const DebugInfo &di, const DebugNameAndId &dnai, Tensor meta) {
  const vector<size_t> shape = {2, 3};
  const size_t r = 2, c = 3, n = 4;
  const Type T = FLOAT;
  graph.addVariable(T, {});
  graph.addVariable(T, {}, "n");
  graph.addVariable(T, {}, {di, "n"});
  graph.addVariable(T, {}, shape, {di});
  graph.addVariable(T, {}, {r, c}, "n");
  graph.addVariable(T, meta, shape, {di});
  graph.addVariable(T, {2, 3}, VariableMappingMethod::LINEAR, "n");
  graph.addVariable(T, meta, {2, 3}, VariableMappingMethod::LINEAR, "n");
  graph.addVariable(T, {n}, di);
  graph.addVariable(T, {r, c}, "name");
  graph.addVariable(T, shape, {dnai, "x"});
  graph.addExternalVariable(T, {n}, "handle");

  float data[4] = {};
  const float *ptr = data;
  const vector<float> v(data, data + 4);
  graph.addConstant(T, {}, 1.f);
  graph.addConstant(T, {1}, 0);
  graph.addConstant<float>(T, {1}, {2.f}, "n");
  graph.addConstant(T, {n}, ptr, "n");
  graph.addConstant(T, {n}, data, "n");
  graph.addConstant<float>(T, {3}, {1, 2, 3});
  graph.addConstant(T, shape, ArrayRef<float>(v), {dnai});
  graph.addConstant<float>(T, shape, v);
  graph.addConstant<float>(T, shape, v, "n");
  graph.addConstant<float>(T, {n}, ptr);
  graph.addConstant<float>(T, {n}, data);
  graph.addConstant<unsigned>(UNSIGNED_INT, {}, 0);
  graph.addConstant<unsigned>(UNSIGNED_INT, {1}, 0, "zero");
  graph.addConstant<float>(T, {}, 0);
  graph.addConstant(T, {n}, v.data());
  graph.addConstant(BOOL, {}, true, {di});
  graph.addConstant(UNSIGNED_INT, {}, n);
  graph.addConstant(HALF, {}, 1.0);
  graph.addConstant(T, meta, {n}, ptr, {di});
  graph.addConstant(T, meta, {n}, 1.f, {di});
  graph.addConstant(T, meta, shape, ArrayRef<float>(v), {di});
  graph.addConstant<float>(T, meta, shape, v, {di});
  graph.addConstant(T, shape, ptr, TypeTraits::make<float>(), false, {di});
  graph.addConstantHalf(HALF, {}, 0x3c00);
  const uint16_t bits[2] = {};
  graph.addConstantHalf(HALF, {2}, bits, {di});
  graph.addReplicationIndexConstant();
  graph.addReplicationIndexConstant({di});
}

void clones(Graph &graph, const Tensor &t, const Tensor &meta, const DebugInfo &di,
            const DebugNameAndId &dnai) {
  const Type T = FLOAT;
  const TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_AND_ALIASES;
  graph.clone(t);
  graph.clone(t, "n");
  graph.clone(T, t);
  graph.clone(T, t, {di});
  graph.clone(t, {}, method);
  graph.clone(T, t, {}, method);
  graph.clone(t, {dnai, "n"});
  graph.clone(meta, t, {di});
  graph.clone(T, meta, t, {di});
  graph.clone(T, meta, t, {di}, method);
  graph.cloneN(t, 3);
  graph.cloneN(t, 3, "n");
  graph.cloneN(t, 3, {di}, method);
  graph.cloneN(T, t, 3, {di}, method,
               TensorCloneDuplicationMethod::DUPLICATE_BY_TILE_CONTIGUOUS_REGION);
  graph.cloneN(meta, t, 3, {di});
  graph.cloneN(T, meta, t, 3, {di});
}

void views(const Tensor &t, const vector<Interval> &intervals,
           const vector<vector<Interval>> &lists) {
  const size_t i = 1, n = 2;
  Tensor a = t[0];
  a = t[i][0];
  a = t.slice(0, 3, 1);
  a = t.slice(i, n, 0);
  a = t.slice(0, n);
  a = t.slice(Interval(0, 2));
  a = t.slice({0, 2});
  a = t.slice({0, 2}, 1);
  a = t.slice({0, 0}, {1, 2});
  a = t.slice({i, n}, {n, n});
  a = t.slice({0, 0, 3}, {1, 2, 3});
  a = t.slice(i, n, 0).slice(0, 1, 1)[0];
  vector<Tensor> s = t.slices(intervals);
  s = t.slices(intervals, 1);
  s = t.slices(lists);
  s = t.slices(vector<unsigned>{0, 1}, 1);
  s = t.slices(ArrayRef<unsigned>({0, 1}));
  a = t.index({0, 1});
  a = t.flatten();
  a = t.flatten(0, 2);
  a = t.reshape({});
  a = t.reshape({n, 3});
  a = t.reshape(t.shape());
  a = t.reshapePartial(0, 1, {1, 2});
  a = t.reshapePartial(0, 1, {});
  a = t.dimShuffle({1, 0});
  a = t.dimShuffle({0, 2, 1});
  a = t.dimShufflePartial({0}, {1});
  a = t.dimShufflePartial({0, 1}, {1, 2});
  a = t.dimRoll(1);
  a = t.dimRoll(1, 0);
  a = t.expand({0});
  a = t.expand({0, 0, 1});
  a = t.squeeze({0});
  a = t.squeeze({0, 1});
  a = t.transpose();
  a = t.subSample(2, 0);
  a = t.upsample(2, 0, UpsampleMethod::REPEAT);
  a = t.broadcast(3, 0);
  a = t.reinterpret(UNSIGNED_INT);
  a = t.reverse(0);
  a = concat(t, t);
  a = concat(t, t, 1);
  a = concat({t, t});
  a = concat({t, t}, 1);
  a = concat({t[0], t[1], t[2]}, 1);
  a = concat(s);
  a = concat(s, 1);
  a = append(t, t[0]);
  a = append(t, t[0], 1);
  float constant;
  cout << t.getConstantValue(&constant) << (a == t) << (a != t) << t << t.shapeToString();
}

void vertices(Graph &graph, ComputeSet cs, const Tensor &t, const vector<Tensor> &vec) {
  VertexRef v = graph.addVertex(cs, "V");
  v = graph.addVertex(cs, string("V"));
  v = graph.addVertex(cs, "V", {});
  v = graph.addVertex(cs, "V", {{"in", t}});
  v = graph.addVertex(
      cs, "V",
      {{"a", t}, {"v", vec}, {"k", 3u}, {"f", 1.0f}, {"q", true}, {"y", {t, t}}, {"z", t[0]}});
  v = graph.addVertex(cs, "V", {{"vs", vector<Tensor>{t}}, {"b", t.slice(0, 1)}});
  graph.connect(v["a"], t);
  graph.connect(v["a"], t[0]);
  graph.connect(v["a"], vec);
  graph.connect(v["a"], {t, t});
  graph.connect(v["a"], 3);
  graph.connect(v["a"], 0);
  graph.connect(v["a"], 7u);
  graph.connect(v["a"], 1.0f);
  graph.connect(v["a"], true);
  graph.connect(v["a"][0], t);
  const string name = "a";
  graph.connect(v[name], t);

  const vector<uint32_t> table = {1, 2};
  graph.setInitialValue(v["k"], 3);
  graph.setInitialValue(v["k"], 0);
  graph.setInitialValue(v["k"], true);
  graph.setInitialValue(v["k"], 1.5f);
  graph.setInitialValue<float>(v["k"], 3);
  graph.setInitialValue<float>(v["k"], 0);
  graph.setInitialValue<int>(v["k"], 0);
  graph.setInitialValue(v["k"][1], 3u);
  graph.setInitialValue(v["k"], table);
  graph.setInitialValue(v["k"], ArrayRef<uint32_t>(table));
  graph.setInitialValue<uint32_t>(v["k"], ArrayRef<uint32_t>(table));
  graph.setInitialValue<uint32_t>(v["k"], {1, 2});
  graph.setInitialValue(v["k"], {1, 2, 3});
  graph.setInitialValue(v["k"], vector<bool>{true, false});
  graph.setInitialValueHalf(v["k"], 0x3c00);
  graph.setInitialValueHalf(v["k"], vector<uint16_t>{1, 2});
  graph.setInitialValue(t, 0);
  graph.setInitialValue(t[0], 1.5f);
  const vector<float> floats = {1, 2};
  const bool flags[] = {true, false};
  graph.setInitialValue(t, ArrayRef<float>(floats));
  graph.setInitialValue(t, ArrayRef<bool>(flags));
  graph.setInitialValue(t, ArrayRef<float>{floats});
  graph.setInitialValue(t, ArrayRef<bool>{true, false});
  graph.setInitialValue<float>(t, floats);
  graph.setInitialValue<float>(t, ArrayRef<float>(floats));
  graph.setInitialValue<unsigned>(t, {10, 11});
  graph.setInitialValue<int>(t, {0});
  graph.setInitialValue<float>(t, {1.f, 2.f, 3.f});
  graph.setInitialValue(t, map<unsigned, unsigned>{{0, 1}, {1, 2}});
  graph.setInitialValue(t, {{0, 1}, {1, 2}});
  graph.setInitialValueHalf(t, 0x3c00);
  graph.setInitialValueHalf(t, vector<uint16_t>{1, 2});
  graph.setInitCallback<int>(v["k"], [](const VertexEdgeInfo &) { return 3; });
  graph.setFieldSize(v["k"], 4);
  cout << graph.getFieldSize(v["k"]) << graph.getMaxFieldDim("V", "k", 0)
       << graph.getMaxVertexFieldValue("V", "k")
       << graph.getMaxVertexFieldValueAs<uint64_t>("V", "k") << graph.getNumVertices();
  graph.setPerfEstimate(v, 20);
  graph.setPerfEstimate(v, 20, 10);
  graph.setPerfEstimate(v, VertexPerfEstimate(20, 10));
  graph.setCycleEstimate(v, 20);
  graph.registerPerfEstimator("V", [](const VertexIntrospector &vertex, const Target &target) {
    const FieldData field = vertex.getFieldInfo("k");
    const vector<vector<int>> rows = field.getInitialValues<vector<int>>(target);
    const vector<bool> bits = field.getInitialValues<bool>(target);
    return VertexPerfEstimate(field.size() + field[0].size() + field.getInitialValue<int>(target) +
                              rows.size() + bits.size());
  });
  graph.registerPerfEstimator("V", [](const VertexIntrospector &, const Target &) { return 7; });
  graph.registerCycleEstimator("V", [](const VertexIntrospector &, const Target &) { return 7; });
}

void mapping(Graph &graph, const Tensor &t, VertexRef v, const vector<unsigned> &tiles) {
  const size_t n = 6;
  unsigned tile = 3;
  graph.setTileMapping(t, 0);
  graph.setTileMapping(t, tile);
  graph.setTileMapping(v, 1);
  graph.setTileMapping(v, n);
  graph.setTileMapping(t, {{Interval(0, 3)}, {}});
  graph.setTileMapping(t, {{{0, 3}}, {{3, n}}});
  auto m = graph.getTileMapping(t);
  m = graph.getTileMapping(t, false);
  bool flag;
  m = graph.getTileMapping(t, &flag);
  m = graph.getTileMapping(t, nullptr);
  m = graph.getTileMapping(t, true, true);
  graph.setTileMapping(t, m);
  vector<size_t> aliases;
  auto regions = graph.getSortedContiguousRegions(t, m[0]);
  regions = graph.getSortedContiguousRegions(t, {{0, 3}});
  regions = graph.getSortedContiguousRegions(t, {Interval(0, 3)}, true, &aliases);
  Tensor a = t, b = t;
  graph.reorderToSimplify(&a, {&b});
  graph.reorderToSimplify(&a, {});
  graph.reorderToSimplify(&a, {&b}, false);
  Graph g1 = graph.createVirtualGraph(4);
  Graph g2 = graph.createVirtualGraph(0, 4);
  Graph g3 = graph.createVirtualGraph(tiles);
  Graph g4 = graph.createVirtualGraph({0, 1, 2});
  g4 = graph.getTopLevelGraph();
}

void hostInputAndOutput(Graph &graph, const Tensor &t) {
  graph.createHostWrite("w", t);
  graph.createHostRead("r", t, true);
  DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
  in = graph.addHostToDeviceFIFO("in", FLOAT, t.numElements(), ReplicatedStreamMode::BROADCAST);
  in = graph.addHostToDeviceFIFO("in", FLOAT, 4, ReplicatedStreamMode::REPLICATE,
                                 {{"splitLimit", "0"}});
  DataStream out = graph.addDeviceToHostFIFO("out", FLOAT, 4);
  out = graph.addDeviceToHostFIFO("out", FLOAT, 4, {{"splitLimit", "0"}});
  RemoteBuffer remote = graph.addRemoteBuffer("rb", FLOAT, 4);
  remote = graph.addRemoteBuffer("rb", FLOAT, 4, 2, true, true);
  HostFunction f = graph.addHostFunction("f", {{FLOAT, 4}}, {{FLOAT, 4}, {INT, 1}});
  f = graph.addHostFunction("f", {Graph::HostFunctionArgument{FLOAT, 4}}, {});
  Sequence s;
  s.add(Copy(in, t));
  s.add(Copy(in, t, false, {"n"}));
  s.add(Copy(t, out));
  s.add(Copy(t, out, true, "n"));
  s.add(Copy(t, t));
  s.add(Copy(t, t, false, {"n"}));
  s.add(Copy(remote, t));
  s.add(Copy(remote, t, {"n"}));
  s.add(Copy(remote, t, t));
  s.add(Copy(remote, t, t, {"n"}));
  s.add(Copy(t, remote));
  s.add(Copy(t, remote, t, "n"));
  s.add(Copy(in, t, t, false, {}));
  s.add(Call(f, {t}, {t, t}));
  s.add(Call(f, {t}, {}, {"n"}));
}

void codelets(Graph &graph) {
  const string path = "a.cpp";
  graph.addCodelets("a.cpp");
  graph.addCodelets(path);
  graph.addCodelets(__FILE__);
  graph.addCodelets("a.cpp", CodeletFileType::Auto, "-O2", "ipu2");
  graph.addCodelets(path, CodeletFileType::CppSource, "-O2", cerr);
  graph.addCodelets({"a.cpp", "b.cpp"}, "-O3 -I dir");
  graph.addCodelets({"a.cpp", "b.cpp", "c.cpp"});
  graph.addCodelets(vector<string>{"a.cpp"}, "-g");
  stringstream source;
  graph.addCodelets(source);
  graph.addCodelets(source, "-O3");
  graph.addCodelets(source, "-O3", CodeletFileType::CppSource);
  graph.addCodelets(source, "-O3", cerr);
  cout << graph.hasCodelet("V");
}

void sequences(const DebugContext &dc, const DebugInfo &di, const DebugNameAndId &dnai,
               const Program &program, ComputeSet cs, const Tensor &t) {
  const string str = "s";
  Sequence p, q, r;
  Sequence empty{};
  Sequence named({}, {dnai});
  Sequence named2{{}, {dnai}};
  Sequence named3{{dnai}};
  Sequence named4({}, "n");
  Sequence named5({}, str);
  Sequence named6(str);
  Sequence named7(DebugContext{"x"});
  Sequence named8(di);
  Sequence named9(dc);
  Sequence list1(p, q, r);
  Sequence list2{p, q};
  Sequence list3({p, q}, {di});
  Sequence list4{{p, q}, {di}};
  Sequence list5({p});
  Sequence list6{p};
  Sequence list7({});
  Sequence list8(std::move(p), std::move(q));
  Sequence list9({std::move(list1), Execute(cs)});
  Sequence list10 = {list2, Execute(cs), program};
  Sequence list11(Execute(cs, {di}), list3);
  Sequence list12{Execute(cs)};
  Sequence list13(Execute{cs});
  Sequence list14(program);
  Sequence copied(list4);
  copied = list5;
  vector<Program> programs{list6, Execute(cs)};
  programs.push_back(list7);
  copied.add(Execute(cs));
  copied.add(list8);
  copied.add({list9});

  const vector<Program> all = {Execute(cs),
                               Execute(cs, "n"),
                               Execute(cs, {di}),
                               Execute(cs, t),
                               Execute(cs, t, {di}),
                               Repeat(3, program),
                               Repeat(3, Sequence{list10, list11}, {dnai, "x"}),
                               RepeatWhileTrue(program, t, program),
                               RepeatWhileFalse(Sequence(), t, program, {di}),
                               Loop(program, {di}),
                               If(t, program, program),
                               If(t, Sequence{}, program, {di}),
                               Switch(t, {{0, program}, {1, list12}}),
                               Switch(t, {{0, program}}, list13),
                               Switch(t, {{0, program}}, list13, {di}),
                               Switch(t, list14),
                               Switch(t, {di}),
                               Switch::switchWithBoundsChecking(t, {{0, program}}, {di}),
                               Switch::switchWithUnreachableDefault(t).add(1, program),
                               Call(Function(1)),
                               Call(Function(1), {di}),
                               CrossReplicaCopy(t, t, {{0, 1}, {1, 0}}),
                               WriteUndef(t),
                               WriteUndef(t, {di}),
                               AssumeEqualAcrossReplicas(t, "n"),
                               Block(program, "n"),
                               Sync(SyncType::INTERNAL),
                               program::PrintTensor(t),
                               program::PrintTensor("t", t),
                               program::PrintTensor(t, "n"),
                               program::PrintTensor("t", t, {di}),
                               program::PrintTensor("t", t, PrintTensorFmt(10, 2), {di}),
                               program::PrintTensor(t, PrintTensorFmt::disableFormatting()),
                               ErrorProgram("m", t, {di}),
                               Abort(),
                               Abort(str),
                               Abort(str, {di}),
                               AbortOnCondition(t),
                               AbortOnCondition(t, str, {di}),
                               named,
                               named2,
                               named3,
                               named4,
                               named5,
                               named6,
                               named7,
                               named8,
                               named9,
                               empty};
  cout << all.size() << (all[0] == program) << program.isEmpty();
}

void engines(Graph &graph, const Program &p, const Program &q, const Device &device) {
  const vector<Program> vec = {p, q};
  const OptionFlags opts = {{"k", "v"}};
  Engine e1(graph, p);
  Engine e2(graph, {p});
  Engine e3(graph, {p, q});
  Engine e4(graph, vec, opts);
  Engine e5(graph, Sequence{p, q}, {{"k", "v"}});
  Engine e6(graph, {p, q}, {{"k", "v"}, {"k2", "v2"}});
  Engine e7(graph, {p}, opts, [](int, int) {});
  Engine e8(graph, vec, {}, [](int, int) {}, {"name"});
  Engine e9(std::move(graph), vec, {});
  Executable exe = compileGraph(graph, {p, q});
  exe = compileGraph(graph, vec, opts);
  exe = compileGraph(graph, {p}, {});
  exe = compileGraph(graph, {p}, opts, [](int, int) {});
  exe = compileGraph(graph, {p}, false, opts);
  exe = compileGraph(graph, {p}, true);
  exe = compileGraph(std::move(graph), vec);
  Engine e10(exe, opts);
  Engine e11(std::move(exe), opts);
  Engine e12 = Engine(graph, p, {{"debug.instrument", "true"}});
  unique_ptr<Engine> owned(new Engine(graph, vec, opts));
  Module module = compileModule(graph, p);

  e1.load(device);
  e1.run();
  e1.run(0);
  e1.run(0, "n");
  e1.run(0, "n", RuntimeOptions(opts));
  e1.loadAndRun(device, 0);
  e1.prepare(device);
  e1.deploy();

  vector<float> host(4);
  float array[4];
  char bytes[16];
  e1.readTensor("r", host.data(), &host[0] + host.size());
  e1.readTensor("r", host.data());
  e1.readTensor("r", array, array + 4);
  e1.readTensor("r", gccs::ArrayRef<float>(host));
  e1.readTensor<float>("r", host);
  e1.writeTensor("w", host.data(), &host.data()[host.size()]);
  e1.writeTensor("w", host.data());
  e1.writeTensor("w", bytes, bytes + 16);
  e1.writeTensor("w", ArrayRef<float>(host));
  e1.writeTensor<float>("w", host);
  QuarterMetadata metadata;
  e1.readTensor("r", metadata, bytes, bytes + 16);
  e1.writeTensor("w", QuarterMetadata(QuarterMetadata::Format::F143, 1), bytes, bytes + 16);
  e1.connectStream("h", host.data());
  e1.connectStream("h", array);
  e1.connectStream("h", &host[0], &host[0] + 4);
  e1.connectStream("h", array, array + 4);
  e1.connectStream("h", gccs::ArrayRef<float>(host));
  e1.connectStream<float>("h", host);
  e1.connectStream(string("h"), host.data(), host.data() + host.size());
  e1.connectStreamToCallback("h", [](void *) {});
  e1.connectStreamToCallback("h", 1, [](void *) {});
  e1.connectStreamToCallback("h", unique_ptr<Callback>(new Callback));
  e1.connectStreamToCallback("h", 0, unique_ptr<StreamCallback>(new Callback));
  e1.connectStreamToCallback("h", unique_ptr<Legacy>(new Legacy));
  function<void(void *)> stored = [](void *) {};
  e1.connectStreamToCallback("h", stored);
  e1.connectHostFunction("f", 0, [](ArrayRef<const void *>, ArrayRef<void *>) {});
  e1.connectHostFunction("f", 0, unique_ptr<HostCallback>(new Host));
  DataStream stream;
  e1.connectStream(stream, array, array + 4);
  e1.connectStream(stream, array);
  e1.connectStreamToCallback(stream, [](void *) {});
  e1.copyFromRemoteBuffer("b", host.data(), 0);
  e1.copyFromRemoteBuffer("b", host.data(), 0, 1);
  e1.copyFromRemoteBuffer("b", gccs::ArrayRef<float>(host), 0, 1);
  e1.copyToRemoteBuffer(host.data(), "b", 0);
  e1.copyToRemoteBuffer(ArrayRef<float>(host), "b", 0, 1);
  RemoteBuffer remote;
  e1.copyToRemoteBuffer(host.data(), remote, 0);
  e1.printProfileSummary(cout);
  e1.printProfileSummary(cout, {{"showExecutionSteps", "true"}});
  auto start = e1.getTimeStamp();
  cout << Engine::reportTiming(start, e1.getTimeStamp());
  stringstream file;
  e1.serializeExecutable(file);
  exe.serialize(file);
  Executable loaded = Executable::deserialize(file);
  loaded = Executable::deserialize(unique_ptr<istream>(new stringstream));
  serializeToJSON(cout, e1.getGraphProfile());
  serializeToJSON(cout, e1.getExecutionProfile(), true);
  printProfileSummary(cout, e1.getGraphProfile(), e1.getExecutionProfile(), {});
  printGraphSummary(cout, "path", {{"showVarStorage", "true"}});
  if (owned) module.serialize(cout);
  e12.insertSimulatedError(ErrorCode::TRAP, ErrorLocation(1));
}

void devices() {
  DeviceManager manager = DeviceManager::createDeviceManager();
  auto found = manager.getDevices(TargetType::IPU, 2, {{"ipuLinkDomainSize", "64"}});
  auto all = manager.getDevices();
  auto free = find_if(found.begin(), found.end(), [](Device &d) { return d.attach(); });
  Device device;
  if (free != found.end()) device = std::move(*free);
  device = manager.getDevice(0);
  for (auto &candidate : all)
    candidate.detach();
  IPUModel model;
  IPUModel old("ipu1");
  model.numIPUs = 2;
  model.tilesPerIPU = 4;
  model.minIPUSyncDelay = 0;
  model.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
  device = model.createDevice();
  device = old.createDevice({}, true);
  device = model.createDevice({{"a", "b"}});
  Device cpu = Device::createCPUDevice();
  device = cpu.createVirtualDevice(1);
  Graph graph(device);
  Graph targeted(device.getTarget());
  Graph replicated(device, replication_factor(2));
  Graph inBraces{device.getTarget(), replication_factor(2)};
  Graph moved = std::move(graph);
  Target target = Target::createIPUTarget("ipu2");
  target = Target::createIPUTarget(2, "ipu2", {{"a", "b"}});
  target = Target::createIPUTarget(1, 16, "_VIRTUAL_GRAPH_TEST_16");
  target = Target::createCPUTarget(true);
  cout << target.getTypeLimitsMaxAs<double>(FLOAT) << target.getTypeLimitsLowestAs<int>(SHORT);
  unordered_map<Type, int> byHash;
  map<Type, int> byOrder{{FLOAT, 1}, {HALF, 2}};
  byHash[equivalent_device_type<int>().value] = byOrder[FLOAT];
}

void utilities(Graph &graph, Sequence &prog, const Tensor &t, const Target &target) {
  cycleCount(graph, prog, 0, SyncType::INTERNAL);
  cycleCount(graph, prog, 0, SyncType::INTERNAL, "n");
  cycleCount(graph, prog, 0);
  cycleCount(graph, prog, 0, "n");
  cycleStamp(graph, prog, 0u, SyncType::EXTERNAL);
  cycleStamp(graph, prog, vector<unsigned>{0, 1}, SyncType::EXTERNAL);
  setFloatingPointBehaviour(graph, prog, FloatingPointBehaviour());
  setFloatingPointBehaviour(graph, prog, {true, true, true, false, true}, "n");
  setFloatingPointBehaviour(graph, prog, t);
  setStochasticRounding(graph, prog, true, {"n"});
  getAndModifyFloatingPointBehaviour(graph, prog, {}, {true, true, true, true, true});
  setHwSeeds(graph, getHwSeeds(graph, prog), prog, "n");
  createConstantMetadataTensor(graph, QuarterMetadata::Format::F143, 1);
  createVariableMetadataTensor(graph, QuarterMetadata::Format::F152, 1, {"n"});
  createVariableMetadataTensor(graph, QuarterMetadata::Format::F152, t, prog);
  setMetadataTensor(graph, QuarterMetadata::Format::F152, t, t, prog);
  vector<float> values(4);
  vector<uint16_t> buffer(4);
  const vector<Half> halves(4);
  copyFloatToDeviceHalf(target, values.data(), buffer.data(), values.size());
  copyDeviceHalfToFloat(target, buffer.data(), values.data(), values.size());
  convertToDeviceType(HALF, gccs::ArrayRef<float>(values), buffer.data());
  convertToDeviceType<float>(HALF, values, buffer.data(), true);
  QuarterMetadata metadata(QuarterMetadata::Format::F143, 0);
  convertToDeviceType(QUARTER, metadata, gccs::ArrayRef<const Half>{halves.data(), halves.size()},
                      buffer.data());
  convertFromDeviceType(HALF, buffer.data(), gccs::ArrayRef<float>(values));
  convertFromDeviceType(HALF, buffer.data(), values);
  convertFromDeviceType<float>(HALF, buffer.data(), values);
  convertFromDeviceType(QUARTER, metadata, buffer.data(), gccs::ArrayRef<float>(values));
  metadata = calculateMetadataForConversion(gccs::ArrayRef<float>(values));
  Function f = graph.addFunction(prog);
  FunctionBuffer functionBuffer = graph.addFunctionBuffer(f, FunctionBufferMappingType::REMOTE);
  prog.add(Copy(functionBuffer, f));
  prog.add(Copy(functionBuffer, f, {"n"}));
  graph.outputVertexGraph(cout);
  graph.outputComputeGraph(cout, {prog});
  graph.serialize(cout, SerializationFormat::JSON);
  graph.serialize(cout, {prog}, SerializationFormat::Binary);
  graph.serializeTensors(cout, {t, t}, SerializationFormat::Binary);
  dumpProgram(graph, prog, cout);
  cout << versionString() << string(packageHash()) << poplar::toString(TargetType::IPU);
}

} // namespace overload_matrix

int main() {
  const DebugContext context("matrix");
  const overload_matrix::OperationInfo info(context);
  return info.getPathName() == "matrix" ? 0 : 1;
}

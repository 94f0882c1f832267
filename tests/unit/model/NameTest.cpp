// SPDX-License-Identifier: MIT
// Names: types, enumerations, codelet files, text views, intervals, stack traces, version.
#include "Throws.hpp"
#include "support/TypeAccess.hpp"

#include <gccs/StackTrace.hpp>
#include <poplar/CodeletFileType.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/PrintTensor.hpp>
#include <poplar/SyncType.hpp>
#include <poplar/TargetType.hpp>
#include <poplar/Type.hpp>
#include <poplar/VectorLayout.hpp>

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <unordered_map>

namespace poplar {
namespace {

template <class T>
std::string print(const T &value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

// Filled before main: the constants must have their values by then.
const std::map<Type, std::string> kByType = {{FLOAT, "float"}, {HALF, "half"}, {INT, "int"}};

TEST(Type, ConstantsWorkInStaticTables) {
  ASSERT_EQ(kByType.size(), 3U);
  for (const auto &[type, name] : kByType)
    EXPECT_EQ(type.toString(), name);
}

TEST(Type, NamesAreThoseOfVertexNames) {
  EXPECT_EQ(UNSIGNED_INT.toString(), "unsigned int");
  EXPECT_EQ(UNSIGNED_LONGLONG.toString(), "unsigned long long");
  EXPECT_EQ(print(QUARTER), "quarter");
  const std::string name = "V<" + HALF.toString() + "," + std::string(FLOAT.toString()) + ">";
  EXPECT_EQ(name, "V<half,float>");
}

TEST(Type, Properties) {
  EXPECT_TRUE(HALF.isFloatingPoint());
  EXPECT_TRUE(QUARTER.isFloatingPoint());
  EXPECT_FALSE(INT.isFloatingPoint());
  EXPECT_TRUE(QUARTER.requiresMetadata());
  EXPECT_FALSE(HALF.requiresMetadata());
  EXPECT_NE(CHAR, SIGNED_CHAR);
  EXPECT_EQ(SIGNED_INT, INT);
  EXPECT_NE(Type(), BOOL);
  EXPECT_EQ(equivalent_device_type<double>().value, FLOAT);
  EXPECT_EQ(equivalent_device_type<unsigned>().value, UNSIGNED_INT);
  EXPECT_EQ(equivalent_device_type<IeeeHalf>().value, HALF);
  EXPECT_EQ(poplar_emu::elementType(HALF), poplar_emu::ElementType::Half);
  std::unordered_map<Type, int> counts;
  ++counts[FLOAT];
  ++counts[FLOAT];
  EXPECT_EQ(counts[FLOAT], 2);
}

TEST(TypeTraits, DescribesHostTypes) {
  const TypeTraits half = TypeTraits::make<IeeeHalf>();
  EXPECT_TRUE(half.isFloat && half.isSigned && !half.isIntegral);
  EXPECT_EQ(half.size, 2U);
  EXPECT_TRUE(TypeTraits::make<bool>().isSimpleType());
  EXPECT_FALSE(TypeTraits::make<bool>().isSigned);
  static_assert(TypeTraits::isSimpleType<_Float16>() && !TypeTraits::isSimpleType<std::string>());
}

TEST(StringRef, ComparesAndJoins) {
  const StringRef text("abc");
  EXPECT_EQ(text, std::string("abc"));
  EXPECT_NE(text, "abd");
  EXPECT_LT(text, StringRef("abcd"));
  EXPECT_FALSE(StringRef("abcd") < text);
  EXPECT_LT(StringRef(), text);
  EXPECT_EQ(text + "def", "abcdef");
  std::string joined = "x";
  joined += text;
  EXPECT_EQ(joined, "xabc");
  EXPECT_EQ(print(StringRef("a\0b", 3)), std::string("a\0b", 3));
  EXPECT_EQ(StringRef().cloneAsString(), "");
}

TEST(Interval, OrderAndText) {
  const Interval a(1, 3), b(1, 4), c(2, 2);
  EXPECT_TRUE(a < b && b < c && c > a && a <= a && a != b);
  EXPECT_EQ(a.size(), 2U);
  EXPECT_EQ(c.size(), 0U);
  EXPECT_EQ(print(b), "[1,4)");
}

TEST(Enums, HaveNames) {
  EXPECT_EQ(toString(TargetType::IPU_MODEL), "IPU_MODEL");
  EXPECT_EQ(toString(TensorCloneMethod::CREATE_NEW_ORDER), "CREATE_NEW_ORDER");
  EXPECT_EQ(toString(VariableMappingMethod::LINEAR), "LINEAR");
  EXPECT_EQ(toString(RecoveryAction::FULL_RESET), "FULL_RESET");
  EXPECT_EQ(print(SyncType::EXTERNAL), "EXTERNAL");
  EXPECT_EQ(print(IpuLinkTopology::Torus), "Torus");
  EXPECT_EQ(layout::to_string(layout::VectorList::DeltaNElements), "DeltaNElements");
  EXPECT_EQ(print(static_cast<SyncType>(77)), "<invalid>");
}

TEST(Enums, ErrorCodesGoBothWays) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::IPU_MEMORY_FAILURE); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    EXPECT_EQ(errorCodeFromString(errorCodeToString(code)), code);
  }
  EXPECT_NE(textThrownBy([] { errorCodeFromString("LINK_DWN"); }).find("'LINK_DOWN'"),
            std::string::npos);
}

TEST(CodeletFileType, ByExtension) {
  EXPECT_EQ(getCodeletFileType("dir.x/a.cpp"), CodeletFileType::CppSource);
  EXPECT_EQ(getCodeletFileType("a.S"), CodeletFileType::AsmSource);
  EXPECT_EQ(getCodeletFileType("a.b.gp"), CodeletFileType::Object);
  EXPECT_EQ(getExtensionFromFileType(CodeletFileType::Object), ".gp");
  EXPECT_EQ(getLanguageOption(CodeletFileType::CppSource), "c++");
  EXPECT_THROW(getCodeletFileType("dir.cpp/a"), poplar_error);
  EXPECT_THROW(getLanguageOption(CodeletFileType::Auto), poplar_error);
}

TEST(PrintTensorFmt, DefaultsAndUnformatted) {
  const PrintTensorFmt format;
  EXPECT_EQ(format.digits(), 8U);
  EXPECT_EQ(format.separator(), ' ');
  EXPECT_EQ(PrintTensorFmt::disableFormatting().floatFormat(), PrintTensorFmt::FloatFormat::None);
}

TEST(Version, NamesReleaseAndHash) {
  const std::string hash = packageHash();
  EXPECT_EQ(hash.size(), 10U);
  EXPECT_EQ(versionString(), "3.4.0 (" + hash + ")");
}

TEST(StackTrace, ListsFramesUpToTheDepth) {
  const gccs::StackTrace trace = gccs::getStackTrace(0, 3);
  EXPECT_EQ(trace.frames().size(), 3U);
  EXPECT_EQ(print(trace).rfind("#0 ", 0), 0U);
  EXPECT_EQ(gccs::getStackTrace(1, 2).frames().size(), 2U);
}

} // namespace
} // namespace poplar

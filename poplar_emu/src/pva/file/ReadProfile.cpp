// SPDX-License-Identifier: MIT
// readProfile: every table of Columns.hpp, checked.
#include "database/Database.hpp"
#include "pva/data/Verify.hpp"
#include "pva/file/Arrays.hpp"
#include "pva/file/ProfileFile.hpp"
#include "pva/file/Schema.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

namespace pva::internal {
namespace {

using poplar_emu::database::Database;
using poplar_emu::database::Mode;
using poplar_emu::database::Statement;

using Arrays = std::vector<std::vector<std::uint8_t>>; ///< row 1 is element 0

/// Visits the columns of one row, and fills them from the given one on.
class RowReader {
 public:
  RowReader(const Statement &select, const Arrays &arrays, Checksum &checksum)
      : select_(select), arrays_(arrays), checksum_(checksum) {}

  void startAt(int column) { column_ = column; }

  std::uint64_t number(std::uint64_t most) {
    const std::uint64_t number = select_.number(column_);
    if (select_.isNull(column_++)) throw Damage("a value is missing");
    if (number > most) throw Damage("a number is too large");
    checksum_.add(number);
    return number;
  }
  template <class T>
  void value(const char *, T &field) {
    if constexpr (std::is_enum_v<T>) {
      field = static_cast<T>(number(static_cast<std::uint64_t>(T::kLastEnumerator)));
    } else if constexpr (std::is_integral_v<T>) {
      field = static_cast<T>(number(std::numeric_limits<T>::max()));
    } else if constexpr (std::is_same_v<T, std::string>) {
      field = select_.text(column_++);
      checksum_.add(field);
    } else if constexpr (std::is_floating_point_v<T>) {
      field = select_.real(column_++);
      checksum_.add(field);
    } else {
      assign(field, array());
    }
  }
  void index(const char *, std::uint32_t &field) {
    if (isNone())
      field = kNone;
    else
      field = static_cast<std::uint32_t>(number(kNone));
  }
  template <class Item, class Class, class Number>
  void each(const char *, std::vector<Item> &items, Number Class::*member) {
    const std::vector<std::uint64_t> values = array();
    if (items.empty()) items.resize(values.size());
    if (items.size() != values.size()) throw Damage("arrays of one list differ in length");
    for (std::size_t i = 0; i < values.size(); ++i)
      items[i].*member = narrowed<Number>(values[i]);
  }

 private:
  template <class Number>
  static Number narrowed(std::uint64_t value) {
    if (value > std::numeric_limits<Number>::max()) throw Damage("a number is too large");
    return static_cast<Number>(value);
  }
  template <class Number>
  static void assign(std::vector<Number> &field, const std::vector<std::uint64_t> &values) {
    field.reserve(values.size());
    for (const std::uint64_t value : values)
      field.push_back(narrowed<Number>(value));
  }
  bool isNone() {
    if (!select_.isNull(column_)) return false;
    ++column_;
    checksum_.add(std::uint64_t{kNone});
    return true;
  }
  std::vector<std::uint64_t> array() {
    if (isNone()) return {};
    const std::uint64_t id = number(arrays_.size());
    if (id == 0) throw Damage("an array is missing");
    return decodeArray(arrays_[id - 1]);
  }

  const Statement &select_;
  const Arrays &arrays_;
  Checksum &checksum_;
  int column_ = 0;
};

class Reader {
 public:
  explicit Reader(Database &database) : database_(database) {
    Statement select(database, "SELECT id, data FROM array ORDER BY id");
    while (select.next()) {
      const auto bytes = select.blob(1);
      arrays_.emplace_back(bytes.begin(), bytes.end());
      if (select.number(0) != arrays_.size()) throw Damage("a row is missing");
      arraysChecksum_.add(bytes);
    }
  }

  template <class Row>
  void one(const char *table, Row &row) {
    std::size_t numRows = 0;
    rows<Row>(table, nullptr, [&](auto read, auto) {
      read(row);
      ++numRows;
    });
    if (numRows != 1) throw Damage("a row is missing");
  }
  template <class Row>
  void table(const char *table, std::vector<Row> &all) {
    rows<Row>(table, nullptr, [&](auto read, auto) { read(all.emplace_back()); });
  }
  template <class Parent, class Row>
  void nested(const char *table, const char *parentName, std::vector<Parent> &parents,
              std::vector<Row> Parent::*member) {
    rows<Row>(table, parentName, [&](auto read, std::uint64_t parent) {
      if (parent >= parents.size()) throw Damage("a row belongs to none");
      read((parents[parent].*member).emplace_back());
    });
  }

  void checkSums() {
    Statement select(database_, "SELECT tables, arrays FROM checksum");
    if (!select.next() || select.number(0) != checksum_.value() ||
        select.number(1) != arraysChecksum_.value())
      throw Damage("its checksum differs");
  }

 private:
  template <class Row, class Fill>
  void rows(const char *table, const char *parentName, Fill fill) {
    std::vector<Column> columns = columnsOf<Row>();
    if (parentName) columns.insert(columns.begin(), {parentName, "INTEGER"});
    Statement select(database_, selectFrom(table, columns));
    RowReader reader(select, arrays_, checksum_);
    for (std::uint64_t id = 0; select.next(); ++id) {
      if (select.number(0) != id) throw Damage("a row is missing");
      reader.startAt(1);
      const std::uint64_t parent = parentName ? reader.number(kNone) : 0;
      fill([&](Row &row) { pva::internal::columns(reader, row); }, parent);
    }
  }

  Database &database_;
  Arrays arrays_;
  Checksum checksum_, arraysChecksum_;
};

[[noreturn]] void refuse(const std::string &path, const std::string &what, const char *fix) {
  throw std::runtime_error(fmt::format("profile '{}': {}; {}", path, what, fix));
}

constexpr const char *kRunAgain =
    "run the program again with the engine option autoReport.all=true to write a new one";

void checkFile(const std::string &path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    refuse(path, "there is no such file",
           "run the program with the engine option autoReport.all=true, which writes profile.pop "
           "into the directory of autoReport.directory");
  if (std::filesystem::is_directory(status))
    refuse(path, "this is a directory", "name the file profile.pop inside it");
  std::ifstream file(path, std::ios::binary);
  if (!file.good()) refuse(path, "the file cannot be opened", "check its permissions");
  if (file.peek() == std::ifstream::traits_type::eof())
    refuse(path, "the file is empty", kRunAgain);
  std::string magic(15, '\0');
  file.read(magic.data(), static_cast<std::streamsize>(magic.size()));
  if (magic != "SQLite format 3")
    refuse(path, "this is no profile", "name a profile.pop that this library wrote");
}

void checkOrigin(const std::string &path, Database &database) {
  if (database.number("PRAGMA application_id") != kApplicationId)
    refuse(path, "this database is no profile of this library",
           "name a profile.pop that this library wrote; files of other SDKs cannot be read");
  const std::int64_t version = database.number("PRAGMA user_version");
  if (version != kSchemaVersion)
    refuse(path,
           fmt::format("its schema has version {}, this library reads version {}", version,
                       kSchemaVersion),
           version > kSchemaVersion ? "install the release that wrote it, or run the program again"
                                    : kRunAgain);
}

} // namespace

Profile readProfile(const std::string &path) {
  checkFile(path);
  try {
    Database database(path, Mode::Read);
    checkOrigin(path, database);
    try {
      Profile profile;
      Reader reader(database);
      forEachTable(reader, profile);
      reader.checkSums();
      if (const std::string problem = firstProblem(profile); !problem.empty())
        throw Damage(problem);
      return profile;
    } catch (const Damage &damage) {
      refuse(path, fmt::format("the file is damaged ({})", damage.what()), kRunAgain);
    }
  } catch (const poplar_emu::database::Error &error) {
    refuse(path, fmt::format("the file is damaged or was cut short ({})", error.what()), kRunAgain);
  }
}

} // namespace pva::internal

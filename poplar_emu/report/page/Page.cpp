// SPDX-License-Identifier: MIT
// Wraps data, script and style into HTML.
#include "page/Page.hpp"

#include "page/Assets.hpp"
#include "page/Encode.hpp"
#include "page/PageData.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <ostream>

namespace poplar_emu::report {
namespace {

/// As a content security policy names what it allows.
std::string sourceHash(std::string_view hexadecimal) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(hexadecimal.data() + i, hexadecimal.data() + i + 2, byte, 16);
    bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  return "'sha256-" + base64(bytes) + "'";
}

std::string escaped(const std::string &text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

/// A script element ends at the first "</": JSON may write '<' as an escape anywhere in a text.
std::string insideScript(const nlohmann::json &data) {
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

} // namespace

void writePage(std::ostream &os, const pva::internal::Profile &profile, const std::string &title) {
  nlohmann::json data = pageData(profile);
  data["title"] = title;
  os << fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {}; style-src {}; img-src data:">
<title>{}</title>
<style>)",
                    sourceHash(kScriptSha256), sourceHash(kStyleSha256), escaped(title))
     << kStyle << "</style>\n</head>\n<body>\n<noscript>This report draws itself with JavaScript."
     << "</noscript>\n<script type=\"application/json\" id=\"profile\">" << insideScript(data)
     << "</script>\n<script>" << kScript << "</script>\n</body>\n</html>\n";
}

} // namespace poplar_emu::report

// SPDX-License-Identifier: MIT
// Loads a trace (Chrome JSON or Perfetto protobuf, plain or .gz) into Perfetto's trace processor and runs SQL over it.
// The engine is libtest_trace_processor.so out of Debian's chromium-shell package; its C++ class is not a public
// interface, so a Chromium update may need a change here. Built by the script `perfetto-query` beside this file.
// usage: perfetto-query TRACE SQL [SQL...]     exit: 0 ok, 1 the trace did not load cleanly, 2 query error, 3 usage
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace base { namespace test {

struct QueryResultOrError {
  ~QueryResultOrError();
  std::vector<std::vector<std::string>> result_;
  std::string error_;
};

// Stands in for the library's status type, which is returned through a hidden pointer; word 0 is 1 when all is well.
struct Status {
  uint64_t word[16];
  Status() : word{} {}
  Status(const Status&) {}
  ~Status() {}
};

class TestTraceProcessorImpl {
 public:
  TestTraceProcessorImpl();
  ~TestTraceProcessorImpl();
  Status ParseTrace(const std::vector<char>&);
  QueryResultOrError ExecuteQuery(const std::string&) const;

 private:
  void* storage_[16];
};

}}  // namespace base::test

int main(int argc, char** argv) {
  if (argc < 3) {
    fputs("usage: perfetto-query TRACE SQL [SQL...]\n", stderr);
    return 3;
  }
  FILE* f = fopen(argv[1], "rb");
  if (!f) {
    perror(argv[1]);
    return 3;
  }
  std::vector<char> trace;
  char block[1 << 16];
  for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
    trace.insert(trace.end(), block, block + n);
  fclose(f);

  base::test::TestTraceProcessorImpl engine;
  auto status = engine.ParseTrace(trace);
  int rc = 0;
  for (int i = 2; i < argc; i++) {
    auto answer = engine.ExecuteQuery(argv[i]);
    if (!answer.error_.empty()) {
      fprintf(stderr, "query error: %s\n", answer.error_.c_str());
      rc = 2;
      continue;
    }
    for (auto& row : answer.result_)
      for (size_t c = 0; c < row.size(); c++)
        printf("%s%c", row[c].c_str(), c + 1 < row.size() ? '\t' : '\n');
  }
  if (status.word[0] != 1) {
    fputs("the trace did not load cleanly\n", stderr);
    return rc ? rc : 1;
  }
  return rc;
}

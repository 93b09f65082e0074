// Folders and files that a program makes, lists, renames and removes. folders.txt is what g++ 12 prints.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <dirent.h>
#include <string>
#include <vector>
#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>
#include <iostream>
namespace fs = std::filesystem;
void failed(const char* call) { printf("%s: %s\n", call, strerror(errno)); }

int main() {
  setvbuf(stderr, nullptr, _IONBF, 0);
  setvbuf(stdout, nullptr, _IONBF, 0);
  std::error_code ec;
  fs::create_directories("outdir/a/b");
  std::ofstream("outdir/one.txt") << "hello";
  std::ofstream("outdir/a/two.txt") << "hello2";
  std::ofstream("outdir/a/b/three.txt") << "hello33";
  std::vector<std::string> v;
  for (auto& e : fs::directory_iterator("outdir")) v.push_back(e.path().string() + (e.is_directory() ? "/" : "") + " " + std::to_string(e.is_regular_file() ? (long)e.file_size() : -1));
  std::sort(v.begin(), v.end());
  for (auto& s : v) printf("%s\n", s.c_str());
  v.clear();
  for (auto& e : fs::recursive_directory_iterator("outdir")) v.push_back(e.path().string());
  std::sort(v.begin(), v.end());
  for (auto& s : v) printf("r %s\n", s.c_str());
  v.clear();
  DIR* d = opendir("outdir");
  if (!d) { failed("opendir"); return 1; }
  int n = 0;
  while (dirent* e = readdir(d)) { v.push_back(std::string(e->d_name) + " " + (e->d_type == DT_DIR ? "folder" : e->d_type == DT_REG ? "file" : "other")); n++; }
  printf("%d entries\n", n);
  std::sort(v.begin(), v.end());
  for (auto& s : v) printf("d %s\n", s.c_str());
  rewinddir(d);
  int m = 0; while (readdir(d)) m++;
  printf("%d again\n", m);
  closedir(d);
  printf("rmdir non-empty %d\n", rmdir("outdir"));
  failed("rmdir");
  printf("rmdir file %d\n", rmdir("outdir/one.txt")); failed("rmdir");
  printf("unlink dir %d\n", unlink("outdir/a")); failed("unlink");
  printf("unlink missing %d\n", unlink("outdir/nope")); failed("unlink");
  printf("rmdir missing %d\n", rmdir("outdir/nope")); failed("rmdir");
  printf("opendir missing %d\n", opendir("outdir/nope") != nullptr); failed("opendir");
  printf("opendir file %d\n", opendir("outdir/one.txt") != nullptr); failed("opendir");
  fs::rename("outdir/a", "outdir/c", ec); printf("rename dir %s\n", ec.message().c_str());
  printf("%d %d\n", (int)fs::exists("outdir/c/b/three.txt"), (int)fs::exists("outdir/a"));
  fs::copy("outdir/c", "outdir/d", fs::copy_options::recursive, ec); printf("copy %s\n", ec.message().c_str());
  fs::copy_file("outdir/one.txt", "outdir/copy.txt", ec); printf("copy_file %s\n", ec.message().c_str());
  printf("is_empty %d\n", (int)fs::is_empty("outdir/d", ec)); printf("%s\n", ec.message().c_str());
  fs::resize_file("outdir/one.txt", 2, ec); printf("%s %d\n", ec.message().c_str(), (int)fs::file_size("outdir/one.txt"));
  printf("remove %d\n", (int)fs::remove("outdir/one.txt", ec)); printf("%s\n", ec.message().c_str());
  printf("remove missing %d\n", (int)fs::remove("outdir/one.txt", ec)); printf("%s\n", ec.message().c_str());
  printf("remove nonempty %d\n", (int)fs::remove("outdir/d", ec)); printf("%s\n", ec.message().c_str());
  auto k = fs::remove_all("outdir", ec); printf("removed %d %s\n", (int)k, ec.message().c_str());
  printf("exists %d\n", (int)fs::exists("outdir"));
  printf("remove_all missing %d\n", (int)fs::remove_all("outdir"));
  printf("mkdir %d\n", mkdir("x1", 0755)); printf("mkdir %d\n", mkdir("x1", 0755)); failed("mkdir");
  printf("rmdir %d\n", rmdir("x1"));
  printf("remove %d\n", remove("x1")); failed("remove");
  mkdir("x2", 0755); printf("C remove dir %d\n", remove("x2"));
  try { for (auto& e : fs::directory_iterator("e0/nope")) { (void)e; } } catch (fs::filesystem_error& e) { printf("caught %d\n", e.code().value()); }
  std::cout << fs::absolute("x").is_absolute() << "\n";
  printf("%d\n", (int)fs::equivalent(".", "./.", ec)); printf("%s\n", ec.message().c_str());
  fs::create_directory("e1"); mkdir("e1/e2", 0755); std::ofstream("e1/f") << "x";
  rename("e1/f", "e1/e2"); failed("rename onto dir");
  rename("e1/e2", "e1/f"); failed("rename dir onto file");
  rename("e1/nope", "e1/z"); failed("rename missing");
  rename("e1", "e1/e2/x"); failed("rename into itself");
  fs::remove_all("e1");
}

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { root, run } = programRunner();
const here = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

beforeAll(() => {
  mkdirSync(join(root, 'data', 'sub'), { recursive: true });
  mkdirSync(join(root, 'away'));
  writeFileSync(join(root, 'data', 'a.txt'), 'abc');
  writeFileSync(join(root, 'data', 'sub', 'b.txt'), 'defg');
  writeFileSync(join(root, 'away', 'secret.txt'), 'no');
  symlinkSync(join(root, 'away'), join(root, 'data', 'link'));
});

it('prints what g++ prints for folders that a program makes', async () => {
  const files = { workingFolder: root, folders: [] };
  const result = await run(here('folders.cu'), 'folders.cu', { files });
  expect(result).toMatchObject({ exitCode: 0, findings: [] });
  expect(result.stdout).toBe(here('folders.txt'));
});

const LISTING = `#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>
namespace fs = std::filesystem;
void list(const char *when) {
  std::vector<std::string> paths;
  std::error_code error;
  for (auto &entry : fs::recursive_directory_iterator("data", error))
    paths.push_back(entry.path().string() + (entry.is_symlink() ? "@" : entry.is_directory() ? "/" : ""));
  std::sort(paths.begin(), paths.end());
  printf("%s:", when);
  for (auto &path : paths) printf(" %s", path.c_str());
  printf("%s\\n", error ? " error" : "");
}
int main() {
  list("before");
  std::error_code error;
  fs::directory_iterator outside("data/link", error);
  printf("outside: %d\\n", error.value());
  printf("removed: %d\\n", (int)fs::remove_all("data"));
  list("after");
  fs::create_directories("data/new");
  list("again");
}
`;

it('lists a folder of --dir and removes it in memory only', async () => {
  const files = { workingFolder: root, folders: [join(root, 'data')] };
  for (const _ of [1, 2]) {
    const { stdout, findings } = await run(LISTING, 'listing.cu', { files });
    expect(findings).toEqual([]);
    expect(stdout).toBe(
      'before: data/a.txt data/link@ data/sub/ data/sub/b.txt\n' +
        'outside: 2\nremoved: 5\nafter: error\nagain: data/new/\n',
    );
  }
});

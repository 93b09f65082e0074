import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIBRARY_FOLDERS } from '../../../grader/abi/index.ts';
import { Assets } from '../../../grader/compile/assets.ts';
import { LIBRARY } from '../../../grader/compile/verify/contract.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const LIBRARIES = LIBRARY_FOLDERS.map((folder, i) => `${folder}/${['libc.a', 'libclang_rt.builtins.a'][i]}`);

/** A folder of Clang's virtual file system: folders by name, and bytes. */
interface Entry {
  readonly contents?: ReadonlyMap<string, Entry>;
  readonly data?: Uint8Array;
}

/** Returns the names in the index of an archive: a count, an offset for each name, and the names. */
function symbolsOf(archive: Uint8Array): string[] {
  const view = new DataView(archive.buffer, archive.byteOffset);
  const [header, size] = [68, Number(new TextDecoder().decode(archive.subarray(56, 66)))];
  const count = view.getUint32(header);
  return new TextDecoder()
    .decode(archive.subarray(header + 4 + 4 * count, header + size))
    .split('\0')
    .slice(0, count);
}

it('links each function that code generation may call', () => {
  const root: Entry = new Assets().sysroot() as unknown as Entry;
  const defined = new Set(
    LIBRARIES.flatMap((path) => {
      const file = `lib/${path}`.split('/').reduce<Entry | undefined>((at, name) => at?.contents?.get(name), root);
      return symbolsOf(file?.data ?? new Uint8Array());
    }),
  );
  expect(defined.size).toBeGreaterThan(1000);
  expect([...LIBRARY.keys()].filter((name) => !defined.has(name))).toEqual([]);
});

it('computes in kernels what host code computes without instructions', async () => {
  const source = readFileSync(join(packageRoot, 'test/pipeline/run/libcalls.cu'), 'utf8');
  const { stdout, findings } = await run(source, 'libcalls.cu');
  expect(findings).toEqual([]);
  const [compared, rest] = stdout.split('\n');
  expect(compared).toMatch(/^(\d+) of \1$/);
  expect(rest).toBe('1.557573 0.690353 0.000000 -2524.000000 0.000000 ');
});

it('prints in kernels as C does', async () => {
  const source = `#include <cstdio>
__global__ void k(double d, long long l) {
  printf("%*d|%-*d|%.*f|%5.3s|%%|%5%|%c|%p|%hhd|%hd|%lld|%zu|%jd|%td|%a|%Lf\\n", 4, 1, 4, 2, 2, d, "abcdef", 'x', (void*)16,
         300, 70000, l, (size_t)7, l, (ptrdiff_t)-3, d, (long double)d);
  int4 v = make_int4(1, 2, 3, 4);
  printf("%q %d %d %d %d %d\\n", v.x, v.y, v.z, v.w, 5);
  printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d|%d|\\n", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
         1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2);
}
int main() { k<<<1, 1>>>(2.5, -1234567890123LL); cudaDeviceSynchronize(); }
`;
  const { stdout } = await run(source, 'print.cu');
  expect(stdout.split('\n')).toEqual([
    '   1|2   |2.50|  abc|%|%|x|0x10|44|4464|-1234567890123|7|-1234567890123|-3|0x1.4p+1|2.500000',
    '%q 1 2 3 4 5',
    `${'1'.repeat(32)}|%d|`,
    '',
  ]);
});

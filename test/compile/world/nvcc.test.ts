import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Compiler, differenceOfPrograms } from '../../../grader/compile/index.ts';
import { type EntryOptions, entryOptions } from '../../../grader/pipeline/grade/entry.ts';
import { buildDirect, findNvcc } from '../../../grader/sandbox/index.ts';
import { loadAssignment, resolveAssignment } from '../../../grader/spec/index.ts';

const nvcc = await findNvcc();
if (!nvcc && process.env.GRADE_REQUIRE_NVCC === '1') throw new Error('GRADE_REQUIRE_NVCC=1, but there is no nvcc');
if (!nvcc) console.log('nvcc is not asked what its preprocessors leave: this machine has none');

const compiler = new Compiler();
afterAll(() => compiler.dispose());

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'one-program');
const ASSIGNMENTS = readdirSync(join(import.meta.dirname, '..', '..', '..', 'assignments')).filter(
  (name) => !name.includes('.'),
);
const ALL_OF = ['vector-add', 'reduction', 'grayscale-torch'];
const SCALE: EntryOptions = { prototype: 'void scale(const float* x, float* out, int n)' };

async function difference(path: string, entry: EntryOptions): Promise<number | null> {
  const [source, fileName] = [readFileSync(path, 'utf8'), basename(path)];
  const options = { ...entry, heapBytes: 2 ** 20, timeoutMs: 60_000, preprocessed: true };
  const here = await compiler.compile(source, fileName, options);
  const there = await buildDirect({ source, fileName, ...entry, architectures: ['sm_90'] });
  if (here.status !== 'compiled' || there.status !== 'compiled' || !here.preprocessed || !there.preprocessed) {
    throw new Error(`not compiled: ${JSON.stringify([here.diagnostics, there.diagnostics])}`);
  }
  return differenceOfPrograms(here.preprocessed, { ...there.preprocessed, nvcc: '13.0' });
}

describe.skipIf(!nvcc)('what the preprocessors of Clang and nvcc leave', () => {
  it('is the same of an honest program with conditions and macros', async () => {
    expect(await difference(join(FIXTURES, 'honest-conditions.cu'), SCALE)).toBeNull();
  });

  it('differs where a file of the machine decides', async () => {
    expect(await difference(join(FIXTURES, 'another-program.cu'), SCALE)).toBe(8);
  });

  it.each(ASSIGNMENTS)('is the same of accepted submissions of %s', async (name) => {
    const { spec, folder } = loadAssignment(resolveAssignment(name).folder);
    const accepted = join(folder, 'submissions', 'accepted');
    const paths = readdirSync(accepted).filter((file) => file.endsWith('.cu'));
    expect(paths.length).toBeGreaterThan(0);
    // All of some: nvcc is slow.
    const compared = ALL_OF.includes(name) ? paths : paths.slice(0, 1);
    for (const path of compared.map((file) => join(accepted, file))) {
      expect(await difference(path, entryOptions(spec)), path).toBeNull();
    }
  });
});

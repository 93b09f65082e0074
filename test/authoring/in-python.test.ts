import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiledOf, inOneFile, readingCuda } from '../../grader/authoring/in-python.ts';
import type { Engine } from '../../grader/pipeline/grade/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

const assignment = resolveAssignment('grayscale');
const PATH = 'submissions/accepted/flat.py';
const text = readFileSync(join(assignment.folder, PATH), 'utf8');

describe('an example submission in Python', () => {
  it('is compiled as a batch compiles it, with the lines of the program', async () => {
    const { source, fileName, shown, unreadable } = await compiledOf(text, 'flat.py', assignment);
    expect({ fileName, shown: shown?.source, unreadable }).toEqual({
      fileName: 'flat.py',
      shown: text,
      unreadable: undefined,
    });
    const line = text.split('\n').findIndex((one) => one.includes('if i < n'));
    expect(source.split('\n')[line]).toContain('if (');
  });

  it('without CUDA source has the reason in place of a source', async () => {
    const handIn = await compiledOf('print("pi")\n', 'pi.py', assignment);
    expect(handIn).toMatchObject({
      source: '',
      unreadable: expect.stringContaining('The file pi.py has no CUDA source'),
    });
  });

  it('is one file of CUDA for what times it', async () => {
    const bytes = new TextEncoder().encode(text);
    const engine = { readFile: () => bytes } as unknown as Engine;
    const reading = await readingCuda(engine, assignment, [PATH, 'baseline.cu']);
    const source = new TextDecoder().decode(reading.readFile(assignment, PATH));
    expect(source).toContain('namespace numba');
    expect(source).not.toContain('#include "');
    expect(reading.readFile(assignment, 'baseline.cu')).toBe(bytes);
  });
});

it('puts a file that includes itself in its place once', () => {
  const headers = [{ path: 'a.cuh', text: 'int a;\n#include "a.cuh"\n#include <cuda.h>' }];
  expect(inOneFile('#include "a.cuh"\nint b;', headers)).toBe('int a;\n#include "a.cuh"\n#include <cuda.h>\nint b;');
});

import { describe, expect, it } from 'vitest';
import { choose } from '../../grader/batch/intake/choose.ts';
import type { HandedFile } from '../../grader/batch/intake/handed.ts';
import { fileNameOf } from '../../grader/batch/state/layout.ts';

const file = (path: string, text: string): HandedFile => ({
  path,
  read: async (limit) => Buffer.from(text).subarray(0, limit),
});
const CUDA = "src = '''\n__global__ void k() {}\n'''\n";
const CELLS = JSON.stringify({ cells: [{ cell_type: 'code', source: CUDA }] });

describe('choose', () => {
  it.each([
    ['a program', [file('ada/hw.py', CUDA)], 'ada/hw.py'],
    ['a notebook', [file('ada/hw.ipynb', CELLS)], 'ada/hw.ipynb'],
    [
      'a notebook beside Python without CUDA',
      [file('ada/hw.ipynb', CELLS), file('ada/plot.py', 'x = 1')],
      'ada/hw.ipynb',
    ],
    ['a .cu file before a notebook', [file('ada/hw.ipynb', CELLS), file('ada/hw.cu', '')], 'ada/hw.cu'],
    ['a notebook of 3 MB', [file('ada/hw.ipynb', `${' '.repeat(3_000_000)}${CELLS}`)], 'ada/hw.ipynb'],
  ])('takes %s', async (_, files, path) => {
    const { file: chosen, problem } = await choose(files);
    expect(problem).toBeNull();
    expect(chosen?.path).toBe(path);
  });

  it('leaves it to staff which of two notebooks counts', async () => {
    const { problem } = await choose([file('ada/a.ipynb', CELLS), file('ada/b.ipynb', CELLS.replace('k()', 'l()'))]);
    expect(problem).toMatchObject({ kind: 'undecided' });
  });

  it('finds no source in Python without CUDA', async () => {
    const { problem } = await choose([file('ada/plot.py', 'x = 1')]);
    expect(problem).toMatchObject({ kind: 'no-source' });
  });
});

describe('fileNameOf', () => {
  it.each([
    ['hw.ipynb', 'hw.ipynb'],
    ['my hw.py', 'my hw.py'],
    ['x.cu', 'x.cu'],
    ['.py', 'submission.cu'],
    ['x.txt', 'submission.cu'],
  ])('keeps the ending of %s', (name, expected) => {
    expect(fileNameOf(name)).toBe(expected);
  });
});

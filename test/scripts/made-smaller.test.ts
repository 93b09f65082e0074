import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error: a script, without types
import { madeSmaller } from '../../scripts/lib/made-smaller.mjs';

let folder: string;
let source: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-smaller-'));
  source = join(folder, 'main.cu');
  writeFileSync(source, '#define N 4096\n#define M 4096\nint main() { return N > M; }\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a program with a constant made smaller', () => {
  it('is a copy in which nothing else is changed', () => {
    const copy = madeSmaller(source, [['N 4096', 'N 64']], join(folder, 'copy'));
    expect(readFileSync(copy, 'utf8')).toBe('#define N 64\n#define M 4096\nint main() { return N > M; }\n');
    expect(readFileSync(source, 'utf8')).toContain('N 4096');
  });

  it('is made of the program that was looked at, or not at all', () => {
    const make = (changes: unknown) => () => madeSmaller(source, changes, join(folder, 'copy'));
    expect(make([['K 4096', 'K 64']])).toThrow(/"K 4096" stands there 0 times, and not 1/);
    expect(make([['4096', '64']])).toThrow(/stands there 2 times, and not 1/);
    expect(make([['4096', '64', 2]])).not.toThrow();
    expect(
      make([
        ['4096', '64', 2],
        ['4096', '64'],
      ]),
    ).toThrow(/0 times/);
  });
});

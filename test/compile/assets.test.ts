import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABI_VERSION } from '../../grader/abi/index.ts';
import { Assets } from '../../grader/compile/assets.ts';

describe('Assets', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assets-'));
    writeFileSync(join(folder, 'flags.json'), '{}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([(ABI_VERSION ^ 1) >>> 0, undefined])('refuses an emulator that was built for another ABI: %s', (abi) => {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ abi }));
    expect(() => new Assets(folder)).toThrow(/^the emulator in dist\/emulator was built for ABI \w+, and this program/);
  });

  it('accepts an emulator that was built for the same ABI', () => {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ abi: ABI_VERSION }));
    expect(new Assets(folder).manifest).toEqual({ abi: ABI_VERSION });
  });
});

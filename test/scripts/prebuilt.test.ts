import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { isPrebuilt, nameOf, outputOf, stampOf, TARGETS } from '../../scripts/lib/prebuilt.mjs';

const target = { platform: 'none', arch: 'x64', zig: '', hasCuda: false };
afterEach(() => rmSync(outputOf(target), { recursive: true, force: true }));

it('takes addons only if they are of these sources and this platform', () => {
  expect(isPrebuilt(target)).toBe(false);
  mkdirSync(outputOf(target), { recursive: true });
  const stamped = (text: string) => {
    writeFileSync(join(outputOf(target), 'stamp'), text);
    return isPrebuilt(target);
  };
  expect(stamped(stampOf({ ...target, platform: 'linux' }))).toBe(false);
  expect(stamped('')).toBe(false);
  expect(stamped(stampOf(target))).toBe(true);
});

it('names platforms as Node does, each once', () => {
  const names = TARGETS.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('linux-x64');
  expect(names).toContain('linux-arm64');
});

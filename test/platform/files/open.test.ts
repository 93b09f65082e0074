import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openFile } from '../../../grader/platform/files/open.ts';

// Elsewhere the opener is the system's own, and a window would appear.
const named = process.platform !== 'win32' && process.platform !== 'darwin';
if (!named) console.log('skipped: the opener can only be replaced where BROWSER names it');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-open-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(named)('hands the path to the program as one argument', async () => {
  const program = join(folder, 'browser');
  const seen = join(folder, 'seen');
  writeFileSync(program, `#!/bin/sh\nprintf '%s' "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`, {
    mode: 0o755,
  });
  expect(await openFile('/a folder/$(touch x) report.html', { BROWSER: program })).toBe(true);
  await vi.waitFor(() => expect(existsSync(seen)).toBe(true), 4000);
  expect(readFileSync(seen, 'utf8')).toBe('/a folder/$(touch x) report.html');
});

it.runIf(named)('says where there is no such program', async () => {
  expect(await openFile('/report.html', { BROWSER: join(folder, 'nowhere') })).toBe(false);
});

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

/** docs/student-guide.md, typed as it stands: programs are saved as grayscale.cu, commands run, and their output is compared. */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const page = readFileSync(join(packageRoot, 'docs', 'student-guide.md'), 'utf8');
const fences = [...page.matchAll(/^```(sh|cuda|text)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));

const folder = mkdtempSync(join(tmpdir(), 'grade-student-'));
beforeAll(() => {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  // As it is after `npm install --global`.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'grade'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(folder, 'bin', 'grade'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The working folder, which `cd` changes. */
let here = folder;

function type(commands: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: here,
    // A machine without containers: what is there must not change what the page shows.
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
      NO_COLOR: '1',
      DOCKER_HOST: 'unix:///nowhere',
    },
    encoding: 'utf8',
  });
  expect(status, `${commands}${stderr}`).toBe(0);
  return stdout;
}

it('is what happens', { timeout: 400_000 }, () => {
  // How wide the column of ids is depends on what else there is.
  const narrowed = (line: string) => line.replace(/(\S) {2,}(?=[A-Z])/g, '$1  ');
  let printed: readonly string[] = [];
  for (const { language, text } of fences) {
    if (language === 'cuda') writeFileSync(join(here, 'grayscale.cu'), text);
    else if (language === 'sh') {
      const [, into] = /^cd (\S+)$/m.exec(text) ?? [];
      printed = type(text).split('\n').map(narrowed);
      if (into !== undefined) here = join(here, into);
    } else {
      // In the order of the page, which leaves lines out.
      let from = 0;
      for (const line of text.trimEnd().split('\n').map(narrowed)) {
        const at = printed.indexOf(line, from);
        expect(at, `${line}\n\nwas not printed after what stands before it in:\n${printed.join('\n')}`).not.toBe(-1);
        from = at + 1;
      }
    }
  }
  expect(existsSync(join(here, 'grade-trace.html'))).toBe(true);
  expect(existsSync(join(here, 'grade-report', 'report.html'))).toBe(true);
});

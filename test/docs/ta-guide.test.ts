import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../grader/autograder/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';

/** docs/ta-guide.md, typed as it stands by somebody with the class that it shows. */
const page = readFileSync(join(packageRoot, 'docs', 'ta-guide.md'), 'utf8');
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const SUBMISSIONS = join(packageRoot, 'assignments', 'grayscale', 'submissions');

/** By the names that Canvas gives them. Niels is not among them. */
const CLASS = {
  lovelaceada_101_5001: 'accepted/lecture-256.cu',
  turingalan_102_5002: 'rejected/guard-missing.cu',
  hoppergrace_103_5003: 'accepted/four-pixels.cu',
  shannonclaude_104_5004: 'rejected/cast-before-multiply.cu',
  noetheremmy_105_5005: 'accepted/grid-stride.cu',
  curiemarie_106_5006: 'rejected/missing-semicolon.cu',
  planckmax_107_5007: 'rejected/blue-first.cu',
};

/** What is in the page's fences of a language, in order. */
function fences(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
}

describe.sequential('docs/ta-guide.md', () => {
  let folder: string;
  let printed: string;

  beforeAll(async () => {
    expect(existsSync(BIN), 'npm run build comes first').toBe(true);
    folder = mkdtempSync(join(tmpdir(), 'grade-guide-'));
    const at = (name: string): string => join(folder, name);
    const [course = ''] = fences('yaml');
    const [roster = '', late = ''] = fences('csv');
    writeFileSync(at('course.yaml'), course);
    writeFileSync(at('roster.csv'), roster);
    writeFileSync(at('late.csv'), late);
    copyFileSync(join(SUBMISSIONS, 'accepted', 'device-helper.cu'), at('niels.cu'));
    const handedIn = Object.entries(CLASS).map(([name, file]) => ({
      path: `${name}_solution.cu`,
      file: join(SUBMISSIONS, file),
    }));
    await writeArchive(at('submissions.zip'), handedIn);
    // As it is after `npm install --global`.
    mkdirSync(at('bin'));
    writeFileSync(at('bin/grade'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
    chmodSync(at('bin/grade'), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds commands that all succeed, one after the other', { timeout: 400_000 }, () => {
    const ran = spawnSync('bash', ['-euo', 'pipefail', '-c', fences('sh').join('\n')], {
      cwd: folder,
      // A machine without containers: what is there must not change what the page shows.
      env: {
        ...process.env,
        PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
        NO_COLOR: '1',
        DOCKER_HOST: 'unix:///nowhere',
      },
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    printed = `${ran.stdout}${ran.stderr}`;
    expect(ran.status, printed).toBe(0);
  });

  it('shows what they print, but for how long they took', () => {
    const written = `${printed}${readFileSync(join(folder, 'week3', 'export', 'canvas.csv'), 'utf8')}`;
    const lines = new Set(written.split('\n').map((line) => line.replace(/^\ufeff/, '').trimEnd()));
    const shown = fences('text')
      .flatMap((text) => text.split('\n'))
      .filter((line) => line !== '' && !/ in \d+ s$/.test(line));
    expect(shown.filter((line) => !lines.has(line))).toEqual([]);
    for (const file of ['export/grades.csv', 'students/alan/1/report.html', 'students/alan/1/result.json'])
      expect(existsSync(join(folder, 'week3', file)), file).toBe(true);
    expect(existsSync(join(folder, 'autograder.zip'))).toBe(true);
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

/**
 * docs/instructor-guide.md, typed as it stands in one shell: diffs are applied, programs and lists saved where the
 * sentence before them says, commands run. What they print is compared in order, but for lines left out and times.
 */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const page = readFileSync(join(packageRoot, 'docs', 'instructor-guide.md'), 'utf8');
const MARK = '=== what is printed after fence';

interface Fence {
  readonly language: string;
  readonly text: string;
  /** The last path that the page names before it. */
  readonly path: string;
}
const fences: readonly Fence[] = [...page.matchAll(/^(`{3,})(sh|diff|cuda|yaml|text)\n([\s\S]*?)^\1$/gm)].map(
  (match) => {
    const [, , language = '', text = ''] = match;
    const paths = [...page.slice(0, match.index).matchAll(/`(course\/[\w./-]+\.\w+)`/g)];
    return { language, text, path: paths.at(-1)?.[1] ?? '' };
  },
);

const folder = mkdtempSync(join(tmpdir(), 'grade-instructor-'));
beforeAll(() => {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  // As it is after `npm install --global`.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'grade'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(folder, 'bin', 'grade'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function typed({ language, text, path }: Fence, index: number): string {
  const here = `<<'END OF FENCE'\n${text}END OF FENCE\n`;
  if (language === 'diff') return `git apply ${here}`;
  if (language === 'cuda' || language === 'yaml') return `cat > '${path}' ${here}`;
  return language === 'sh' ? `echo '${MARK} ${index}'\n${text}` : '';
}

/** Times vary, and with them the width of their column. */
const steady = (line: string) =>
  line
    .replace(/ in \d+ s$/, ' in … s')
    .replace(/ +[\d.]+ (ms|s)(?= |$)/g, ' … $1')
    .replace(/ +time(?= )/, ' … time')
    .trimEnd();

describe.sequential('docs/instructor-guide.md', () => {
  let printed: readonly string[];

  it('holds commands that all succeed and edits that fit, one after the other', { timeout: 900_000 }, () => {
    const ran = spawnSync('bash', ['-euo', 'pipefail', '-c', ['exec 2>&1', ...fences.map(typed)].join('\n')], {
      cwd: folder,
      // A machine without containers: what is there must not change what the page shows. Diffs are of no repository.
      env: {
        ...process.env,
        PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
        NO_COLOR: '1',
        DOCKER_HOST: 'unix:///nowhere',
        GIT_CEILING_DIRECTORIES: tmpdir(),
      },
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    printed = ran.stdout.split('\n');
    expect(ran.status, ran.stdout).toBe(0);
    for (const file of ['grade-trace.html', 'grade-report/report.html', 'week4/students/alan/1/result.json'])
      expect(existsSync(join(folder, file)), file).toBe(true);
  });

  it('shows what they print', () => {
    const missing: string[] = [];
    fences.forEach(({ language, text }, index) => {
      if (language !== 'text') return;
      const start = printed.indexOf(`${MARK} ${index - 1}`);
      const next = printed.findIndex((line, at) => at > start && line.startsWith(MARK));
      const own = printed.slice(start + 1, next === -1 ? undefined : next).map(steady);
      let from = 0;
      for (const line of text.trimEnd().split('\n').map(steady)) {
        if (line === '…') continue;
        const at = own.indexOf(line, from);
        if (at === -1) missing.push(line);
        else from = at + 1;
      }
    });
    expect(missing, `${missing.join(' | ')}\n\n${printed.join('\n')}`).toEqual([]);
  });
});

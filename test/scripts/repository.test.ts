import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
// @ts-expect-error: a script, without types
import { notesOf } from '../../scripts/lib/release-notes.mjs';
// @ts-expect-error: a script, without types
import { addressOf, fieldsOf, isPlaceholder } from '../../scripts/lib/repository.mjs';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const about = JSON.parse(read('package.json'));

describe('package.json', () => {
  it('derives homepage and bugs from the repository', () => {
    expect(about).toMatchObject(fieldsOf(addressOf(about)));
  });

  it('has the version of the lock file and of the newest part of the changelog', () => {
    expect(JSON.parse(read('package-lock.json')).version).toBe(about.version);
    const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
    expect(newest).toBe(about.version);
  });
});

describe('an address', () => {
  it('gives each field of a fork', () => {
    expect(fieldsOf('https://github.com/owner/name/')).toEqual({
      repository: { type: 'git', url: 'git+https://github.com/owner/name.git' },
      homepage: 'https://github.com/owner/name#readme',
      bugs: { url: 'https://github.com/owner/name/issues' },
    });
  });

  it('is a placeholder if nobody can have its host', () => {
    expect(isPlaceholder('https://git.example/grade')).toBe(true);
    expect(isPlaceholder('https://github.com/owner/example')).toBe(false);
  });
});

describe('notes of a release', () => {
  const text =
    '# Changes\n\n## Unreleased\n\n- c\n\n## 0.2.0 (2026-11-26)\n\n- a\n\n### Part\n\n- b\n\n## 0.1.0\n\n- z\n';

  it('are the part of the changelog for its version', () => {
    expect(notesOf(text, '0.2.0')).toBe('- a\n\n### Part\n\n- b\n');
  });

  it('are missing for another version', () => {
    expect(() => notesOf(text, '0.3.0')).toThrow('CHANGELOG.md has no part for 0.3.0');
  });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectHeaders } from '../../../grader/pipeline/run/headers.ts';

let root: string;
const at = (...parts: string[]) => join(root, ...parts);
function put(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-headers-'));
  put('lab/util/a.cuh', '#include "b.h"\n#include <vector>\n');
  put('lab/util/b.h', '#include "a.cuh"\n');
  put('lab/top.h', '');
  put('common/c.h', '#include "d.h"\n#include "../lab/top.h"\n');
  put('common/d.h', 'int d;');
  put('common/deep/e.h', '#include "../d.h"\n');
  put('secret.h', 'secret');
  symlinkSync('../secret.h', at('lab/link.h'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const collect = (source: string, ...searched: string[]) =>
  collectHeaders(
    at('lab', 'p.cu'),
    source,
    searched.map((folder) => at(folder)),
  );

describe('headers of a program', () => {
  it('are those beside it and in its folders, and what they include, each once', () => {
    const found = collect('#include <cstdio>\n  # include "util/a.cuh" // here\n#include "./top.h"\n');
    expect(found).toEqual([
      { path: 'util/a.cuh', name: at('lab/util/a.cuh'), text: '#include "b.h"\n#include <vector>\n' },
      { path: 'top.h', name: at('lab/top.h'), text: '' },
      { path: 'util/b.h', name: at('lab/util/b.h'), text: '#include "a.cuh"\n' },
    ]);
  });

  it('are not read where they lie elsewhere, whatever leads there', () => {
    expect(collect('#include "../secret.h"\n#include "link.h"\n#include "../common/c.h"\n#include "util"\n')).toEqual(
      [],
    );
    expect(collect(`#include "${'/etc/passwd'}"\n`)).toEqual([]);
  });

  it('are looked for in the folders that are named, in quotes and without', () => {
    expect(collect('#include <c.h>\n', 'common').map(({ path, searched }) => [path, searched])).toEqual([
      ['c.h', true],
      ['d.h', true],
    ]);
    expect(collect('#include "../common/c.h"\n', 'common').map(({ path }) => path)).toEqual([
      '../common/c.h',
      '../common/d.h',
      '../lab/top.h',
    ]);
    expect(collect('#include "deep/e.h"\n', 'common').map(({ path }) => path)).toEqual(['deep/e.h', 'd.h']);
  });
});

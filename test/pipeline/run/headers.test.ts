import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeHeaders } from '../../../grader/compile/index.ts';
import { wordOutside } from '../../../grader/explain/index.ts';
import { collectHeaders } from '../../../grader/pipeline/run/headers.ts';
import { projectFolder } from '../../../grader/pipeline/run/project.ts';

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
  collectHeaders([{ file: at('lab', 'p.cu'), text: source }], {
    searched: searched.map((folder) => at(folder)),
    project: at('lab'),
  }).headers;

describe('headers of a program', () => {
  it.each([
    ['cuda_runtime_api.h', 'crt/host_config.h'],
    ['features.h', 'stdio.h'],
  ])('are not those of the machine: %s', (one, other) => {
    put(`machine/${one}`, '');
    put('machine/common.h', '');
    expect(collect('#include <common.h>\n', 'machine')).toHaveLength(1);
    put(`machine/${other}`, '');
    expect(collect('#include <common.h>\n', 'machine')).toEqual([]);
    rmSync(at('machine'), { recursive: true });
  });

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
      ['top.h', undefined],
    ]);
    expect(collect('#include "../common/c.h"\n', 'common').map(({ path }) => path)).toEqual([
      '../common/c.h',
      '../common/d.h',
      '../lab/top.h',
    ]);
    expect(collect('#include "deep/e.h"\n', 'common').map(({ path }) => path)).toEqual(['deep/e.h', 'd.h']);
  });
});

describe('headers in parent folders', () => {
  beforeAll(() => {
    put('course/week/lab/deep/p.cu', '');
    put('course/common/book.h', '#include "inner.h"\n');
    put('course/common/inner.h', '');
    put('course/week/util.h', '');
    put('course/week/lab/Makefile', '');
    put('home/lab/p.cu', '');
    put('home/common/book.h', '');
    put('home/private.h', '');
  });
  const paths = (file: string, text: string, project?: string) =>
    collectHeaders([{ file: at(file), text }], project ? { project: at(project) } : {}).headers.map(({ path }) => path);

  it('are read up to two folders above the program', () => {
    const source = '#include "../util.h"\n#include "../../common/book.h"\n';
    expect(paths('course/week/lab/p.cu', source)).toEqual(['../util.h', '../../common/book.h', '../../common/inner.h']);
    expect(paths('course/week/lab/deep/p.cu', '#include "../../../common/book.h"\n')).toEqual([]);
  });

  it('are read in the whole repository', () => {
    mkdirSync(at('course/.git'));
    expect(paths('course/week/lab/deep/p.cu', '#include "../../../common/book.h"\n')).toHaveLength(2);
    rmSync(at('course/.git'), { recursive: true });
  });

  it('are read below the highest folder with a makefile above the program', () => {
    expect(projectFolder(at('course/week/lab/deep'), '/nowhere')).toBe(at('course/week'));
    put('course/CMakeLists.txt', '');
    rmSync(at('course/week/lab/Makefile'));
    expect(projectFolder(at('course/week/lab/deep'), '/nowhere')).toBe(at('course'));
    rmSync(at('course/CMakeLists.txt'));
    put('course/week/lab/Makefile', '');
  });

  it('are never read in the home folder or above it', () => {
    expect(projectFolder(at('home/lab'), at('home'))).toBe(at('home/lab'));
    expect(projectFolder(at('home'), at('home'))).toBe(at('home'));
    mkdirSync(at('home/.git'));
    expect(projectFolder(at('home/lab'), at('home'))).toBe(at('home/lab'));
    expect(projectFolder(at('home/course/lab/one'), at('home'))).toBe(at('home/course'));
  });

  it('are reported if they exist outside of the project', () => {
    const text = '#include "../private.h"\n#include "../absent.h"\n#include "/etc/passwd"\n';
    const found = collectHeaders([{ file: at('home/lab/p.cu'), text }], { project: at('home/lab') });
    expect(found.headers).toEqual([]);
    expect(found.outside).toEqual([{ includer: at('home/lab/p.cu'), path: '../private.h' }]);
  });

  it('are found if a header of -I leads out of its folder', () => {
    put('led/inc/sub.h', '#include "../common/x.h"\n#include "../common/absent.h"\n');
    put('led/common/x.h', '#pragma once\n');
    const text = '#include "sub.h"\n#include <x.h>\n';
    const searched = [at('led/inc'), at('led/common')];
    const { headers, outside } = collectHeaders([{ file: at('led/p.cu'), text }], { searched, project: at('led') });
    expect(headers.map(({ path }) => path)).toEqual(['sub.h', 'x.h', 'common/x.h']);
    expect(placeHeaders(headers).map(({ text: placed }) => placed)).toEqual([
      '#include "/common/x.h"\n#include "../common/absent.h"\n',
      '#pragma once\n',
      '#include "/@include/x.h"\n',
    ]);
    expect(outside).toEqual([]);
  });

  it('are reported if a header of -I leads out of the project', () => {
    put('led/inc/far.h', '#include "../../private.h"\n');
    put('private.h', '');
    const options = { searched: [at('led/inc')], project: at('led') };
    const found = collectHeaders([{ file: at('led/p.cu'), text: '#include "far.h"\n' }], options);
    expect(found.outside.map(({ includer }) => includer)).toEqual([at('led/inc/far.h')]);
    for (const include of found.outside) expect(wordOutside(include, found.project)).toContain(at('led'));
  });

  it('are not read through a symbolic link that leads out of the project', () => {
    symlinkSync(at('home/private.h'), at('course/week/lab/link.h'));
    expect(paths('course/week/lab/p.cu', '#include "link.h"\n')).toEqual([]);
  });

  it('belong to each source of a program', () => {
    put('many/src/b.cu', '#include "b.h"\n');
    put('many/src/b.h', '');
    put('many/a.cu', '');
    const { headers } = collectHeaders([
      { file: at('many/a.cu'), text: '' },
      { file: at('many/src/b.cu'), text: '#include "b.h"\n' },
    ]);
    expect(headers.map(({ path }) => path)).toEqual(['src/b.h']);
  });
});

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderAt, lintAssignment } from '../../../grader/authoring/lint/index.ts';
import { makeReferences } from '../../../grader/authoring/references.ts';
import { KIND_NAMES, type ScaffoldFlags, stylesOf } from '../../../grader/authoring/scaffold/index.ts';
import { parseSubmissions } from '../../../grader/authoring/submissions.ts';
import { askForAssignment } from '../../../grader/cli/new-questions.ts';
import { packageRoot } from '../../../grader/platform/index.ts';
import { loadSimulator } from '../../../grader/simulator/file/index.ts';
import { extents, loadAssignment, prototype } from '../../../grader/spec/index.ts';
import { session } from '../../cli/harness.ts';
import { flaws, noCuda, prove } from '../validate/helpers.ts';
import { make } from './graded.ts';

let into: string;
beforeAll(() => {
  into = mkdtempSync(join(tmpdir(), 'grade-new-'));
});
afterAll(() => rmSync(into, { recursive: true, force: true }));

describe.each(KIND_NAMES)('grade new --kind %s', (kind) => {
  let folder: string;
  beforeAll(async () => {
    folder = await make(into, `my-${kind}`, '--kind', kind, '--title', 'Rows: "and" more');
  });

  it('writes a valid specification, with the title and hidden cases', () => {
    const { spec, shipped } = loadAssignment(folder);
    expect(spec).toMatchObject({ id: `my-${kind}`, title: 'Rows: "and" more', entry: { function: `my_${kind}` } });
    expect(spec.cases.length).toBeGreaterThanOrEqual(4);
    expect(spec.hidden.length).toBeGreaterThanOrEqual(1);
    expect(shipped).toBe(false);
  });

  it('writes a simulator that runs in its folder, and its references', async () => {
    const assignment = loadAssignment(folder);
    const { manifest, files } = await makeReferences(assignment, await loadSimulator(assignment));
    const read = (name: string) => readFileSync(join(folder, 'reference', name));
    expect(JSON.parse(read('manifest.json').toString())).toEqual(manifest);
    for (const [name, bytes] of files) expect(read(name).equals(bytes)).toBe(true);
  });

  it('writes at least 1 accepted and 3 rejected submissions in the manifest', () => {
    const path = join(folder, 'submissions', 'manifest.yaml');
    const { accepted, slow, rejected } = parseSubmissions(readFileSync(path, 'utf8'), path);
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    expect(rejected.length).toBeGreaterThanOrEqual(3);
    for (const [name, list] of Object.entries({ accepted, slow, rejected })) {
      const there = join(folder, 'submissions', name);
      expect(existsSync(there) ? readdirSync(there).sort() : []).toEqual(list.map(({ file }) => file).sort());
    }
    for (const { file, line } of rejected) {
      const lines = readFileSync(join(folder, 'submissions', 'rejected', file), 'utf8').split('\n');
      expect(lines[line - 1]?.trim(), file).not.toBe('');
    }
  });

  it('leaves nothing of a template in any file', () => {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(cu|ts|yaml|md)$/.test(file)) continue;
      const text = readFileSync(join(folder, file), 'utf8').replace('undefined contents', '');
      expect(text, file).not.toMatch(/\{\{|\}\}|undefined|NaN|\/\/@/);
    }
  });
});

const PAIRS = KIND_NAMES.flatMap((kind) => stylesOf(kind).map((style) => [kind, style] as const));

describe.each(PAIRS)('grade new --kind %s --style %s', (kind, style) => {
  let folder: string;
  beforeAll(async () => {
    folder = await make(into, `${kind}-in-${style}`, '--kind', kind, '--style', style);
  });

  it('writes the entry point of that style in starter, baseline and handout', () => {
    const { spec } = loadAssignment(folder);
    expect(spec.entry.style).toBe(style);
    for (const file of ['starter.cu', 'baseline.cu', 'handout.md']) {
      if (existsSync(join(folder, file))) {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text, file).toContain(prototype(spec));
        expect(style === 'host' && text.includes("in the GPU's memory") && file === 'handout.md').toBe(false);
      }
    }
  });

  it('passes grade lint without a warning, also as a copy somewhere else', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'grade-copied-'));
    const copy = join(parent, `${kind}-in-${style}`);
    cpSync(folder, copy, { recursive: true });
    expect(await lintAssignment(folderAt(copy))).toEqual([]);
    rmSync(parent, { recursive: true });
  });

  it('names no path of this machine or of the installed package', () => {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(cu|ts|yaml|md)$/.test(file)) continue;
      const text = readFileSync(join(folder, file), 'utf8');
      for (const path of [into, packageRoot, '../']) expect(text, file).not.toContain(path);
    }
  });
});

describe.each([
  ['row', 'n'],
  ['picture', 'h,w'],
  ['pictures', 'planes,h,w'],
])('a map over a %s of integers', (name, shape) => {
  let folder: string;
  beforeAll(async () => {
    const flags = ['--kind', 'map', '--input', `x:uint8:${shape}`, '--output', `out:uint8:${shape}`];
    folder = await make(into, `${name}-of-integers`, ...flags);
  });

  it('draws no hidden case that is larger than every visible one', () => {
    const { cases, hidden } = loadAssignment(folder).spec;
    const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1);
    const largest = Math.max(...cases.map(({ dims }) => product(Object.values(dims))));
    for (const { name: of, dims } of hidden) {
      expect(product(Object.values(dims).map((range) => range[1])), of).toBeLessThanOrEqual(largest);
    }
  });

  it('has a tolerance of nothing, and that is room enough', async () => {
    expect(loadAssignment(folder).spec.tolerance).toMatchObject({ absolute: 0 });
    expect(flaws(await prove(folder, 'tolerance', noCuda()))).toEqual([]);
  });

  it('passes grade lint without a warning', async () => {
    expect(await lintAssignment(folderAt(folder))).toEqual([]);
  });
});

describe.each(['host', 'kernel', 'torch'])('grade new --style %s', (style) => {
  it('writes an entry point of that style with a constant extent', async () => {
    const arrays = ['--input', 'x:uint8:3,height,width', '--output', 'y:uint8:3,height,width'];
    const folder = await make(into, `in-${style}`, '--style', style, ...arrays);
    const { spec } = loadAssignment(folder);
    expect(spec.entry).toMatchObject({ style, function: `in_${style}` });
    expect(extents(spec, { height: 4, width: 5 })).toEqual({ x: [3, 4, 5], y: [3, 4, 5] });
    for (const file of ['starter.cu', 'baseline.cu', 'handout.md'])
      expect(readFileSync(join(folder, file), 'utf8')).toContain(prototype(spec));
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(cu|ts|yaml|md)$/.test(file)) continue;
      expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/\{\{|\}\}|undefined|NaN|\/\/@/);
    }
    expect(await lintAssignment(folderAt(folder))).toEqual([]);
  });
});

describe('grade new refuses', () => {
  const refused = async (...argv: string[]) => {
    const run = session({ cwd: into });
    const status = await run.run('new', ...argv, '--into', into, '--yes');
    return { status, stderr: run.stderr() };
  };

  it('to overwrite, and says what is there', async () => {
    await make(into, 'there');
    writeFileSync(join(into, 'there', 'handout.md'), 'mine');
    const { status, stderr } = await refused('there');
    expect(status).toBe(2);
    expect(stderr).toContain('is there already, with assignment.schema.json, assignment.yaml, baseline.cu, handout.md');
    expect(readFileSync(join(into, 'there', 'handout.md'), 'utf8')).toBe('mine');
  });

  it.each([
    [['Bad'], 'no name for an assignment'],
    [['bad', '--input', 'x:flot32:n', '--output', 'y:float32:n'], 'did you mean float32?'],
    [['bad', '--input', 'x:float32'], 'Expected NAME:TYPE:EXTENT[,EXTENT]'],
    [['bad', '--input', 'x:float32:n', '--output', 'y:float32:m'], 'every array of a map has the same shape'],
    [['bad', '--input', 'x:float32:n'], 'at least one output'],
    [['bad', '--output', 'i:int32:n'], 'i: the files to come use this name themselves'],
    [['bad', '--output', 'class:int32:n'], 'class: the name is reserved'],
    [['bad', '--output', 'x:int32:n', '--input', 'x:int32:n'], 'x: the name is there twice'],
    [['bad', '--output', 'x:uint8:n', '--scalar', 'a:float32:-2'], 'a: the result does not fit into uint8'],
    [['bad', '--kind', 'stencil', '--output', 'x:uint8:n'], 'one input and one output of the same two extents'],
    [['bad', '--kind', 'matrix', '--output', 'x:uint8:n'], 'inputs [h,k] and [k,w] and one output [h,w]'],
    [['bad', '--kind', 'reduction', '--output', 'x:uint8:n'], 'one input [rows,columns] and one output [rows]'],
    [['bad', '--output', 'x:int32:3'], 'x: expected at least one extent with a name'],
    [['bad', '--kind', 'stencil', '--input', 'x:uint8:3,w', '--output', 'y:uint8:3,w'], 'only the extents of a map'],
    [['bad', '--style', 'trch'], 'did you mean torch?'],
    [
      ['bad', '--kind', 'histogram', '--style', 'kernel'],
      'The kind histogram has the styles device-pointers, host and torch, and not kernel, because its bins',
    ],
    [['bad', '--kind', 'streams', '--style', 'torch'], 'The kind streams has the style host, and not torch, because'],
    [['bad', '--kind', 'spmv', '--input', 'x:uint8:n'], 'begins with the parameters row_start, column, value, x, y'],
    [['bad', '--kind', 'softmax', '--function', 'partial'], 'partial: the files to come use this name themselves'],
    [['bad', '--kind', 'sort', '--function', 'compare_kernel'], 'compare_kernel: the files to come use this name'],
    [['bad', '--style', 'torch', '--output', 'x:int32:n'], 'has at least one input'],
    [['bad', '--style', 'torch', '--input', 'x:uint32:n', '--output', 'y:int32:n'], 'x: no tensor of uint32'],
    [['bad', '--output', 'x:int32:n', '--scalar', 'n:float32:2'], 'n is the extent of an array'],
  ])('%j', async (argv, words) => {
    const { status, stderr } = await refused(...argv);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(words) });
    expect(readdirSync(into).filter((name) => name.includes('bad'))).toEqual([]);
  });
});

describe('the questions', () => {
  const none: ScaffoldFlags = {
    id: 'vector-add',
    kind: null,
    title: null,
    function: null,
    inputs: [],
    outputs: [],
    scalars: [],
  };
  const answering = (answers: readonly string[]) => {
    const rest = [...answers];
    const said: string[] = [];
    const asked: string[] = [];
    return {
      said,
      asked,
      ask: async (question: string) => {
        asked.push(question);
        return rest.shift() ?? '';
      },
      say: (text: string) => {
        said.push(text);
      },
    };
  };

  it('take what stands in brackets for an empty line', async () => {
    const answers = await askForAssignment(none, answering([]));
    expect(answers).toMatchObject({
      kind: 'map',
      title: 'Vector add',
      function: 'vector_add',
      outputs: ['out:float32:n'],
    });
  });

  it('ask again, with the reason, and not for what a flag has said', async () => {
    const terminal = answering(['stencl', '2', 'x:uint8', '', '', 'x:uint8:h,w', 'y:uint8:h,w', '-', 'y']);
    const answers = await askForAssignment({ ...none, title: 'T', function: 'f' }, terminal);
    expect(answers).toMatchObject({ kind: 'stencil', title: 'T', inputs: ['x:uint8:h,w'], scalars: [] });
    expect(terminal.said.join('')).toContain('did you mean stencil?');
    expect(terminal.said.join('')).toContain('Expected NAME:TYPE:EXTENT[,EXTENT]');
    expect(terminal.asked.join('')).not.toContain('Title');
  });

  it('ask for no arrays of a kind that has its own', async () => {
    const terminal = answering(['histogram', '', '', 'y']);
    expect(await askForAssignment(none, terminal)).toMatchObject({ kind: 'histogram', function: 'vector_add' });
    expect(terminal.asked.join('')).not.toContain('Inputs');
  });

  it('write nothing where the answer is no', async () => {
    const flags = { ...none, kind: 'map', title: 'T', function: 'f', outputs: ['o:int32:n'] };
    expect(await askForAssignment(flags, answering(['n']))).toBeNull();
  });
});

it('grade references writes what changed cases need', async () => {
  const folder = await make(into, 'changed');
  const spec = join(folder, 'assignment.yaml');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace('n: 5000', 'n: 6000'));
  const run = session({ cwd: into });
  expect(await run.run('references', 'changed', '--assignments', into)).toBe(0);
  expect(readFileSync(join(folder, 'reference', 'large.bin')).length).toBe(4 * 6000);
  expect(run.stdout()).toMatch(/^changed: 6 cases, \d+ bytes; the baseline loads \d+ sectors\n$/);
});

it('offers the kinds that there are in grade new --help', async () => {
  const run = session({ cwd: into });
  await run.run('new', '--help');
  const help = run.stdout().replaceAll(/\s+/g, ' ');
  expect(help).toContain(`choices: ${KIND_NAMES.map((kind) => `"${kind}"`).join(', ')}`);
});

import { checkFile, unknownName } from './consistency-common.ts';
import type { Complaint, Draft, Siblings } from './draft.ts';
import { arrayParameters, extentNames, floatScalars, integerScalars } from './entry.ts';
import { isTextType, pictureExtents } from './program.ts';
import type { AssignmentSpec } from './schema.ts';

type Entry = AssignmentSpec['entry'];
type Array = ReturnType<typeof arrayParameters>[number];

/** Checks what only the style `program` has: given files, arguments, and files for arrays. */
export function checkProgram(entry: Entry, draft: Draft, siblings: Siblings): Complaint[] {
  if (entry.style !== 'program') return checkOthers(entry);
  const { given = [] } = entry;
  const complaints: Complaint[] = [];
  if (!given.some((name) => /\.(?:cu|cpp|c)$/.test(name))) {
    complaints.push({
      path: ['entry', entry.given ? 'given' : 'style'],
      problem: 'no given file has the `main` of the program',
      expected: 'sources and headers that students must not change',
      example: 'given: [main.cu]',
    });
  }
  given.forEach((name, index) => {
    const path = ['entry', 'given', index];
    complaints.push(...checkFile(name, path, siblings));
    if (given.indexOf(name) < index) {
      complaints.push({ path, problem: 'a file is given twice', expected: 'each file once', found: name });
    }
  });
  complaints.push(...checkArguments(entry), ...checkArrays(entry));
  if (draft.timing) {
    const problem = 'the time of a whole program is not measured';
    complaints.push({ path: ['timing'], at: 'key', problem, expected: 'no `timing`, and `rubric.speedup: 0`' });
  }
  return complaints;
}

/** Keys of the style `program` in another one. */
function checkOthers(entry: Entry): Complaint[] {
  const complaints: Complaint[] = [];
  const refuse = (path: Complaint['path'], what: string) =>
    complaints.push({ path, at: 'key', problem: `${what} is only for the style program`, expected: `no ${what}` });
  for (const key of ['given', 'arguments'] as const) if (entry[key] !== undefined) refuse(['entry', key], key);
  entry.parameters.forEach((parameter, index) => {
    for (const key of ['file', 'from', 'after'] as const) {
      if (key in parameter && parameter[key as never] !== undefined) refuse(['entry', 'parameters', index, key], key);
    }
  });
  return complaints;
}

function checkArguments(entry: Entry): Complaint[] {
  const names = [...integerScalars(entry), ...floatScalars(entry)].map(({ name }) => name);
  return (entry.arguments ?? []).flatMap((argument, index) =>
    [...argument.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) =>
      names.includes(name)
        ? []
        : [unknownName(name, names, 'a scalar parameter or dimension', ['entry', 'arguments', index])],
    ),
  );
}

function checkArrays(entry: Entry): Complaint[] {
  const complaints: Complaint[] = [];
  const arrays = arrayParameters(entry);
  const used = new Set<string>();
  entry.parameters.forEach((parameter, index) => {
    if (!('shape' in parameter)) return;
    const path = ['entry', 'parameters', index];
    const { name, role, file, from, after } = parameter;
    if (role === 'inout') {
      const expected = 'an input and an output, each with a file';
      complaints.push({ path: [...path, 'role'], problem: 'a program changes no array in place', expected });
    } else if ((file === undefined) === (from === undefined)) {
      const ways = role === 'input' ? '`file`' : 'either `file` or `from`';
      const example = `file: ${name}.npy`;
      complaints.push({ path, problem: `nothing says where the program has ${name}`, expected: ways, example });
    }
    if (file !== undefined) {
      if (used.has(file)) {
        const problem = 'two arrays have the same file';
        complaints.push({ path: [...path, 'file'], problem, expected: 'a file for each', found: file });
      }
      used.add(file);
      complaints.push(...checkFormat(parameter, file, [...path, 'file']));
    }
    if (from !== undefined) complaints.push(...checkSource(parameter, path));
    if (after !== undefined && from !== 'numbers') {
      const problem = '`after` says where numbers begin';
      complaints.push({ path: [...path, 'after'], at: 'key', problem, expected: '`from: numbers`' });
    }
  });
  const isShown = arrays.some(({ role, file, from }) => role === 'output' && (file ?? from) && provesWork(from));
  if (arrays.some(({ role }) => role === 'output') && !isShown) {
    complaints.push({
      path: ['entry', 'parameters'],
      problem: 'an exit status and a text do not show what kernels computed',
      expected: 'an output that the program writes to a file, or prints as numbers, beside them',
      example: '{name: out, role: output, type: float32, shape: [n], file: out.npy}',
    });
  }
  return complaints;
}

/** True for an output whose values the grader can follow to a kernel. */
function provesWork(from: Array['from']): boolean {
  return from === undefined || from === 'numbers';
}

function checkFormat({ type, shape, vector }: Array, file: string, path: Complaint['path']): Complaint[] {
  const picture = pictureExtents(file);
  if (picture !== null && (type !== 'uint8' || vector !== undefined || shape.length !== picture.length)) {
    return [
      {
        path,
        problem: `${file} is a picture`,
        expected: `type uint8 and a shape such as [${picture.join(', ')}]`,
        found: `${vector ?? type} and [${shape.join(', ')}]`,
      },
    ];
  }
  if (picture !== null && picture.length === 3 && shape[2] !== 3) {
    const expected = 'the last extent 3: red, green and blue of a pixel';
    return [{ path, problem: `${file} has pixels of 3 colors`, expected, found: String(shape[2]) }];
  }
  if (/\.txt$/.test(file) && !isTextType(type)) {
    const expected = 'an integer type, float32 or float64; or a file .npy or .bin';
    return [{ path, problem: `numbers of ${type} are not written as text`, expected, found: type }];
  }
  return [];
}

function checkSource({ from, type, shape }: Array, path: Complaint['path']): Complaint[] {
  const isOne = shape.length === 1;
  if (from === 'exit-status' && !(type === 'int32' && isOne && shape[0] === 1)) {
    const problem = 'an exit status is one number';
    return [{ path, problem, expected: 'type: int32 and shape: [1]', found: `${type} and [${shape.join(', ')}]` }];
  }
  if (from === 'text' && !(type === 'uint8' && isOne && shape.every((extent) => extentNames(extent).length === 0))) {
    const expected = 'type: uint8 and a shape with more bytes than any right text has, e.g. [200]';
    return [{ path, problem: 'a text is an array of bytes', expected, found: `${type} and [${shape.join(', ')}]` }];
  }
  if (from === 'numbers' && !isTextType(type)) {
    const expected = 'an integer type, float32 or float64';
    return [{ path, problem: `numbers of ${type} are not written as text`, expected, found: type }];
  }
  return [];
}

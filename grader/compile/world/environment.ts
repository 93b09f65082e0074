import type { Assets } from '../assets.ts';
import type { Tree } from '../files.ts';
import type { Environment, SourceFile } from '../source-file.ts';
import { ANSWERED, answers, definitionsOf, MOMENT, nameOf, OPERATORS_OF_CLANG, type Side } from './macros.ts';
import { scan } from './scan.ts';

/**
 * Limits of the C library that mean nothing here: the submission gets those of glibc. They are there if a header has
 * defined the last one of their list.
 */
const LIMITS_OF_C: readonly (readonly [string, ...string[]])[] = [
  ['FILENAME_MAX', 'FOPEN_MAX', 'L_ctermid', 'L_tmpnam', 'P_tmpdir', 'TMP_MAX', 'BUFSIZ'],
  ...(['HOST_NAME_MAX', 'LOGIN_NAME_MAX', 'MB_LEN_MAX', 'NAME_MAX', 'PATH_MAX', 'TTY_NAME_MAX'] as const).map(
    (name) => [name] as const,
  ),
];

/** nvcc has thousands of macros: each is looked at once. */
const IS_LIMIT = new RegExp(`^(?:${LIMITS_OF_C.flat().join('|')})\\b`);

const FOLDER = 'grade';
const SYSTEM_HEADER = '#pragma GCC system_header\n';
const made = new WeakMap<Assets, Map<Side, Environment>>();

/** Compares Clang's predefined macros with nvcc's. */
export function environmentOf(assets: Assets, side: Side): Environment {
  const bySide = made.get(assets) ?? new Map<Side, Environment>();
  made.set(assets, bySide);
  const known = bySide.get(side);
  if (known) return known;
  const fresh = compareMacros(assets, side);
  bySide.set(side, fresh);
  return fresh;
}

function compareMacros({ clangMacros, macros }: Assets, side: Side): Environment {
  const { predefined, removed, used } = clangMacros[side];
  const [needed, undefinedHere] = [new Set(used), new Set(removed)];
  const here = new Map(predefined.map((text) => [nameOf(text), text]));
  const there = definitionsOf(macros, macros.predefined[side]);
  const differs = (name: string) => plainText(here.get(name)) !== plainText(there.get(name));
  const names = [...new Set([...here.keys(), ...there.keys()])].filter((name) => differs(name) && !needed.has(name));
  const set = (textOf: (name: string) => string | undefined) =>
    names.map((name) => {
      const text = textOf(name);
      return text === undefined ? `#undef ${name}\n` : `#undef ${name}\n#define ${text}\n`;
    });
  const limitTexts = macros.texts.filter((text) => IS_LIMIT.test(text));
  const operators = [...OPERATORS_OF_CLANG.filter((name) => !needed.has(name)), ...ANSWERED];
  const leave = [
    ...operators.map((name) => `#pragma push_macro("${name}")\n#undef ${name}\n`),
    answers(macros),
    ...MOMENT.map(([name, text]) => `#undef ${name}\n#define ${name} ${text}\n`),
    ...set((name) => there.get(name)),
    ...LIMITS_OF_C.map((limits) => {
      const texts = limitTexts.filter((text) => limits.includes(nameOf(text)));
      const set = texts.map((text) => `#undef ${nameOf(text)}\n#define ${text}\n`);
      return `#ifdef ${limits.at(-1)}\n${set.join('')}#endif\n`;
    }),
  ];
  const enter = [
    ...operators.map((name) => `#pragma pop_macro("${name}")\n`),
    ...set((name) => (undefinedHere.has(name) ? undefined : here.get(name))),
  ];
  return {
    leave: SYSTEM_HEADER + leave.join(''),
    enter: SYSTEM_HEADER + enter.join(''),
    names: new Set([...names, ...operators, ...LIMITS_OF_C.flat(), ...MOMENT.map(([name]) => name), 'pop_macro']),
  };
}

function plainText(definition: string | undefined): string | undefined {
  return definition?.replace(/\s+/g, ' ').trim();
}

/** True if the text of a source needs nvcc's macros. Conditions are decided before. */
export function mentionsEnvironment(source: SourceFile, { names }: Environment): boolean {
  return [source.text, ...source.headers.map(({ text }) => text)].some((text) => {
    const { identifiers, pastes } = scan(text);
    return pastes || [...identifiers.keys()].some((word) => names.has(word));
  });
}

export interface Placed {
  /** The submission's files by virtual name, with their includes led through the environment. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files of the folder `/grade`. */
  readonly grade: Tree;
  /** Arguments of Clang. */
  readonly args: readonly string[];
  /** What stands before code of the grader that follows the submission. */
  readonly restore: string;
}

/** Surrounds the submission's own lines, and nothing else, with nvcc's macros. */
export function withEnvironment(source: SourceFile, { leave, enter }: Environment): Placed {
  const grade: Tree = { 'leave.h': leave, 'enter.h': enter };
  const own = new Set(source.headers.map(({ virtualName }) => virtualName.split('/').at(-1) ?? ''));
  const texts = new Map<string, string>();
  let count = 0;
  for (const { virtualName, text } of [source, ...source.headers]) {
    const parts: string[] = [];
    let from = 0;
    for (const { start, end, name, argument } of scan(text).directives) {
      const [, path = ''] = /^[<"]([^>"\n]+)[>"]$/.exec(argument) ?? [];
      if (name !== 'include' || path === '' || own.has(path.split('/').at(-1) ?? '')) continue;
      const file = `system-${count++}.h`;
      grade[file] = `#include "/${FOLDER}/enter.h"\n#include ${argument}\n#include "/${FOLDER}/leave.h"\n`;
      parts.push(text.slice(from, start), `#include "/${FOLDER}/${file}"`);
      const lines = text.slice(start, end).split('\n').length - 1;
      parts.push('\\\n'.repeat(lines));
      from = end;
    }
    texts.set(virtualName, parts.join('') + text.slice(from));
  }
  return { texts, grade, args: ['-include', `/${FOLDER}/leave.h`], restore: `#include "/${FOLDER}/enter.h"\n` };
}

import type { Tree } from '../files.ts';

export type Side = 'host' | 'device';

interface Difference {
  /** Numbers in `texts`, as `3-7 9`. */
  readonly defined: string;
  readonly removed?: readonly string[];
}

type Header =
  | { readonly like: string }
  | { readonly both: Difference }
  | { readonly host: Difference; readonly device: Difference };

/** What `scripts/nvcc-macros.mjs` recorded. */
export interface NvccMacros {
  /** The versions that it was recorded with. */
  readonly recorded: string;
  /** Macros without any header. */
  readonly predefined: Readonly<Record<Side, Difference>>;
  /** Macros at a source's first line, where nvcc has included `cuda_runtime.h`. */
  readonly base: Readonly<Record<Side, Difference>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly builtins: readonly string[];
  readonly attributes: Readonly<Record<string, number>>;
  readonly standardAttributes: Readonly<Record<string, number>>;
  /** Definitions as `NAME(parameters) text`. */
  readonly texts: readonly string[];
}

/** What `native/emulator/macros.mjs` found of Clang. */
export type ClangMacros = Readonly<
  Record<
    Side,
    {
      readonly predefined: readonly string[];
      /** Names that our headers undefine. */
      readonly removed: readonly string[];
      /** Names that macros of the system use in their text. */
      readonly used: readonly string[];
    }
  >
>;

/** Operators of Clang's preprocessor that gcc does not have. */
export const OPERATORS_OF_CLANG: readonly string[] = [
  '__has_feature',
  '__has_extension',
  '__has_warning',
  '__has_declspec_attribute',
  '__has_constexpr_builtin',
  '__has_c_attribute',
  '__has_embed',
  '__is_identifier',
  '__is_target_arch',
  '__is_target_vendor',
  '__is_target_os',
  '__is_target_environment',
  '__is_target_variant_os',
  '__is_target_variant_environment',
  '__building_module',
  '__MODULE__',
  '__FLT_EVAL_METHOD__',
];

/** Operators that both have, with other answers. */
export const ANSWERED: readonly string[] = ['__has_builtin', '__has_attribute', '__has_cpp_attribute'];

/** The moment of every compilation, for both compilers. */
export const MOMENT: readonly (readonly [name: string, text: string])[] = [
  ['__DATE__', '"Jan  1 2026"'],
  ['__TIME__', '"00:00:00"'],
  ['__TIMESTAMP__', '"Thu Jan  1 00:00:00 2026"'],
];

/** The operators' answers as macros: a name that is not in a table becomes an identifier without a definition, which is 0. */
export function answers({ builtins, attributes, standardAttributes }: NvccMacros): string {
  const table = (operator: string, values: readonly (readonly [string, number])[]) => [
    `#undef ${operator}`,
    `#define ${operator}(name) ${operator}_##name`,
    ...values.map(([name, value]) => `#define ${operator}_${name} ${value}`),
  ];
  return [
    ...table(
      '__has_builtin',
      builtins.map((name) => [name, 1]),
    ),
    ...table('__has_attribute', Object.entries(attributes)),
    ...table('__has_cpp_attribute', Object.entries(standardAttributes)),
    '',
  ].join('\n');
}

/** Definitions of a side by name, e.g. `__GNUC__` → `__GNUC__ 12`. */
export function definitionsOf({ texts }: NvccMacros, { defined }: Difference): Map<string, string> {
  return new Map(numbers(defined).map((number) => [nameOf(texts[number] ?? ''), texts[number] ?? '']));
}

export function nameOf(definition: string): string {
  return /^\w+/.exec(definition)?.[0] ?? '';
}

function numbers(ranges: string): number[] {
  return ranges.split(' ').flatMap((range) => {
    if (range === '') return [];
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/** What stands before a source's first line with nvcc. */
export function preludeOfNvcc(macros: NvccMacros, side: Side): string {
  const lines = [...definitionsOf(macros, macros.base[side]).values()].map((text) => `#define ${text}`);
  const moment = MOMENT.flatMap(([name, text]) => [`#undef ${name}`, `#define ${name} ${text}`]);
  const absent = OPERATORS_OF_CLANG.map((name) => `#undef ${name}`);
  return `${[...lines, ...moment, ...absent].join('\n')}\n${answers(macros)}`;
}

/** nvcc's headers: files with nothing but their macros. */
export function headersOfNvcc(macros: NvccMacros, side: Side): Tree {
  const tree: Tree = {};
  for (const name of Object.keys(macros.headers)) plantFile(tree, name.split('/'), headerText(macros, name, side));
  return tree;
}

function headerText(macros: NvccMacros, name: string, side: Side): string {
  const header = macros.headers[name];
  if (header === undefined) return '';
  if ('like' in header) return `#include <${header.like}>\n`;
  const { defined, removed = [] } = 'both' in header ? header.both : header[side];
  const lines = [
    ...numbers(defined).map((number) => `#define ${macros.texts[number]}`),
    ...removed.map((macro) => `#undef ${macro}`),
  ];
  if (name !== 'assert.h' && name !== 'cassert') return ['#pragma once', ...lines, ''].join('\n');
  // It may be included again and again, with and without NDEBUG.
  const active = [...macros.texts].find((text) => /^assert\(/.test(text)) ?? 'assert(expr) ((void)0)';
  const assert = ['#undef assert', '#ifdef NDEBUG', '#define assert(expr) (static_cast<void> (0))'];
  return [...lines, ...assert, '#else', `#define ${active}`, '#endif', ''].join('\n');
}

/** Adds a file to a tree, where there is none of its name. Folders that nvcc's list of headers names become folders. */
export function plantFile(tree: Tree, [name = '', ...rest]: readonly string[], text: string | Uint8Array): void {
  const entry = tree[name];
  if (rest.length === 0) {
    tree[name] ??= typeof text === 'string' ? new TextEncoder().encode(text) : text;
    return;
  }
  const folder: Tree = typeof entry === 'object' && !(entry instanceof Uint8Array) ? entry : {};
  tree[name] = folder;
  plantFile(folder, rest, text);
}

import { BEGIN, WORD } from '../platform/index.ts';
import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { codeOnly } from './code-only.ts';
import { plainPath } from './headers.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { commonFlags, filesOf, preludeOf, sourceNames } from './sources.ts';

/**
 * `long`, `size_t` and pointers have 32 bits here and 64 with nvcc. A condition that is constant because of such a size
 * leaves another program here than there. Clang compiles the source for the same machine with 64 bits as well: the
 * places in the source that have code in only one of the two depend on a size.
 */

const NARROW = 'wasm32-unknown-wasip1';
const WIDE = 'wasm64-unknown-wasip1';

/** A machine, and what a source finds there. */
interface World {
  readonly triple: string;
  /** Comes before the source. */
  readonly before: string;
  /** What a place depends on that has code in one world only. */
  readonly feature: string;
}

/** A file of its own. */
const FIRST = 'first.h';

const HERE: World = { triple: NARROW, before: '', feature: '' };
const WIDER: World = { ...HERE, triple: WIDE, feature: 'a condition on the size of long, size_t or a pointer' };
/** gcc, which compiles host code for nvcc, names functions in other words. */
const OTHER_NAMES: World = {
  ...HERE,
  before: `#define __PRETTY_FUNCTION__ "${'gcc '.repeat(50)}"\n`,
  feature: 'a condition on the text of __PRETTY_FUNCTION__',
};

/** Operands of `sizeof` with one size everywhere: numbers and CUDA's vectors, and what a pointer to an element leads to. */
const FIXED =
  /^\s*(?:const\s+)?(?:(?:unsigned|signed)(?:\s+(?:int|char|short|long\s+long))?|bool|char|short|int|long\s+long(?:\s+int)?|float|double|half|__half2?|__nv_bfloat162?|u?int(?:8|16|32|64)_t|(?:u?(?:char|short|int|longlong)|float|double)[1-4]|dim3|uint|uchar|ushort)\s*$/;
const SIZED = String.raw`(?:(?<!\blong\s+)long(?!\s+(?:long|double))|(?:std\s*::\s*)?s?size_t|ptrdiff_t|u?intptr_t|ulong)\b`;
const TELLING: readonly RegExp[] = [
  /\b(?:_?[Aa]lignof_?|__alignof__|alignas|offsetof|numeric_limits|is_same(?:_v)?|is_convertible\w*|conditional(?:_t)?|common_type\w*|decltype|__SIZE_TYPE__|__PTRDIFF_TYPE__|__INTPTR_TYPE__|__UINTPTR_TYPE__)\b/,
  /\b(?:U?LONG|S?SIZE|PTRDIFF|U?INTPTR|__LONG|__SIZE|__PTRDIFF|__U?INTPTR)_+(?:MAX|MIN|WIDTH|BIT)(?:__)?\b|\b__WORDSIZE\b/,
  /\b(?:0[xX][\da-fA-F']+|\d[\d']*)(?:[uU]?[lL]|[lL][uU])\b/,
  new RegExp(String.raw`\b(?:const|constexpr|enum|template|auto|using|typedef)\b[^;(){}]*?\b${SIZED}`),
  new RegExp(String.raw`\(\s*(?:unsigned\s+)?${SIZED}\s*\)\s*[-~!\d(]`),
  new RegExp(String.raw`\b(?:unsigned\s+)?${SIZED}\s*[>]?\s*[({]\s*[-~!\d]`),
];
const DEFINED = new RegExp(String.raw`${BEGIN}(${WORD}+)\s*\(([^(){};]*)\)\s*\{`, 'g');
const KEYWORD = /^(?:if|for|while|switch|catch|main)$/;

/** Can the source tell the size of such a type? A product with `sizeof(float)` cannot. */
export function mayTellSizes(source: SourceFile): boolean {
  return filesOf(source).some(({ text }) => {
    const code = codeOnly(text.replace(/\\[ \t]*\r?\n/g, ''));
    const operands = [...code.matchAll(/\bsizeof\b(?:\s*\.\.\.)?\s*(\(([^()]*)\))?/g)];
    if (operands.some(([, whole, operand = '']) => whole === undefined || !FIXED.test(operand))) return true;
    return TELLING.some((pattern) => pattern.test(code)) || overloadsSizes(code);
  });
}

/** Several functions have one name, and one of them takes such a type. */
function overloadsSizes(code: string): boolean {
  const definitions = [...code.matchAll(DEFINED)].filter(([, name = '']) => !KEYWORD.test(name));
  const sized = new RegExp(String.raw`\b${SIZED}`);
  return definitions.some(
    ([, name, parameters = '']) =>
      sized.test(parameters) && definitions.filter(([, other]) => other === name).length > 1,
  );
}

/** @returns an error at the first place that has code for one of the sizes only; none if there is no such place */
export function sizeConditions(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  side: 'host' | 'device',
): readonly Diagnostic[] {
  const others = [
    ...(mayTellSizes(source) ? [WIDER] : []),
    ...(filesOf(source).some(({ text }) => codeOnly(text).includes('__PRETTY_FUNCTION__')) ? [OTHER_NAMES] : []),
  ];
  if (others.length === 0) return [];
  const here = placesOfCode(clang, assets, source, side, HERE);
  for (const other of others) {
    const there = here && placesOfCode(clang, assets, source, side, other);
    if (!here || !there) continue;
    const differing = [
      ...[...here].filter((place) => !there.has(place)),
      ...[...there].filter((place) => !here.has(place)),
    ];
    const [first] = differing.map(parsePlace).sort((a, b) => a.line - b.line || a.column - b.column);
    if (first === undefined) continue;
    const { feature } = other;
    return [{ ...first, severity: 'error', message: feature, side, rule: 'unsupported-feature', detail: { feature } }];
  }
  return [];
}

/** Accesses, comparisons and calls: conversions and addresses are not the same for both sizes. */
const CODE =
  /^\s+(?:%[\w.]+ = )?(?:(?:tail |musttail )?call|load|store|[if]cmp|f(?:add|sub|mul|div|neg)|ret|switch|br i1)\b.*!dbg !(\d+)/gm;
const LOCATION = /^!(\d+) = (?:distinct )?!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: !(\d+)/gm;
const SCOPE = /^!(\d+) = (?:distinct )?!DI(?:Subprogram|LexicalBlock|LexicalBlockFile)\((.*)\)$/gm;
const FILE = /^!(\d+) = !DIFile\(filename: "([^"]*)"/gm;

/** The places of the submission that have code, as `file:line:column`; null if Clang refuses the source. */
function placesOfCode(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  side: 'host' | 'device',
  { triple, before }: World,
): ReadonlySet<string> | null {
  const prelude = preludeOf(assets, source, side, triple === NARROW ? 32 : 64);
  const common = commonFlags(assets, source).map((flag) => (flag === NARROW ? triple : flag));
  const flags = ['-w', '-debug-info-kind=line-tables-only', '-disable-llvm-passes', '-emit-llvm', '-o', '-'];
  const first = before === '' ? [] : ['-include', `/${FIRST}`];
  const args = [...common, ...assets.flags[side], ...flags, ...prelude.args, ...first, source.virtualName];
  const { code, output } = clang.run(['clang', '-cc1', ...args], { ...prelude.files, [FIRST]: before });
  if (code !== 0) return null;
  const ir = new TextDecoder().decode(output);
  const files = new Map([...ir.matchAll(FILE)].map(([, number = '', name = '']) => [number, plainPath(name)]));
  const scopes = new Map(
    [...ir.matchAll(SCOPE)].map(([, number = '', fields = '']) => [number, /file: !(\d+)/.exec(fields)?.[1] ?? '']),
  );
  const names = sourceNames(source);
  const locations = new Map<string, string>();
  for (const [, number = '', line = '', column = '0', scope = ''] of ir.matchAll(LOCATION)) {
    const name = names.get(files.get(scopes.get(scope) ?? '') ?? '');
    if (name !== undefined && line !== '0') locations.set(number, `${line}:${column}:${name}`);
  }
  const used = [...ir.matchAll(CODE)].flatMap(([, number = '']) => locations.get(number) ?? []);
  return new Set(used);
}

function parsePlace(place: string): { line: number; column: number; file: string } {
  const [line = '0', column = '0', ...file] = place.split(':');
  return { line: Number(line), column: Number(column), file: file.join(':') };
}

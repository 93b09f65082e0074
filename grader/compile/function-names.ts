import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { codeOnly } from './code-only.ts';
import { plainPath } from './headers.ts';
import type { SideOutcome } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { commonFlags, filesOf, preludeOf, sourceNames } from './sources.ts';

/**
 * gcc, which compiles host code for nvcc, has other words for the name of a function than Clang. A condition on their
 * length leaves another program here than there.
 */

const NAME = '__PRETTY_FUNCTION__';
const FEATURE = `a condition on the text of ${NAME}`;
/** A file of its own, before the source: other words for the name. */
const FIRST = 'first.h';
const OTHER_NAMES = `#define ${NAME} "${'gcc '.repeat(50)}"\n`;

/** Rejects a program in which a place has code for one of the two names only; what does not compile stays as it is. */
export function withoutNameConditions<Program>(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  side: 'host' | 'device',
  outcome: SideOutcome<Program>,
): SideOutcome<Program> {
  if (outcome.program === null || !filesOf(source).some(({ text }) => codeOnly(text).includes(NAME))) return outcome;
  const here = placesOfCode(clang, assets, source, side, '');
  const there = here && placesOfCode(clang, assets, source, side, OTHER_NAMES);
  if (!here || !there) return outcome;
  const [first] = [...differenceOf(here, there), ...differenceOf(there, here)]
    .map(parsePlace)
    .sort((a, b) => a.line - b.line || a.column - b.column);
  if (first === undefined) return outcome;
  const condition = {
    ...first,
    ...({ severity: 'error', message: FEATURE, side, rule: 'unsupported-feature' } as const),
    detail: { feature: FEATURE },
  };
  return { program: null, diagnostics: [...outcome.diagnostics, condition] };
}

/** Accesses, comparisons and calls. */
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
  before: string,
): ReadonlySet<string> | null {
  const prelude = preludeOf(assets, source, side);
  const flags = ['-w', '-debug-info-kind=line-tables-only', '-disable-llvm-passes', '-emit-llvm', '-o', '-'];
  const first = before === '' ? [] : ['-include', `/${FIRST}`];
  const args = [
    ...commonFlags(assets, source),
    ...assets.flags[side],
    ...flags,
    ...prelude.args,
    ...first,
    source.virtualName,
  ];
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

function differenceOf(here: ReadonlySet<string>, there: ReadonlySet<string>): string[] {
  return [...here].filter((place) => !there.has(place));
}

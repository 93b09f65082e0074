import { POINTER_BYTES, TRIPLE } from '../abi/index.ts';
import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { codeOnly } from './code-only.ts';
import { parseDiagnostics } from './diagnostics.ts';
import type { Diagnostic, SideOutcome } from './program.ts';
import { sizeConditions } from './size-conditions.ts';
import type { SourceFile } from './source-file.ts';
import { commonFlags, filesOf, preludeOf } from './sources.ts';
import { positionAt } from './text-position.ts';
import { DIAGNOSTIC_FLAGS } from './tools.ts';

/**
 * `long`, `size_t` and pointers have 32 bits here and 64 with nvcc. What Clang says of a source because of that is told
 * apart by asking it once more, for the same machine with 64 bits: only what it says for 32 alone is such a difference.
 */

type Side = 'host' | 'device';

const NARROW = TRIPLE;
const WIDE = 'wasm64-unknown-wasip1';

/** Compiles a side, and once more without what fails for want of 64 bits alone. */
export function compileForSizes<Program>(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  side: Side,
  compile: (source: SourceFile) => SideOutcome<Program>,
): SideOutcome<Program> {
  const outcome =
    POINTER_BYTES === 4
      ? compileWithDifferences(clang, assets, source, side, compile)
      : withoutSuspicions(compile(source));
  if (outcome.program === null) return outcome;
  const conditions = sizeConditions(clang, assets, source, side);
  if (conditions.length === 0) return outcome;
  return { program: null, diagnostics: withoutRepetition([...outcome.diagnostics, ...conditions]) };
}

function compileWithDifferences<Program>(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  side: Side,
  compile: (source: SourceFile) => SideOutcome<Program>,
): SideOutcome<Program> {
  const first = compile(source);
  const candidates = first.diagnostics.filter(mayDiffer);
  const written = side === 'host' ? writtenSizes(source) : [];
  if (candidates.length === 0) return withWritten(first, written);
  const wide = new Set(diagnosticsForWide(clang, assets, source, side).map(placeOf));
  const differs = (diagnostic: Diagnostic) => mayDiffer(diagnostic) && !wide.has(placeOf(diagnostic));
  const told = withoutRepetition(
    first.diagnostics.map((diagnostic) =>
      differs(diagnostic) ? differenceOf(diagnostic) : withoutSuspicion(diagnostic),
    ),
  );
  const without = withoutAssertions(source, first.diagnostics.filter(isAssertion).filter(differs));
  if (without === null || first.program !== null) return withWritten({ ...first, diagnostics: told }, written);
  const second = compile(without);
  const known = new Set(told.map(placeOf));
  const rest = second.diagnostics.filter((diagnostic) => !known.has(placeOf(diagnostic))).map(withoutSuspicion);
  return withWritten({ program: second.program, diagnostics: [...told, ...rest] }, written);
}

const ASSERTION = /^static assertion failed/;
const NARROWING = /cannot be narrowed to type/;
const isAssertion = ({ message }: Diagnostic) => ASSERTION.test(message);

function mayDiffer({ severity, message, rule }: Diagnostic): boolean {
  return rule === 'size-difference' || (severity === 'error' && (ASSERTION.test(message) || NARROWING.test(message)));
}

/** Types are told differently for the two machines, so the words are no part of it. */
function placeOf({ file, line, column, flag, message }: Diagnostic): string {
  return [file, line, column, flag ?? message.slice(0, 12)].join(':');
}

function differenceOf(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.severity === 'error' && !isAssertion(diagnostic)) {
    return { ...diagnostic, rule: 'unsupported-feature', detail: { feature: 'a long or size_t of 64 bits' } };
  }
  return { ...diagnostic, severity: 'warning', rule: 'size-difference' };
}

/** What is refused is not warned of as well. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ file, line, column }: Diagnostic) => `${file}:${line}:${column}`;
  const refused = new Set(diagnostics.filter(({ rule }) => rule === 'unsupported-feature').map(place));
  return diagnostics.filter((diagnostic) => diagnostic.rule !== 'size-difference' || !refused.has(place(diagnostic)));
}

function withoutSuspicions<Program>(outcome: SideOutcome<Program>): SideOutcome<Program> {
  return { ...outcome, diagnostics: outcome.diagnostics.map(withoutSuspicion) };
}

/** A warning that is true for 64 bits too is one like others. */
function withoutSuspicion(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.rule === 'size-difference' ? { ...diagnostic, rule: null } : diagnostic;
}

function diagnosticsForWide(clang: Clang, assets: Assets, source: SourceFile, side: Side): readonly Diagnostic[] {
  const prelude = preludeOf(assets, source, side, 64);
  const common = commonFlags(assets, source).map((flag) => (flag === NARROW ? WIDE : flag));
  const args = [...common, ...assets.flags[side], ...DIAGNOSTIC_FLAGS, ...prelude.args, '-fsyntax-only'];
  const { log } = clang.run(['clang', '-cc1', ...args, source.virtualName], prelude.files);
  return parseDiagnostics(log, source, side);
}

/** @returns the source with these assertions blanked; null where one of them cannot be found, or there is none */
function withoutAssertions(source: SourceFile, assertions: readonly Diagnostic[]): SourceFile | null {
  const own = assertions.filter(({ file }) => file === source.fileName);
  if (own.length === 0 || own.length < assertions.length) return null;
  let { text } = source;
  for (const { line, column } of own) {
    const code = codeOnly(text);
    const lines = code.split('\n');
    const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
    const from = code.lastIndexOf('static_assert', at);
    const to = code.indexOf(';', at);
    if (from < 0 || to < 0 || /[;{}]/.test(code.slice(from, at))) return null;
    text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
  }
  return { ...source, text };
}

const DIFFERING = String.raw`(?:unsigned\s+|signed\s+)?long(?:\s+unsigned)?(?:\s+int)?|(?:std\s*::\s*)?(?:s?size_t|ptrdiff_t)|[\w:\s]+?\*+`;
const SIZEOF = new RegExp(String.raw`\bsizeof\s*\(\s*(${DIFFERING})\s*\)`, 'g');
const COMPARED_AFTER = /^\s*(?:[=!]=|[<>]=?(?![<>]))/;
const COMPARED_BEFORE = /(?:[=!]=|(?<![<>-])[<>]=?)\s*$/;
const AS_BITS = /^\s*\*\s*(?:8|CHAR_BIT)\b/;
const PRINTED =
  /(?:\bf?printf\s*\([^;]*,|\bstd\s*::\s*c(?:out|err)\b[^;]*<<|\bc(?:out|err)\s*<<[^;]*?|<<)\s*(?:\(\s*\w+(?:\s+\w+)*\s*\)\s*)?$/;

/**
 * `sizeof` of such a type where it is compared, printed or counted in bits. As a number of bytes to allocate or to copy
 * it is right on both machines.
 */
function writtenSizes(source: SourceFile): Diagnostic[] {
  return filesOf(source).flatMap(({ name, text }) => {
    const code = codeOnly(text);
    return [...code.matchAll(SIZEOF)]
      .filter(({ 0: whole, index }) => {
        const before = code.slice(Math.max(0, index - 200), index);
        const after = code.slice(index + whole.length);
        return (
          COMPARED_AFTER.test(after) || AS_BITS.test(after) || COMPARED_BEFORE.test(before) || PRINTED.test(before)
        );
      })
      .map(({ 0: whole, index }) => {
        const { line, column } = positionAt(text, index, name);
        const message = `${whole.replace(/\s+/g, ' ')} is 4 here, and 8 with nvcc`;
        return { severity: 'warning', message, file: name, line, column, side: 'host', rule: 'size-difference' };
      });
  });
}

/** Of a line that is told already nothing is said again. */
function withWritten<Program>(outcome: SideOutcome<Program>, written: readonly Diagnostic[]): SideOutcome<Program> {
  const told = new Set(
    outcome.diagnostics.filter(({ rule }) => rule === 'size-difference').map(({ file, line }) => `${file}:${line}`),
  );
  const others = written.filter(({ file, line }) => !told.has(`${file}:${line}`));
  return others.length === 0 ? outcome : { ...outcome, diagnostics: [...outcome.diagnostics, ...others] };
}

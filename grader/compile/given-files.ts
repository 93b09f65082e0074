import { definitions } from './definitions.ts';
import { whereNamed } from './link.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { readModule } from './verify/index.ts';

/** The symbols of `main`, by its parameters. */
const MAIN = new Set(['main', '__main_void', '__main_argc_argv', '__original_main']);

/**
 * Finds what takes the place of a given file: another source defines `main`, or a function of a library that given files
 * call. Then the given files would not do what they say.
 * @param objects - of the sources, in their order
 * @param absentIn - returns the symbols that neither these objects nor the libraries define
 */
export function takenFromGiven(
  sources: readonly SourceFile[],
  objects: readonly Uint8Array[],
  absentIn: (given: readonly Uint8Array[]) => ReadonlySet<string>,
): Diagnostic | null {
  const all = sources.map((source, index) => ({ source, object: objects[index] ?? new Uint8Array() }));
  const given = all.filter(({ source }) => source.given).map(({ object }) => object);
  const wanted = new Set(given.flatMap((object) => symbolsOf(object, true)));
  for (const { source, object } of all) {
    if (source.given) continue;
    const defined = symbolsOf(object, false);
    if (defined.some((name) => MAIN.has(name)))
      return refusal(source, 'main', 'the exercise gives `main`', 'given-main');
    // Names of C++ are never those of the C library.
    const candidates = defined.filter((name) => wanted.has(name) && !name.startsWith('_Z'));
    if (candidates.length === 0) continue;
    const absent = absentIn(given);
    const taken = candidates.find((name) => !absent.has(name));
    if (taken !== undefined) {
      return refusal(source, taken, `given files call the C library's \`${taken}\``, 'given-library');
    }
  }
  return null;
}

/** Returns the functions and variables that an object defines, or that it needs from others. */
function symbolsOf(object: Uint8Array, isUndefined: boolean): string[] {
  return readModule(object)
    .symbols.filter(
      ({ kind, ...symbol }) => (kind === 'function' || kind === 'data') && symbol.isUndefined === isUndefined,
    )
    .map(({ name }) => name);
}

function refusal(source: SourceFile, name: string, message: string, hint: string): Diagnostic {
  const [definition] = definitions(source.text, name);
  const place = definition
    ? { file: source.fileName, line: definition.line, column: definition.column }
    : whereNamed({ ...source, others: [] }, name);
  return { severity: 'error', message, ...place, side: 'host', rule: 'compile-error', detail: { hint } };
}

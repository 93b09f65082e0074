import { codeOnly } from './code-only.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { filesOf } from './sources.ts';
import { positionAt } from './text-position.ts';
import { readModule } from './verify/index.ts';

/** The function of the C library that every way to start a thread calls, by either of its names. */
const STARTS_THREADS = /^(?:__)?pthread_create$/;

/** Ways to start one. What only asks or waits (`std::thread::hardware_concurrency`, `std::this_thread`) is none. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/\bstd\s*::\s*j?thread\b(?!\s*::)/, 'std::thread'],
  [/\bstd\s*::\s*async\b/, 'std::async'],
  [/\bpthread_create\b/, 'pthread_create'],
  [/\bthread\s+[\w\u0080-\uffff]+\s*[({]|<\s*thread\s*>\s*\w/, 'std::thread'],
  [/\basync\s*\(/, 'std::async'],
];

/**
 * Host code has one thread: a program that starts more could only be stopped half-way. A function that starts one and that
 * nothing calls does not matter, because the linker leaves it out.
 * @param linked - the module that the linker made, with the names of its functions
 * @param sources - all sources of the program
 */
export function hostThreads(linked: Uint8Array, sources: readonly SourceFile[]): Diagnostic | null {
  if (!new TextDecoder('latin1').decode(linked).includes('pthread_create')) return null;
  if (![...readModule(linked).names.values()].some((name) => STARTS_THREADS.test(name))) return null;
  const { feature, ...place } = whereStarted(sources);
  return {
    ...place,
    severity: 'error',
    message: `host code starts threads with ${feature}`,
    side: 'host',
    rule: 'unsupported-feature',
    detail: { feature, hint: 'unsupported-feature' },
  };
}

function whereStarted(
  sources: readonly SourceFile[],
): Pick<Diagnostic, 'file' | 'line' | 'column'> & { feature: string } {
  for (const [pattern, feature] of WAYS) {
    for (const { text, name } of sources.flatMap(filesOf)) {
      const index = codeOnly(text).search(pattern);
      if (index >= 0) return { feature, ...positionAt(text, index, name) };
    }
  }
  return { feature: 'std::thread', file: sources[0]?.fileName ?? '', line: 0, column: 0 };
}

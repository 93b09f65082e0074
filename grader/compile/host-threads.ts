import { codeOnly } from './code-only.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { filesOf } from './sources.ts';
import { positionAt } from './text-position.ts';

/** What every way to start a thread comes to in the end. */
const STARTS_THREADS = 'pthread_create';

/** Ways to start one. What only asks or waits (`std::thread::hardware_concurrency`, `std::this_thread`) is none. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/\bstd\s*::\s*j?thread\b(?!\s*::)/, 'std::thread'],
  [/\bstd\s*::\s*async\b/, 'std::async'],
  [/\bpthread_create\b/, 'pthread_create'],
  [/\bthread\s+[\w\u0080-\uffff]+\s*[({]|<\s*thread\s*>\s*\w/, 'std::thread'],
  [/\basync\s*\(/, 'std::async'],
];

/** Host code has one thread: one that would start more could only be stopped half-way. @param object - as compiled */
export function hostThreads(object: Uint8Array, source: SourceFile): Diagnostic | null {
  if (!new TextDecoder('latin1').decode(object).includes(STARTS_THREADS)) return null;
  const { feature, ...place } = whereStarted(source);
  return {
    ...place,
    severity: 'error',
    message: `${feature} starts threads of the host`,
    side: 'host',
    rule: 'unsupported-feature',
    detail: { feature, hint: 'unsupported-feature' },
  };
}

function whereStarted(source: SourceFile): Pick<Diagnostic, 'file' | 'line' | 'column'> & { feature: string } {
  for (const [pattern, feature] of WAYS) {
    for (const { text, name } of filesOf(source)) {
      const index = codeOnly(text).search(pattern);
      if (index >= 0) return { feature, ...positionAt(text, index, name) };
    }
  }
  return { feature: 'std::thread', file: source.fileName, line: 0, column: 0 };
}

import type { CompareBackend } from '../../grader/compare/backend.ts';
import { loadNative } from '../../grader/compare/native.ts';
import { twin } from '../../grader/compare/twin.ts';

/** Both forms of the arithmetic; the native one is null where it is not built. */
export const native: CompareBackend | null = loadNative();
export const BACKENDS: readonly { name: string; backend: CompareBackend | null }[] = [
  { name: 'twin', backend: twin },
  { name: 'native', backend: native },
];

/** @returns why the tests of this backend cannot run here, or false */
export function unavailable(backend: CompareBackend | null): string | false {
  return (
    backend === null && 'the native addon is not built here (or GRADE_NATIVE=off): node scripts/install-native.mjs'
  );
}

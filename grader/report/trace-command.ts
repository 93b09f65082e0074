import { shellWord } from '../platform/index.ts';
import type { Finding } from '../result/index.ts';
import type { ReportInput } from './model.ts';

/**
 * Returns the command that opens a recording at the thread of a finding; `null` if the finding has no thread, or its case
 * is not one that the assignment lists.
 */
export function traceCommand(
  { line, kernel, block, thread, case: name }: Finding,
  { result, tracedCases }: Pick<ReportInput, 'result' | 'tracedCases'>,
): string | null {
  if (line === undefined || !kernel || !block || !thread || name === undefined) return null;
  if (!tracedCases?.has(name)) return null;
  const { assignment, submission } = result;
  const options = [`--case ${shellWord(name)}`, `--block ${block.join(',')}`, `--thread ${thread.join(',')}`];
  return ['grade trace', shellWord(assignment), shellWord(submission.file), ...options].join(' ');
}

import type { SourcePosition } from '../compile/index.ts';
import type { DetailOf } from '../result/index.ts';
import type { CaseEvidence, OutputEvidence } from './evidence.ts';

/** What explains an output in host memory by its copies. */
export type TransferProblem = Pick<
  DetailOf<'copied-back'>,
  'problem' | 'call' | 'callLine' | 'bytes' | 'isElementCount'
>;

/** What is wrong with the copies into an output, and the copy that shows it. */
export interface FoundTransfer {
  readonly problem: TransferProblem;
  /** null if no copy can be shown. */
  readonly position: SourcePosition | null;
}

/** True if host code has the results of an output, and no call copies them straight into it. */
export function isMovedByHost({ run }: CaseEvidence, name: string): boolean {
  return run.outputs.find((output) => output.name === name)?.copiedBack?.bytes === 0;
}

/** Returns what is wrong with the copies into an output in host memory; null if they do not explain what is wrong. */
export function transferProblem(
  { run, visible }: CaseEvidence,
  { name, elements, comparison }: OutputEvidence,
  kind: 'unwritten-output' | 'wrong-output',
): FoundTransfer | null {
  const output = run.outputs.find((candidate) => candidate.name === name);
  const back = output?.copiedBack;
  if (!output || !back) return null;
  const { position } = back;
  const bytes = output.bytes.length;
  const isPartial = back.bytes < bytes;
  if (back.bytes === 0) {
    // Host code can move results into an output from other memory.
    if (kind === 'wrong-output' || comparison.unwritten < comparison.checked) return null;
    const failed = run.apiErrors.findLast(({ call }) => call.startsWith('cudaMemcpy'));
    const problem: TransferProblem = failed
      ? {
          problem: 'copy-failed',
          call: failed.call,
          ...(failed.position && { callLine: failed.position.line }),
        }
      : { problem: 'never-copied' };
    return { problem, position: failed?.position ?? null };
  }
  if (kind === 'unwritten-output' && isPartial)
    return {
      problem: {
        problem: 'too-few-bytes',
        ...(visible && { bytes: { copied: back.bytes, of: bytes } }),
        isElementCount: back.bytes * (bytes / elements) === bytes,
      },
      position,
    };
  if (run.launches.length === 0) return null;
  if (back.tooEarly && (kind === 'wrong-output' ? back.kernelBytes === 0 : back.unwrittenBytes > 0))
    return { problem: { problem: 'too-early' }, position };
  if (kind === 'wrong-output' && back.kernelBytes === 0) return { problem: { problem: 'not-from-kernels' }, position };
  return null;
}

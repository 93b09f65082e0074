import type { SourcePosition } from '../compile/index.ts';
import type { TransferProblem } from '../wording/index.ts';
import type { CaseEvidence, OutputEvidence } from './evidence.ts';

/** What is wrong with the copies into an output, and the copy that shows it. */
export interface FoundTransfer {
  readonly problem: TransferProblem;
  /** null where no copy can be shown. */
  readonly position: SourcePosition | null;
}

/** Do the copies into an output in host memory explain what is wrong with it? null where they do not, and on the device. */
export function transferProblem(
  { run }: CaseEvidence,
  { name, elements }: OutputEvidence,
  kind: 'unwritten-output' | 'wrong-output',
): FoundTransfer | null {
  const output = run.outputs.find((candidate) => candidate.name === name);
  const back = output?.copiedBack;
  if (!output || !back) return null;
  const { position } = back;
  const bytes = output.bytes.length;
  const isPartial = back.bytes < bytes;
  if (kind === 'unwritten-output' && back.bytes === 0) {
    const failed = run.apiErrors.findLast(({ call }) => call.startsWith('cudaMemcpy'));
    const problem: TransferProblem = failed
      ? { kind: 'copy-failed', call: failed.call, line: failed.position?.line ?? null }
      : { kind: 'never-copied' };
    return { problem, position: failed?.position ?? null };
  }
  if (kind === 'unwritten-output' && isPartial)
    return {
      problem: { kind: 'too-few-bytes', copied: back.bytes, bytes, elementBytes: bytes / elements },
      position,
    };
  if (run.launches.length === 0 || back.bytes === 0) return null;
  if (back.tooEarly && (kind === 'wrong-output' ? back.kernelBytes === 0 : back.unwrittenBytes > 0))
    return { problem: { kind: 'too-early' }, position };
  if (kind === 'wrong-output' && back.kernelBytes === 0) return { problem: { kind: 'not-from-kernels' }, position };
  return null;
}

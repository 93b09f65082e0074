import { plural as wordPlural } from './text.ts';

/** The parts of sentences on the page that steps through a recorded kernel. What is in braces is filled in there. */
export const KERNEL_TRACE_WORDS = {
  line: 'Line {line} of {function}: {lanes} of warp {warp} run it.',
  barrier: '{threads} of the block have reached the barrier. Each thread now sees the writes of the others.',
  grid: '{threads} of the block have reached the barrier of the grid.',
  reads: 'reads',
  writes: 'writes',
  updates: 'updates atomically',
  outside: 'outside of the array',
  sectors: '{requests} of this warp take {sectors} of 32 bytes; at least {least}',
  banks: '{requests} of this warp take {cycles} of shared memory; {conflicts}',
} as const;

export interface TraceStart {
  readonly kernel: string;
  readonly block: string;
  readonly blocks: number;
  readonly threads: number;
  readonly about: string;
}

export function wordTraceStart({ kernel, block, blocks, threads, about }: TraceStart): string {
  return `${kernel}: block ${block} of ${wordPlural(blocks, 'block')} with ${wordPlural(threads, 'thread')}. ${about}.`;
}

/** Words that a recording comes from another build than the one that is judged. */
export function wordTraceBuild(): string {
  return 'This recording comes from a second build, in which nothing moves from one line to another. The judged build is optimized.';
}

/** Words the part of a recording that a page leaves out; `null` if it leaves out nothing. */
export function wordTraceWindow(skipped: number, isCut: boolean): string | null {
  if (skipped === 0 && !isCut) return null;
  const before = skipped > 0 ? `${wordPlural(skipped, 'step')} before the first one` : null;
  const after = isCut ? 'the steps after the last one' : null;
  return `The kernel is long. This page leaves out ${[before, after].filter(Boolean).join(' and ')}.`;
}

/** Words a finding that a recording shows. */
export function wordTraceShown(rule: string, thread: string, line: number): string {
  return `${rule}: thread ${thread} at line ${line}. The recording opens there.`;
}

/** Words a finding of the judged build that a recording does not show. */
export function wordTraceNotShown(rule: string, thread: string | null, line: number): string {
  const who = thread === null ? `line ${line}` : `thread ${thread} at line ${line}`;
  return `${rule}: ${who}. This recording does not show the same thread, line and element, so the variables here can differ from those of the judged run.`;
}

/** Words the command that shows the thread of a finding. */
export function wordTraceCommand(command: string): string {
  return `See this thread: ${command}`;
}

/** Words that no launch has the block that is asked for. */
export function wordNoSuchBlock(block: string, kernels: readonly string[]): string {
  const launched = kernels.length > 0 ? `Launched: ${kernels.join(', ')}.` : 'The program launches no kernel.';
  return `No launch has block ${block}. ${launched}`;
}

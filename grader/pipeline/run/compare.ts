import type { Difference } from '../../explain/index.ts';
import type { ProgramFinding, Rule, RunResultJson } from '../../result/index.ts';

/** The rules that tools of compute-sanitizer look for. */
const OF_TOOLS: ReadonlySet<Rule> = new Set<Rule>([
  'out-of-bounds-read',
  'out-of-bounds-write',
  'shared-out-of-bounds',
  'local-out-of-bounds',
  'misaligned-access',
  'uninitialized-read',
  'shared-race',
  'barrier-divergence',
  'double-free',
  'stack-overflow',
  'launch-error',
  'leak',
]);

/** Reads that a tool and the emulator call by different names at the same place. */
const SAME: Readonly<Partial<Record<Rule, Rule>>> = {
  'use-after-free': 'out-of-bounds-read',
  'out-of-bounds-write': 'out-of-bounds-read',
};

/** Finds where two runs of one program disagree: the first differing line of each output, the status, the findings. */
export function compareRuns(gpu: RunResultJson, emulator: RunResultJson): Difference[] {
  const differences: Difference[] = [];
  for (const kind of ['stdout', 'stderr'] as const) {
    const line = firstDifference(gpu[kind], emulator[kind]);
    if (line) differences.push({ kind, ...line });
  }
  if (gpu.exitCode !== emulator.exitCode)
    differences.push({ kind: 'exit-status', gpu: gpu.exitCode, emulator: emulator.exitCode });
  return [
    ...differences,
    ...onlyIn('gpu', errorsOf(gpu), errorsOf(emulator)),
    ...onlyIn('emulator', errorsOf(emulator), errorsOf(gpu)),
  ];
}

function firstDifference(
  gpu: string,
  emulator: string,
): { readonly line: number; readonly gpu: string | null; readonly emulator: string | null } | null {
  if (gpu === emulator) return null;
  const [ours, theirs] = [gpu, emulator].map((text) => text.split('\n'));
  const length = Math.max(ours?.length ?? 0, theirs?.length ?? 0);
  for (let at = 0; at < length; at++) {
    const [one = null, other = null] = [ours?.[at], theirs?.[at]];
    if (one !== other) return { line: at + 1, gpu: one, emulator: other };
  }
  return null;
}

function errorsOf({ findings }: RunResultJson): ProgramFinding[] {
  return findings.filter(({ severity }) => severity === 'error');
}

function onlyIn(
  only: 'gpu' | 'emulator',
  some: readonly ProgramFinding[],
  others: readonly ProgramFinding[],
): Difference[] {
  const missing = some.filter((finding) => !others.some((other) => isSame(finding, other)));
  const named = new Map(missing.map((finding) => [`${finding.rule} ${finding.line ?? ''}`, finding]));
  return [...named.values()].map(({ rule, line = null }) => ({
    kind: 'finding',
    only,
    rule,
    line,
    isOfTools: OF_TOOLS.has(rule),
  }));
}

/** A tool has no line for host code, and may name either end of a race. */
function isSame(one: ProgramFinding, other: ProgramFinding): boolean {
  if ((SAME[one.rule] ?? one.rule) !== (SAME[other.rule] ?? other.rule)) return false;
  const [lines, others] = [one, other].map(({ line, related = [] }) =>
    [line, ...related.map((end) => end.line)].filter((at) => at !== undefined),
  );
  if (!lines?.length || !others?.length) return true;
  return lines.some((line) => others.includes(line));
}

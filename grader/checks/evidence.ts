import type { CompileResult } from '../compile/index.ts';
import type { RunResult } from '../record/index.ts';
import type { CheckId, Finding } from '../result/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import type { Comparison } from './compare/index.ts';

/** One case after its run: what came back and how the outputs compare. Everything a check may look at. */
export interface CaseEvidence {
  readonly name: string;
  readonly visible: boolean;
  /** Value of each integer scalar parameter. */
  readonly dims: Readonly<Record<string, number>>;
  readonly run: RunResult;
  readonly outputs: readonly OutputEvidence[];
}

export interface OutputEvidence {
  readonly name: string;
  /** Extents, slowest first. */
  readonly shape: readonly number[];
  readonly comparison: Comparison;
  /** Elements that a kernel of the submission stored, every byte of them. */
  readonly writtenByKernels: number;
  readonly elements: number;
}

/** What the reference kernel of the assignment needs on the case where technique is judged. */
export interface BaselineEvidence {
  readonly globalLoadSectors: number;
}

export interface Evidence {
  readonly spec: AssignmentSpec;
  readonly fileName: string;
  readonly source: string;
  readonly compiled: CompileResult;
  /** In the order of the spec, hidden ones last. Empty where nothing was run. */
  readonly cases: readonly CaseEvidence[];
  /** Name of the case where technique is judged: the largest. */
  readonly techniqueCase: string | null;
  readonly baseline: BaselineEvidence | null;
}

/** What a check decided, before points. */
export interface CheckOutcome {
  readonly id: CheckId;
  readonly status: 'passed' | 'failed' | 'skipped' | 'error';
  /** Why it was skipped: the student's doing costs its points, this machine's does not. */
  readonly skippedBy: 'student' | 'machine' | null;
  readonly summary: string;
  readonly findings: readonly Finding[];
}

import type { AssignmentSpec } from '../spec/index.ts';
import type { Pack } from './site.ts';

/** All that a browser needs to know of an assignment: no accepted submission is in it. */
export interface PlaygroundAssignment {
  readonly spec: AssignmentSpec;
  /** Name that a submission has in findings. */
  readonly fileName: string;
  readonly starter: string;
  /** Markdown. */
  readonly handout: string;
  /** Files that the handout links to or shows. */
  readonly attachments: Pack;
  /** What grading reads of the assignment's folder. */
  readonly files: Pack;
  /** Address of the script with the translated `simulator.ts`, relative to the page; null if grading needs none. */
  readonly simulator: string | null;
}

import type { PlaygroundAssignment } from '../assignment.ts';
import type { EngineParts } from '../site.ts';

/** From the page to the worker that grades. */
export type GradingRequest =
  /**
   * Loads the compiler before anything is graded. `base`: the address of the page, to which addresses of
   * files are relative; `workers`: the port of the page's `WorkerHost`.
   */
  | { readonly kind: 'start'; readonly base: string; readonly engine: EngineParts; readonly workers: MessagePort }
  | {
      readonly kind: 'grade';
      readonly id: number;
      readonly assignment: PlaygroundAssignment;
      /** The program as the student wrote it. */
      readonly source: string;
      /** The name in findings; its ending tells the language. */
      readonly fileName: string;
      readonly seed: string;
    }
  | { readonly kind: 'cancel' };

/** From it to the page. */
export type GradingResponse =
  /** Bytes as they are transferred, of all that is needed now. */
  | { readonly kind: 'loading'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'progress';
      readonly id: number;
      readonly stage: Stage;
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly kind: 'graded';
      readonly id: number;
      readonly json: string;
      readonly html: string;
      /** The verdict in a sentence. */
      readonly words: string;
      /** A sentence on a choice that was made; null if there was none. */
      readonly note: string | null;
    }
  /** After `graded`: the line that decides, in a sentence. */
  | { readonly kind: 'decided'; readonly id: number; readonly words: string }
  /** What is wrong with the text that was given, in words: nothing was graded. */
  | { readonly kind: 'refused'; readonly id: number; readonly message: string; readonly details: readonly string[] }
  | { readonly kind: 'cancelled'; readonly id: number }
  /** The playground itself failed, never the student. `id` is null where that was while it loaded. */
  | {
      readonly kind: 'failed';
      readonly id: number | null;
      readonly message: string;
      readonly details: readonly string[];
    };

export type Stage = 'compile' | 'run' | 'judge';

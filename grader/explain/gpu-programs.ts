import { number } from './text.ts';

/** Sentences about a program with a `main` that ran on a GPU (`grade run --target gpu`). */

/** @param before - users of the GPU before this one */
export function wordQueue(before: number, expectedMs: number): string {
  return `waiting for the GPU: ${before} before you, about ${Math.max(1, Math.round(expectedMs / 1000))} s`;
}

/** A tool that was stopped before its end. */
export function wordUnfinishedTool(tool: string, limit: 'time' | 'memory' | 'output'): string {
  return `compute-sanitizer (${tool}) reached its limit of ${limit}, and its findings are missing.`;
}

export type Difference =
  | {
      readonly kind: 'stdout' | 'stderr';
      /** The first line that differs, counted from 1. */
      readonly line: number;
      /** `null` if the output ends before. */
      readonly gpu: string | null;
      readonly emulator: string | null;
    }
  | { readonly kind: 'exit-status'; readonly gpu: number | null; readonly emulator: number | null }
  | {
      readonly kind: 'finding';
      readonly only: 'gpu' | 'emulator';
      readonly rule: string;
      readonly line: number | null;
      /** A tool of compute-sanitizer looks for this. */
      readonly isOfTools: boolean;
    };

/** One place where the emulator and the GPU disagree about a program. */
export function wordDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'exit-status':
      return `The exit status is ${status(difference.gpu)} on the GPU and ${status(difference.emulator)} on the emulator.`;
    case 'finding': {
      const { only, rule, line, isOfTools } = difference;
      const where = line === null ? '' : ` in line ${number(line)}`;
      if (only === 'gpu') return `Only compute-sanitizer reports ${rule}${where}.`;
      return `Only the emulator reports ${rule}${where}.${isOfTools ? '' : ' No tool of compute-sanitizer looks for this.'}`;
    }
    default: {
      const { kind, line, gpu, emulator } = difference;
      return `Line ${number(line)} of ${kind} is ${quoted(gpu)} on the GPU and ${quoted(emulator)} on the emulator.`;
    }
  }
}

export function wordAgreement(): string {
  return 'The GPU and the emulator agree on output, exit status and findings.';
}

function status(value: number | null): string {
  return value === null ? 'missing' : String(value);
}

const SHOWN = 80;

function quoted(text: string | null): string {
  if (text === null) return 'missing';
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

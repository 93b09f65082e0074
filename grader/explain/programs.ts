import type { Diagnostic } from '../compile/index.ts';
import type { HostOutcome } from '../host/index.ts';
import type { Finding } from '../result/index.ts';
import { wordDiagnostic } from './diagnostics.ts';
import { wordHostOutcome } from './outcomes.ts';
import { number, type Words } from './text.ts';

/** Sentences about a program with a `main`, where those about a submission would speak of an exercise. */

const HINTS: Readonly<Record<string, string>> = {
  'missing-header':
    'Headers of CUDA and of the C++ library are available, and files next to the program that it includes in quotes. For other headers, name their folder with --include DIR.',
  'inline-assembly': 'Inline assembly and PTX are for the GPU alone. Is there an intrinsic that does the same?',
  'reserved-name': 'Names that begin with __emu_ or llvm. belong to the emulator and to its compiler. Choose another.',
  'wasm-intrinsic': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this emulator runs it.',
  'wasm-linkage': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this emulator runs it.',
};

/** A message of the compiler about a program. */
export function wordProgramDiagnostic(diagnostic: Diagnostic): Words {
  const words = wordDiagnostic(diagnostic);
  const hint = HINTS[diagnostic.detail?.hint ?? ''] ?? words.hint;
  switch (diagnostic.rule) {
    case 'unsupported-feature':
      return {
        message: `This uses ${diagnostic.detail?.feature ?? 'a feature'}, which the emulator cannot run.`,
        hint: formsHint(diagnostic.detail?.expected),
      };
    case 'policy-violation':
      return { message: `The emulator does not accept this: ${diagnostic.message}.`, hint };
    default:
      return { ...words, hint };
  }
}

/** Most instructions have few forms; of add there are two dozen. */
const FORMS = 12;

/** @param understood - the forms of a PTX instruction that there are, with spaces between */
function formsHint(understood: string | undefined): string | null {
  if (understood === undefined) return null;
  const forms = understood.split(' ');
  const more = forms.length > FORMS ? `, and ${number(forms.length - FORMS)} more` : '';
  return `The emulator has these forms of the instruction: ${forms.slice(0, FORMS).join(', ')}${more}.`;
}

/** What a limit of a run is, in the unit that people give it in. */
export interface ProgramLimits {
  readonly wallMs: number;
  readonly hostMemoryBytes: number;
  readonly outputBytes: number;
  readonly launches: number;
}

/** How a program ended that did not come to its own end. */
export function wordProgramEnd(host: HostOutcome, limits: ProgramLimits): Words {
  if (host.status !== 'stopped') return wordHostOutcome(host);
  switch (host.limit) {
    case 'wall':
      return {
        message: `The program was still running after ${number(limits.wallMs / 1000)} s and was stopped.`,
        hint: 'Which loop does not end? If the program needs more time, allow it with --timeout SECONDS.',
      };
    case 'memory':
      return {
        message: `Host code needs more than the ${number(limits.hostMemoryBytes / 2 ** 20)} MiB of memory that it can have.`,
        hint: 'How large are the allocations together? Free each one after its last use.',
      };
    case 'output':
      return {
        message: `The program prints more than ${number(limits.outputBytes / 2 ** 20)} MiB, and was stopped.`,
        hint: 'Which line prints in a loop or from every thread?',
      };
    case 'launches':
      return {
        message: `The program launches more than ${number(limits.launches)} kernels, and was stopped.`,
        hint: 'One launch can do the work of many. What differs between these launches?',
      };
    default:
      return wordHostOutcome(host);
  }
}

/** Who did it and how often: `kernel tiled, block (0,0,0), thread (3,0,0), 12 times`. */
export function wordOccurrence({ kernel, block, thread, count }: Omit<Finding, 'case'>): string {
  return [
    kernel && `kernel ${kernel}`,
    block && `block (${block.join(',')})`,
    thread && `thread (${thread.join(',')})`,
    count !== undefined && count > 1 && `${number(count)} times`,
  ]
    .filter((part) => part)
    .join(', ');
}

/** Files that a program wrote in memory. */
export function wordWrittenFiles(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const what =
    others.length === 0 ? JSON.stringify(first) : `${JSON.stringify(first)} and ${number(others.length)} more`;
  return `The program wrote ${what}in memory only. Nothing was written to this machine, and the contents are lost.`;
}

/** A file that the program asked for in vain. */
export function wordRefusedFile(path: string): string {
  return `The program cannot read the file ${JSON.stringify(path)}, because no --dir option names a folder that contains it.`;
}

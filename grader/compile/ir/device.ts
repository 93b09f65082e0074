import type { Diagnostic, Kernel, Site, SharedArray, DeviceVariable } from '../program.ts';
import { callGraph, reaching } from './calls.ts';
import { parseDebugInfo } from './debug.ts';
import { readGlobals } from './globals.ts';
import { Instrumenter } from './instrument.ts';
import { readKernels, SUSPENDING } from './kernels.ts';
import { parseModule, quote } from './module.ts';
import { SHARED_BYTES } from './raw.ts';
import { refuse } from './refuse.ts';

export interface InstrumentedDevice {
  /** IR ready for code generation. */
  readonly ir: string;
  readonly sites: readonly Site[];
  readonly kernels: readonly Kernel[];
  readonly sharedArrays: readonly SharedArray[];
  readonly variables: readonly DeviceVariable[];
  /** Some function waits for other threads. */
  readonly suspends: boolean;
  /** Some function calls through a pointer. */
  readonly indirectCalls: boolean;
  readonly refused: readonly Diagnostic[];
}

const HOOKS = [
  ...['r', 'w', 'sr', 'sw'].flatMap((hook) => [1, 2, 4, 8, 16].map((bytes) => `ptr @__emu_${hook}${bytes}(ptr, i32)`)),
  ...['a', 'sa'].flatMap((hook) => [1, 2, 4, 8].map((bytes) => `ptr @__emu_${hook}${bytes}(ptr, i32)`)),
  'ptr @__emu_rn(ptr, i32, i32)',
  'ptr @__emu_wn(ptr, i32, i32)',
  'ptr @__emu_an(ptr, i32, i32)',
  'ptr @__emu_local(ptr, i32, ptr, i32, i32)',
  'void @__emu_memcpy(ptr, ptr, i32, i32)',
  'void @__emu_memmove(ptr, ptr, i32, i32)',
  'void @__emu_memset(ptr, i32, i32, i32)',
  'void @__emu_loop(i32)',
];

/**
 * Turns the optimised IR of device code into what the emulator runs: every access goes through its hook
 * (the ABI is in native/emulator/README.md).
 */
export function instrumentDevice(text: string, virtualName: string, fileName: string): InstrumentedDevice {
  const module = parseModule(text);
  const debug = parseDebugInfo(module.lines, virtualName, fileName);
  const globals = readGlobals(module);
  const graph = callGraph(module);
  const refused = refuse(module, debug, 'device');
  const { kernels, dispatcher } = readKernels(module, globals, graph, debug);
  const instrumenter = new Instrumenter(module, debug, globals, graph);
  const kernelNames = new Set(kernels.map((kernel) => kernel.mangled));
  const bodies = new Map(module.functions.map((fn) => [fn.start, fn]));
  const out: string[] = [];
  for (let i = 0; i < module.lines.length; i++) {
    const fn = bodies.get(i);
    if (fn) {
      const header = plainHeader(instrumenter.headerOf(fn), kernelNames.has(fn.name));
      out.push(header, ...instrumenter.rewrite(fn));
      i = fn.end;
    } else out.push(plainLine(globals.edits.get(i) ?? module.lines[i] ?? ''));
  }
  out.push(
    `@__emu_shared = global [${SHARED_BYTES} x i8] zeroinitializer, align 256`,
    dispatcher,
    ...HOOKS.map((hook) => `declare ${hook}`).filter((hook) => !text.includes(hook.split('(')[0] ?? '')),
    ...instrumenter.extraMetadata,
  );
  const keep = globals.variables.map((variable) => `ptr ${quote(variable.name)}`);
  return {
    ir: withUsed(out, keep).join('\n'),
    sites: instrumenter.sites,
    kernels,
    sharedArrays: globals.shared,
    variables: globals.variables,
    suspends: reaching(graph, (callee) => SUSPENDING.has(callee)).size > 0,
    indirectCalls: graph.indirect.size > 0,
    refused,
  };
}

/**
 * Hooks have side effects and may be given any pointer: what the optimiser learnt before no longer holds.
 * Kernels stay functions of their own, so that only those that wait become coroutines.
 */
function plainHeader(line: string, kernel: boolean): string {
  const plain = line
    .replace(/ (?:readonly|writeonly|readnone|nofree|captures\([^)]*\))(?= )/g, '')
    .replace(/^define (?:(?:internal|linkonce_odr|weak_odr|dso_local|hidden) )*/, 'define internal ')
    .replace(/ comdat(?:\([^)]*\))?/, '');
  return kernel ? plain.replace(/ #(\d+)/, ' noinline #$1') : plain;
}

function plainLine(line: string): string {
  if (line.startsWith('attributes #')) {
    return line.replace(/ (?:memory\([^)]*\)|nosync|nofree|willreturn|mustprogress|norecurse|nocallback|speculatable|optnone)(?= )/g, '');
  }
  return /^\$\S+ = comdat /.test(line) ? '' : line;
}

/** Variables that the host names are read and written from outside. */
function withUsed(lines: readonly string[], keep: readonly string[]): readonly string[] {
  const rest = lines.filter((line) => !/^@llvm\.(?:compiler\.)?used = /.test(line));
  if (keep.length === 0) return rest;
  return [...rest, `@llvm.used = appending global [${keep.length} x ptr] [${keep.join(', ')}], section "llvm.metadata"`];
}

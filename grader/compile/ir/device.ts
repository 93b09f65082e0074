import { HOOK_FUNCTIONS, SHARED_BYTES, SPIN_FUNCTIONS } from '../../abi/index.ts';
import type {
  DeviceVariable,
  Diagnostic,
  Flow,
  Kernel,
  SharedArray,
  Site,
  SourcePosition,
  Waiting,
} from '../program.ts';
import type { SourceNames } from '../source-file.ts';
import { withoutByValue } from './by-value.ts';
import { callGraph, mentioned, reaching } from './calls.ts';
import { storesComputed } from './computed.ts';
import { areCoroutines, COROUTINE_DECLARATIONS, toCoroutine } from './coroutines.ts';
import { parseDebugInfo } from './debug.ts';
import { markVolatileData } from './flags.ts';
import {
  CONSTANTS_FIRST,
  CONSTANTS_LAST,
  type DeviceGlobals,
  localName,
  readGlobals,
  usedVariables,
} from './globals.ts';
import { type HollowParameter, hollowParameters, mayHaveHollowParameters } from './hollow.ts';
import { hasIndirectParameters, mayHaveIndirectParameters, passByValue } from './indirect.ts';
import { Instrumenter, type InstrumentOptions } from './instrument.ts';
import { readKernels } from './kernels.ts';
import { launchBounds, withoutAnnotations } from './launch-bounds.ts';
import { kernelAddress, withLaunches } from './launches.ts';
import { kernelNames, parseModule, unquote, withLinkage } from './module.ts';
import { translateAssembly } from './ptx/index.ts';
import { type EditedIr, editRawIr } from './raw.ts';
import { refuse } from './refuse.ts';
import { declarations, waits } from './runtime.ts';
import { markSpins } from './spins.ts';

export interface InstrumentedDevice {
  /** IR ready for code generation. */
  readonly ir: string;
  readonly sites: readonly Site[];
  readonly flow: readonly Flow[];
  /** Accesses that no hook can check. */
  readonly refused: readonly Diagnostic[];
  readonly kernels: readonly Kernel[];
  /** Kernels that became coroutines, by symbol. */
  readonly coroutines: ReadonlySet<string>;
  readonly sharedArrays: readonly SharedArray[];
  /** Of each kernel that uses dynamic shared memory, the names of the arrays that stand for it. */
  readonly dynamicShared: readonly { readonly kernel: Kernel; readonly arrays: readonly string[] }[];
  readonly variables: readonly DeviceVariable[];
  /** Device code calls malloc, free, new or delete. */
  readonly allocates: boolean;
  /** How functions wait for other threads. */
  readonly waiting: Waiting;
  /** Some function calls through a pointer. */
  readonly indirectCalls: boolean;
}

export interface PreparedDevice extends EditedIr {
  readonly refused: readonly Diagnostic[];
  /** Kernels may have parameters that are empty structs: what tells is `readHollow`. */
  readonly mayBeHollow: boolean;
  /** Some value that is stored to an array is computed from an array, before anything is optimized. */
  readonly storesComputed: boolean;
  /** The most threads per block of kernels with `__launch_bounds__`, by symbol. */
  readonly bounds: ReadonlyMap<string, number>;
}

/**
 * Raw IR made ready for the optimiser, or what is wrong with it.
 * @param described - asks for the same with debug information of variables
 * @param whereNamed - the first place in the submission that has a name; line 0 if there is none
 */
export function prepareDevice(
  text: string,
  names: SourceNames,
  described: () => string,
  whereNamed: (name: string) => SourcePosition,
): PreparedDevice {
  const annotated = parseModule(text);
  const raw = withoutAnnotations(annotated);
  const debug = parseDebugInfo(raw.lines, names);
  const unknown =
    mayHaveIndirectParameters(text) && hasIndirectParameters(raw)
      ? passByValue(raw, parseModule(described()), debug)
      : [];
  const { lines, problems } = translateAssembly(raw, debug);
  const module = lines === raw.lines ? raw : parseModule(lines.join('\n'));
  const refused = [...unknown, ...problems, ...refuse(module, debug, whereNamed)];
  return {
    ...editRawIr(withLaunches(module), debug),
    refused,
    bounds: launchBounds(annotated),
    mayBeHollow: mayHaveHollowParameters(module),
    // What is refused may not be readable.
    storesComputed: refused.length === 0 && storesComputed(module),
  };
}

/** @param text - raw IR of the same source with debug information of variables */
export function readHollow(text: string): ReadonlyMap<string, readonly HollowParameter[]> {
  return hollowParameters(parseModule(text));
}

/**
 * Turns the optimised IR of device code into what the emulator runs: every access goes through its hook
 * (the ABI is in native/emulator/README.md).
 * @param prepared - symbols of `__constant__` variables, and the launch bounds of kernels
 * @param declaredAt - where the submission declares a shared array of this name
 * @param hollow - of each kernel, its parameters that are empty structs
 * @throws Error if an instruction that touches memory has been missed
 */
export function instrumentDevice(
  text: string,
  sourceNames: SourceNames,
  prepared: Pick<PreparedDevice, 'constants' | 'bounds'>,
  declaredAt: (name: string) => SourcePosition | null,
  hollow: ReadonlyMap<string, readonly HollowParameter[]>,
  options: InstrumentOptions & {
    /** Kernels that need more of the stack than each thread has, by symbol, and how much. */
    readonly rooms: ReadonlyMap<string, number>;
  },
): InstrumentedDevice {
  const optimised = parseModule(text);
  const unmarked = markSpins(optimised, callGraph(optimised));
  const module = markVolatileData(unmarked, callGraph(unmarked), kernelNames(unmarked));
  const debug = parseDebugInfo(module.lines, sourceNames);
  const graph = callGraph(module);
  const names = kernelNames(module);
  const symbols = new Map([...names].map((kernel) => [kernel, mentioned(module, graph, kernel)]));
  const usersOf = (symbol: string) => new Set([...names].filter((kernel) => symbols.get(kernel)?.has(symbol)));
  const globals = readGlobals(module, prepared.constants, usersOf, declaredAt);
  const waiting = reaching(graph, waits);
  const coroutines = areCoroutines(module, graph, names);
  const { kernels, dispatcher } = readKernels(
    module,
    globals,
    graph,
    debug,
    symbols,
    coroutines,
    hollow,
    prepared.bounds,
  );
  const instrumenter = new Instrumenter(module, debug, globals, graph, names, options);
  const bodies = new Map(module.functions.map((fn) => [fn.start, fn]));
  const out: string[] = [];
  const first = module.lines.findIndex((line) => /^(?:@|define )/.test(line));
  for (let i = 0; i < module.lines.length; i++) {
    if (i === first) out.push(CONSTANTS_FIRST);
    const fn = bodies.get(i);
    if (fn) {
      const header = plainHeader(module.lines[i] ?? '', names.has(fn.name), options.located);
      const body = instrumenter.rewrite(fn);
      out.push(...(coroutines && waiting.has(fn.name) ? toCoroutine(header, body) : [header, ...body]));
      i = fn.end;
    } else {
      const line = module.lines[i] ?? '';
      out.push(plainLine(globals.edits.get(i) ?? kernelAddress(line, kernels) ?? line, options.located));
    }
  }
  instrumenter.assertMediated();
  const rooms = new Map(
    kernels.flatMap(({ mangled, name, position }) => {
      const bytes = options.rooms.get(mangled);
      return bytes === undefined
        ? []
        : [[mangled, `call void @__emu_room(i32 ${bytes}, i32 ${instrumenter.addSite('call', 0, position, name)})`]];
    }),
  );
  const copies = 'declare void @llvm.memcpy.p0.p0.i32(';
  if (first < 0) out.push(CONSTANTS_FIRST);
  out.push(
    `@__emu_shared = global [${SHARED_BYTES} x i8] zeroinitializer, align 256`,
    CONSTANTS_LAST,
    ...globals.aliases,
    ...usedVariables(globals.variables),
    dispatcher(rooms),
    ...declarations(HOOK_FUNCTIONS),
    ...(module.lines.some((line) => line.startsWith(copies)) ? [] : [`${copies}ptr, ptr, i32, i1)`]),
    ...(module.lines.some((line) => line.startsWith('declare i64 @llvm.umin.i64('))
      ? []
      : ['declare i64 @llvm.umin.i64(i64, i64)']),
    ...(unmarked === optimised ? [] : declarations(SPIN_FUNCTIONS)),
    ...(coroutines ? COROUTINE_DECLARATIONS : []),
  );
  return {
    ir: out.join('\n'),
    sites: instrumenter.sites,
    flow: instrumenter.flow,
    refused: instrumenter.refused,
    kernels,
    coroutines: new Set(coroutines ? [...names].filter((name) => waiting.has(name)) : []),
    sharedArrays: globals.shared,
    dynamicShared: kernels
      .filter(({ usesDynamicShared }) => usesDynamicShared)
      .map((kernel) => ({ kernel, arrays: dynamicArrays(globals, symbols.get(kernel.mangled)) })),
    variables: globals.variables,
    allocates: [...graph.callees.values()].some((callees) => callees.has('__emu_malloc')),
    waiting: waiting.size === 0 ? 'never' : coroutines ? 'coroutines' : 'asyncify',
    indirectCalls: graph.indirect.size > 0,
  };
}

/** @param mentioned - symbols that a kernel uses */
function dynamicArrays({ sharedSymbols, sharedBytes }: DeviceGlobals, mentioned?: ReadonlySet<string>): string[] {
  return [...sharedSymbols]
    .filter((symbol) => !sharedBytes.has(symbol) && mentioned?.has(symbol))
    .map((symbol) => localName(unquote(symbol)));
}

/**
 * Hooks have side effects and may be given any pointer: what the optimiser learnt before no longer holds.
 * Kernels stay functions of their own, so that only those that wait become coroutines.
 */
function plainHeader(line: string, kernel: boolean, located: boolean): string {
  const given = kernel ? line : withoutByValue(line);
  const plain = withLinkage(located ? given : given.replace(/ !dbg !\d+/, ''), 'internal ').replace(
    / (?:readonly|writeonly|readnone|nofree|noalias|captures\([^)]*\)|initializes\((?:\([^)]*\)(?:, )?)*\)|memory\([^)]*\))(?= )/g,
    '',
  );
  return kernel ? plain.replace(/ #(\d+)/, ' noinline #$1') : plain;
}

function plainLine(line: string, located: boolean): string {
  if (line.startsWith('!llvm.dbg.cu ')) return located ? line : '';
  if (line.startsWith('attributes #')) return line.replace(STALE, '');
  return /^(?:\$\S+ = comdat |@llvm\.(?:compiler\.)?used = )/.test(line) ? '' : line;
}

const STALE =
  / (?:memory\([^)]*\)|nosync|nofree|willreturn|mustprogress|norecurse|nocallback|speculatable|optnone|sanitize_thread)(?= )/g;

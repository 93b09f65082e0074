import { HOOK_FUNCTIONS, POINTER_INT, SHARED_BYTES, SPIN_FUNCTIONS } from '../../abi/index.ts';
import { localName } from '../mangled.ts';
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
import { type DebugInfo, parseDebugInfo } from './debug.ts';
import { volatileData } from './flags.ts';
import {
  CONSTANTS_FIRST,
  CONSTANTS_LAST,
  type DeviceGlobals,
  readGlobals,
  sharedSymbolsOf,
  usedVariables,
} from './globals.ts';
import { type HollowParameter, hollowParameters, mayHaveHollowParameters } from './hollow.ts';
import { hasIndirectParameters, passByValue } from './indirect.ts';
import { countAccesses } from './instruction.ts';
import { type Found, Instrumenter, type InstrumentOptions, type PrintFormat } from './instrument.ts';
import { readKernels } from './kernels.ts';
import { type LaunchAttributes, launchAttributes, withoutAnnotations } from './launch-bounds.ts';
import { kernelAddress, withLaunches } from './launches.ts';
import { markLockstep } from './lockstep.ts';
import { kernelNames, linkageEdits } from './module.ts';
import { translateAssembly } from './ptx/index.ts';
import { type EditedIr, editRawIr } from './raw.ts';
import {
  type AttributeGroup,
  type Edit,
  type Entity,
  edited,
  type FunctionHeader,
  GraderFault,
  type IrModule,
  nameOf,
  readModule,
  remove,
} from './read/index.ts';
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
  /** The names of the arrays that stand for dynamic shared memory, by the kernel that uses it. */
  readonly dynamicShared: readonly { readonly kernel: Kernel; readonly arrays: readonly string[] }[];
  readonly variables: readonly DeviceVariable[];
  /** Device code calls malloc, free, new or delete. */
  readonly allocates: boolean;
  /** The formats of calls of printf, as far as the compiler knows them. */
  readonly formats: readonly PrintFormat[];
  /** The way in which functions wait for other threads. */
  readonly waiting: Waiting;
  /** Some function calls through a pointer. */
  readonly indirectCalls: boolean;
  /** The functions, by their symbols, and how many parameters each has. */
  readonly parameters: ReadonlyMap<string, number>;
}

export interface PreparedDevice extends EditedIr {
  readonly refused: readonly Diagnostic[];
  /** Kernels may have parameters that are empty structs: what tells is `readHollow`. */
  readonly mayBeHollow: boolean;
  /** Some value that is stored to an array is computed from an array, before anything is optimized. */
  readonly storesComputed: boolean;
  /** The limits that attributes set for launches of kernels, by symbol. */
  readonly attributes: ReadonlyMap<string, LaunchAttributes>;
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
  const annotated = readModule(text);
  const listed = withoutAnnotations(annotated);
  const debug = parseDebugInfo(listed.nodes, names);
  const { module: raw, refused: unknown } = hasIndirectParameters(listed)
    ? passByValue(listed, readModule(described()), debug)
    : { module: listed, refused: [] };
  const { module, problems } = translateAssembly(raw, debug);
  const refused = [...unknown, ...problems, ...refuse(module, debug, whereNamed)];
  return {
    ...editRawIr(withLaunches(module), debug),
    refused,
    attributes: launchAttributes(annotated),
    mayBeHollow: mayHaveHollowParameters(module),
    // What is refused may not be readable.
    storesComputed: refused.length === 0 && storesComputed(module),
  };
}

/** @param text - raw IR of the same source with debug information of variables */
export function readHollow(text: string): ReadonlyMap<string, readonly HollowParameter[]> {
  return hollowParameters(readModule(text));
}

/**
 * Turns the optimised IR of device code into what the emulator runs: every access goes through its hook
 * (the ABI is in native/emulator/README.md).
 * @param prepared - symbols of `__constant__` variables, and attributes of kernels
 * @param declaredAt - where the submission declares a shared array of this name
 * @param hollow - of each kernel, its parameters that are empty structs
 * @throws GraderFault if an instruction that touches memory has been missed
 */
export function instrumentDevice(
  { module, spins, found, debug, read }: OptimisedDevice,
  prepared: Pick<PreparedDevice, 'constants' | 'attributes'>,
  declaredAt: (name: string) => SourcePosition | null,
  hollow: ReadonlyMap<string, readonly HollowParameter[]>,
  options: InstrumentOptions & {
    /** Kernels that need more of the stack than each thread has, by symbol, and how much. */
    readonly rooms: ReadonlyMap<string, number>;
  },
): InstrumentedDevice {
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
    prepared.attributes,
  );
  const instrumenter = new Instrumenter(module, debug, globals, graph, names, found, options);
  const out: string[] = [];
  const first = module.entities.findIndex(({ kind }) => FIRST.has(kind));
  for (const [at, entity] of module.entities.entries()) {
    if (at === first) out.push(CONSTANTS_FIRST);
    if (entity.kind === 'function') {
      const header = plainHeader(entity.header, names.has(entity.name), options.located);
      const body = instrumenter.rewrite(entity);
      out.push(...(coroutines && waiting.has(entity.name) ? toCoroutine(header, body) : [header, ...body, '}']));
    } else out.push(globals.edits.get(entity) ?? kernelAddress(entity, kernels) ?? plainLine(entity, options.located));
  }
  instrumenter.assertMediated(read);
  const rooms = new Map(
    kernels.flatMap(({ mangled, name, position }) => {
      const bytes = options.rooms.get(mangled);
      return bytes === undefined
        ? []
        : [[mangled, `call void @__emu_room(i32 ${bytes}, i32 ${instrumenter.addSite('call', 0, position, name)})`]];
    }),
  );
  const declared = new Set(
    module.entities.flatMap((entity) => (entity.kind === 'declaration' ? [entity.header.name] : [])),
  );
  if (first < 0) out.push(CONSTANTS_FIRST);
  out.push(
    `@__emu_shared = global [${SHARED_BYTES} x i8] zeroinitializer, align 256`,
    CONSTANTS_LAST,
    ...globals.aliases,
    ...usedVariables(globals.variables),
    dispatcher(rooms),
    ...declarations(HOOK_FUNCTIONS),
    ...(declared.has(MEMCPY) ? [] : [`declare void @${MEMCPY}(ptr, ptr, ${POINTER_INT}, i1)`]),
    ...(declared.has('llvm.umin.i64') ? [] : ['declare i64 @llvm.umin.i64(i64, i64)']),
    ...(spins ? declarations(SPIN_FUNCTIONS) : []),
    ...(coroutines ? COROUTINE_DECLARATIONS : []),
  );
  return {
    ir: out.join('\n'),
    sites: instrumenter.sites,
    flow: instrumenter.flow,
    refused: instrumenter.refused,
    formats: instrumenter.formats,
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
    parameters: new Map(module.functions.map(({ name, header }) => [name, parametersOf(header)])),
  };
}

/** The intrinsic that copies a number of bytes. */
const MEMCPY = `llvm.memcpy.p0.p0.${POINTER_INT}`;

/** @param mentioned - symbols that a kernel uses */
function dynamicArrays({ sharedSymbols, sharedBytes }: DeviceGlobals, mentioned?: ReadonlySet<string>): string[] {
  return [...sharedSymbols]
    .filter((symbol) => !sharedBytes.has(symbol) && mentioned?.has(symbol))
    .map((symbol) => localName(nameOf(symbol)));
}

/** Optimised IR that was read, and what passes have found in it. */
export interface OptimisedDevice {
  readonly module: IrModule;
  /** True if a loop waits for what other threads do. */
  readonly spins: boolean;
  readonly found: Found;
  readonly debug: DebugInfo;
  /** The number of accesses to memory. */
  readonly read: number;
}

/**
 * Reads optimised IR of device code.
 * @throws GraderFault if a pass adds or loses an access to memory, or a line is not understood
 */
export function readOptimised(text: string, names: SourceNames): OptimisedDevice {
  const optimised = readModule(text);
  const read = countAccesses(optimised);
  const { module: spinning, polled, locks } = markSpins(optimised, callGraph(optimised));
  const { module } = markLockstep(spinning, sharedSymbolsOf(spinning), polled);
  const left = countAccesses(module);
  if (left !== read) throw new GraderFault(`of ${read} instructions that touch memory, ${left} are left`);
  const data = volatileData(module, callGraph(module), kernelNames(module), polled);
  const debug = parseDebugInfo(module.nodes, names);
  return { module, spins: module !== optimised, found: { polled, locks, data }, debug, read };
}

/** The parts of a module that the guard of constants comes before. */
const FIRST: ReadonlySet<Entity['kind']> = new Set(['variable', 'alias', 'function']);

function parametersOf({ parameters, isVariadic }: FunctionHeader): number {
  return parameters.length + Number(isVariadic);
}

/**
 * Hooks have side effects and may be given any pointer: what the optimiser learnt before no longer holds.
 * Kernels stay functions of their own, so that only those that wait become coroutines.
 */
function plainHeader(header: FunctionHeader, isKernel: boolean, located: boolean): string {
  const { text, resultAttributes, parameters, attributes, attachments, groups } = header;
  const learnt = [resultAttributes, ...parameters.map((each) => each.attributes), attributes]
    .flat()
    .filter(({ name }) => LEARNT.has(name));
  const edits: Edit[] = [...linkageEdits(header, 'internal '), ...remove(learnt, 1)];
  if (!isKernel) edits.push(...withoutByValue(header));
  if (!located) edits.push(...remove(attachments.filter(({ name }) => name === 'dbg')));
  const [group] = groups;
  if (isKernel && group) edits.push({ at: group.at, end: group.at, text: 'noinline ' });
  return edited(text, edits);
}

const LEARNT: ReadonlySet<string> = new Set([
  ...['readonly', 'writeonly', 'readnone', 'nofree', 'noalias', 'captures', 'initializes', 'memory'],
]);

function plainLine(entity: Exclude<Entity, { kind: 'function' }>, located: boolean): string {
  switch (entity.kind) {
    case 'named-metadata':
      return entity.name === 'llvm.dbg.cu' && !located ? '' : entity.text;
    case 'attributes':
      return withoutStale(entity);
    case 'comdat':
      return '';
    case 'variable':
      return USED.has(entity.symbol) ? '' : entity.text;
    default:
      return entity.text;
  }
}

const USED: ReadonlySet<string> = new Set(['@llvm.used', '@llvm.compiler.used']);

function withoutStale({ text, attributes }: AttributeGroup): string {
  return edited(
    text,
    remove(
      attributes.filter(({ name }) => STALE.has(name)),
      1,
    ),
  );
}

const STALE: ReadonlySet<string> = new Set([
  ...['memory', 'nosync', 'nofree', 'willreturn', 'mustprogress', 'norecurse', 'nocallback', 'speculatable'],
  ...['optnone', 'sanitize_thread'],
]);

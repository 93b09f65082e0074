import type { Clang } from './clang.ts';
import { generateCode, type Level } from './codegen.ts';
import type { InstrumentedDevice, instrumentDevice } from './ir/device.ts';
import type { Layout } from './layouts.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { otherNames } from './sources.ts';
import { symbolize } from './symbolize.ts';
import { checkLinked, type FunctionType, inlineHooks, readModule, type Verdict, verifyObject } from './verify/index.ts';

type Options = Parameters<typeof instrumentDevice>[4];
type Instrument = (options: Options) => InstrumentedDevice;

/** How the first code is made: enough for nearly all programs. */
export const FIRST_RUN: Options = { reserve: 2048, located: false, rooms: new Map() };
/** Each thread of the largest block has so much of the stack, and some more for the runtime. */
const SURE_STACK_BYTES = 48 * 1024;

/** A proven object, or what could not be proven and the code with its debug locations. */
export type Proven =
  | { readonly device: InstrumentedDevice; readonly object: Uint8Array; readonly problems: readonly [] }
  | { readonly object: null; readonly located: Uint8Array | null; readonly problems: Verdict['problems'] };

/**
 * Generates code and proves it. Code that needs more of the stack than each thread has for sure is generated a second
 * time, with hooks that look at the stack. Code that cannot be proven is generated a second time without the optimizer:
 * it may have made one load of two, or load what a coroutine keeps through one of two addresses of its frame.
 */
export function proveDevice(clang: Clang, layout: Layout, instrument: Instrument, first: InstrumentedDevice): Proven {
  const runtime = runtimeTypes(layout);
  let options = FIRST_RUN;
  let level: Level = '-O1';
  for (let device = first, run = 1; ; run++) {
    const object = generateCode(clang, device.ir, level);
    if (object === null) return { object, located: null, problems: [] };
    const { sites, coroutines } = device;
    const verdict = verifyObject(object, { sites: sites.length, coroutines, runtime });
    if (verdict.problems.length > 0) {
      if (level === '-O1') {
        level = '-O0';
        continue;
      }
      const located = generateCode(clang, instrument({ ...options, located: true }).ir, level);
      const again = located ? verifyObject(located, { sites: sites.length, coroutines, runtime }).problems : [];
      return { object: null, located, problems: again.length > 0 ? again : verdict.problems };
    }
    const rooms = new Map([...verdict.needs].filter(([, bytes]) => bytes > SURE_STACK_BYTES));
    const isEnough = [...rooms].every(([kernel, bytes]) => bytes <= (options.rooms.get(kernel) ?? 0));
    if (verdict.reserve <= options.reserve && isEnough) return { device, object, problems: [] };
    if (run > 4) throw new Error('the stack that a kernel needs changes each time');
    options = { ...options, reserve: Math.max(options.reserve, verdict.reserve), rooms };
    device = instrument(options);
  }
}

/**
 * Puts the hooks in the place of their calls, and checks the module once more against the proven object.
 * @param isUnwound - Asyncify was there before
 */
export function withHooks(linked: Uint8Array, object: Uint8Array, isUnwound: boolean): Uint8Array {
  const wasm = inlineHooks(linked);
  checkLinked(wasm, object, isUnwound);
  return wasm;
}

/** What was not proven, at its lines. */
export function locate({ located, problems }: Proven & { object: null }, source: SourceFile): Diagnostic[] {
  const { fileName } = source;
  const places = problems.map(({ at }) => Math.max(0, at));
  const positions = located ? symbolize(located, places, fileName, otherNames(source)) : problems.map(() => null);
  const lines = new Map<string, Diagnostic>();
  for (const [i, { reason }] of problems.entries()) {
    const position = positions[i];
    const feature = `an access or a call that cannot be checked (${reason})`;
    const { file = fileName, line = 0, column = 0 } = position ?? {};
    lines.set(`${file}:${line}`, {
      severity: 'error',
      message: `unsupported feature: ${feature}`,
      ...{ file, line, column },
      side: 'device',
      rule: 'unsupported-feature',
      detail: { feature, hint: 'unsupported-feature' },
    });
  }
  // A place without a line is only worth naming if there is no other.
  const all = [...lines.values()];
  const placed = all.filter(({ line }) => line > 0);
  return placed.length > 0 ? placed : all.slice(0, 1);
}

const known = new WeakMap<Uint8Array, ReadonlyMap<string, FunctionType>>();

/** Types of the functions that hooks and runtime define. */
function runtimeTypes({ hooks, runtime }: Layout): ReadonlyMap<string, FunctionType> {
  const found = known.get(runtime);
  if (found) return found;
  const types = new Map<string, FunctionType>();
  for (const object of [hooks, runtime]) {
    const module = readModule(object);
    for (const { kind, name, index, isUndefined } of module.symbols) {
      const type = module.types[module.functionTypes[index] ?? -1];
      if (kind === 'function' && !isUndefined && type) types.set(name, type);
    }
  }
  known.set(runtime, types);
  return types;
}

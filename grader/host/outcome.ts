import { FAULT_ADDRESS } from '../compile/lower/index.ts';
import { TamperedRecord } from '../device/index.ts';
import type { Context } from './cuda/context.ts';
import { isOnDevice } from './cuda/ranges.ts';
import { addressOf } from './module/words.ts';
import type { HostProcess } from './program.ts';
import { CppException, HostTrap, LimitReached, ProgramExit } from './signals.ts';
import type { RawOutcome } from './unresolved.ts';

type Trapped = Extract<RawOutcome, { status: 'trapped' }>;

const OUT_OF_BOUNDS = 'memory access out of bounds';

/** What WebAssembly's traps mean to someone who writes C++. */
const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/out of bounds memory|memory access out of bounds/, OUT_OF_BOUNDS],
  [/unreachable/, 'the program cannot go on (a function that ends without its return value, or __builtin_trap)'],
  [/divide by zero|remainder by zero/, 'integer division by zero'],
  [/divide result unrepresentable|integer overflow/, 'integer division overflows'],
  [/indirect call|signature|table index/, 'a call through a pointer that is not a function'],
];

/**
 * How the host side ended, from what came out of it.
 * @throws the error itself where the program is not its cause
 */
export function failureOf(error: unknown, context: Context, host: HostProcess | null): RawOutcome {
  if (error instanceof ProgramExit) return { status: 'exited', code: error.code };
  if (error instanceof LimitReached) {
    const { limit, request } = error;
    const position = context.traces.of(error);
    return { status: 'stopped', limit, position, ...(request !== null && { request }) };
  }
  if (error instanceof TamperedRecord) {
    const { message, record: tampered } = error;
    const position = context.launching?.position ?? context.traces.of(error);
    return { status: 'trapped', message, devicePointer: false, tampered, position };
  }
  const trap = describeTrap(error, context, host);
  if (!trap || !(error instanceof Error)) throw error;
  return { status: 'trapped', ...trap, position: context.traces.of(error) };
}

function describeTrap(
  error: unknown,
  context: Context,
  host: HostProcess | null,
): Pick<Trapped, 'message' | 'devicePointer' | 'inFree' | 'aborted' | 'exception'> | null {
  if (error instanceof CppException) {
    const { message, type } = error;
    return { message, devicePointer: false, exception: { type, what: host?.exceptionText() ?? null } };
  }
  if (error instanceof HostTrap) {
    const { message, devicePointer, aborted } = error;
    return { message, devicePointer, ...(aborted && { aborted }) };
  }
  if (isStackOverflow(error, host)) return { message: 'stack overflow', devicePointer: false };
  if (!(error instanceof WebAssembly.RuntimeError)) return null;
  // In an exercise, freed device memory is a pointer of the device like others.
  if (context.failsLikeGpu && isInFree(error)) return { message: error.message, devicePointer: false, inFree: true };
  const address = faultAddress(host);
  if (address !== null) return { message: OUT_OF_BOUNDS, devicePointer: isOnDevice(context, address) };
  const [, message] = TRAPS.find(([pattern]) => pattern.test(error.message)) ?? [];
  return { message: message ?? error.message, devicePointer: false };
}

/** Returns the address of the access that trapped, if no host memory can have it; else null. */
function faultAddress(host: HostProcess | null): number | null {
  const fault = host?.exports[FAULT_ADDRESS];
  const address = fault instanceof WebAssembly.Global ? addressOf(fault.value) : 0;
  return address === 0 ? null : address;
}

/** True if the C library was freeing memory: the engine names the function of the first frame. */
function isInFree({ stack = '' }: Error): boolean {
  const [, name = ''] = /^\s+at (?:host\.wasm\.)?(\w+) \(wasm:/m.exec(stack) ?? [];
  return /^(?:__wrap_)?(?:dl)?(?:free|realloc)$/.test(name);
}

/** The engine's own stack, or the program's, which lies at the start of memory and grows below zero. */
function isStackOverflow(error: unknown, host: HostProcess | null): boolean {
  if (error instanceof RangeError && /call stack/.test(error.message)) return true;
  const pointer = host?.exports.__stack_pointer;
  return (
    error instanceof WebAssembly.RuntimeError && pointer instanceof WebAssembly.Global && Number(pointer.value) < 0
  );
}

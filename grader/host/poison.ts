import { randomIntegers } from './random.ts';
import type { ElementType, RunRequest } from './run.ts';

/** A quiet NaN in every fourth element of a floating-point output. */
const NAN_EVERY = 4;

/** What lies in an output before a run; null for what is none. */
export function outputBefore(
  { args, layoutSeed }: Pick<RunRequest, 'args' | 'layoutSeed'>,
  name: string,
): Uint8Array | null {
  const index = args.findIndex((argument) => argument.kind === 'output' && argument.name === name);
  const argument = args[index];
  if (argument?.kind !== 'output') return null;
  return argument.initial ?? poisonBytes(argument.type, argument.byteLength, poisonSeed(layoutSeed, index));
}

/** @param index - of the argument */
export function poisonSeed(layoutSeed: number, index: number): number {
  return layoutSeed + index;
}

/** Content that is wrong in `type`: NaN and very large numbers, or random integers. */
export function poisonBytes(type: ElementType, byteLength: number, seed: number): Uint8Array {
  const random = randomIntegers(seed);
  const bytes = new Uint8Array(byteLength);
  if (type === 'f32') {
    const floats = new Float32Array(bytes.buffer, 0, byteLength >> 2);
    for (let at = 0; at < floats.length; at++) floats[at] = wrongFloat(random);
  } else if (type === 'f64') {
    const doubles = new Float64Array(bytes.buffer, 0, byteLength >> 3);
    for (let at = 0; at < doubles.length; at++) doubles[at] = wrongFloat(random);
  } else if (type === 'f16' || type === 'bf16') {
    // The largest exponents of both formats have these bits.
    const words = new Uint16Array(bytes.buffer, 0, byteLength >> 1);
    for (let at = 0; at < words.length; at++) {
      const bits = random();
      words[at] = bits % NAN_EVERY === 0 ? 0x7fff : (bits & 0x8000) | 0x7b00 | (bits & 0xff);
    }
  } else {
    for (let at = 0; at < byteLength; at++) bytes[at] = random() >>> 24;
  }
  return bytes;
}

function wrongFloat(random: () => number): number {
  const bits = random();
  if (bits % NAN_EVERY === 0) return Number.NaN;
  const magnitude = (1 + (bits >>> 8) / 2 ** 24) * 1e30;
  return bits & 4 ? magnitude : -magnitude;
}

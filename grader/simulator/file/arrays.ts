const CONSTRUCTORS = [
  'ArrayBuffer',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
] as const;

/** Bytes after which the memory of all arrays is asked for, which takes microseconds. */
const CHECKED_BYTES = 2 ** 24;

/**
 * Refuses arrays in this thread that need more memory than is allowed, all of them together. The limits of a worker are
 * about the JavaScript heap, in which arrays are not.
 * @param most - bytes
 */
export function limitArrays(most: number): void {
  let unchecked = 0;
  const globals = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  for (const name of CONSTRUCTORS) {
    const own = globals[name];
    if (!own) continue;
    const bytesOf = Number(Reflect.get(own, 'BYTES_PER_ELEMENT') ?? 1);
    const limited: typeof own = new Proxy(own, {
      construct: (target, args: unknown[], newTarget): object => {
        const [length] = args;
        const bytes = typeof length === 'number' ? length * bytesOf : 0;
        unchecked += bytes;
        if (unchecked > CHECKED_BYTES) {
          if (bytes + process.memoryUsage().arrayBuffers > most)
            throw new RangeError(`arrays need more than ${most / 2 ** 20} MiB of memory`);
          unchecked = 0;
        }
        return Reflect.construct(target, args, newTarget === limited ? target : newTarget);
      },
    });
    globals[name] = limited;
  }
}

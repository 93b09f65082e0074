import type { InstrumentedDevice } from './ir/device.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';

/** A conversion: flags, width, precision, size and type. */
const CONVERSION = /%[-+ #0]*(?:\d+|\*)?(?<precision>\.(?:\d+|\*)?)?(?<size>hh|ll|[hlLjztq])?(?<type>[a-zA-Z%])/g;

/** The sizes that printf of a GPU knows. */
const SIZES: ReadonlySet<string> = new Set(['h', 'l', 'll']);

/**
 * Returns a warning for each call of printf in device code whose format has a conversion that a GPU does not know. An
 * H200 prints `%zu` as it is written. If another conversion follows, it prints wrong values or the kernel fails. Source:
 * CUDA C++ Programming Guide, "Format Specifiers".
 */
export function printFormats({ formats }: Pick<InstrumentedDevice, 'formats'>, source: SourceFile): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { text, position } of formats) {
    const unknown = [...text.matchAll(CONVERSION)].find(isUnknown)?.[0];
    if (unknown === undefined) continue;
    const { file = source.fileName, line = 0, column = 0 } = position ?? {};
    found.set(`${file}:${line}:${column}`, {
      severity: 'warning',
      message: `printf on a GPU does not support ${unknown}: it prints wrong values, also for what follows ${unknown}`,
      ...{ file, line, column },
      side: 'device',
      rule: 'compile-warning',
      detail: { hint: 'device-printf' },
    });
  }
  return [...found.values()];
}

function isUnknown({ groups }: RegExpMatchArray): boolean {
  const { precision = '', size, type } = groups ?? {};
  return precision === '.*' || type === 'n' || (size !== undefined && !SIZES.has(size));
}

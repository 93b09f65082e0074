import { describe, expect, it } from 'vitest';
import { formatPrinted } from '../../grader/device/emulator/print.ts';
import { TamperedRecord } from '../../grader/device/index.ts';

type Value = number | bigint | string | { readonly float: number };
const ROOM = 1 << 20;

/** A record as native/emulator/runtime/print.c writes it. */
function record(format: string, ...values: readonly Value[]): Uint8Array {
  const text = (each: string) => [...new TextEncoder().encode(each), 0];
  const number = (bytes: number, set: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(bytes));
    set(view);
    return [...new Uint8Array(view.buffer)];
  };
  const rest = [
    ...text(format),
    ...values.flatMap((value) => {
      if (typeof value === 'string') return text(value);
      if (typeof value === 'number') return number(4, (view) => view.setInt32(0, value, true));
      if (typeof value === 'bigint') return number(8, (view) => view.setBigInt64(0, value, true));
      return number(8, (view) => view.setFloat64(0, value.float, true));
    }),
  ];
  return Uint8Array.from([...number(4, (view) => view.setUint32(0, rest.length + 4, true)), ...rest]);
}

function printed(format: string, ...values: readonly Value[]): string {
  return formatPrinted(record(format, ...values), ROOM).text;
}

describe('formatPrinted', () => {
  it.each<[string, readonly Value[], string]>([
    ['%d|%5d|%-5d|%05d|%+d', [1, 2, 3, -4, 5], '1|    2|3    |-0004|+5'],
    ['%.3d|%8.3d|%x|%#X|%o|%u', [7, -7, 255, 255, 8, -1], '007|    -007|ff|0XFF|10|4294967295'],
    ['%lld|%llx', [-(2n ** 40n), 255n], '-1099511627776|ff'],
    ['%ld|%zx|%p', [-3n, 255n, 4096n], '-3|ff|0x1000'],
    ['%p|%8p|%-8p|%08p', [0n, 0n, 0n, 0n], '(nil)|   (nil)|(nil)   |   (nil)'],
    ['%*d|%-*d|%.*f', [4, 1, 4, 2, 2, { float: 1.005 }], '   1|2   |1.00'],
    ['%s|%.2s|%5s|%c', ['text', 'text', 'ab', 65], 'text|te|   ab|A'],
    [
      '%f|%.0f|%e|%g|%g',
      [1.5, 2.7, 12345.678, 0.0001, 1e10].map((float) => ({ float })),
      '1.500000|3|1.234568e+04|0.0001|1e+10',
    ],
    ['%08.2f|%-8.1f|', [{ float: -3.136 }, { float: 2 }], '-0003.14|2.0     |'],
    [
      '%.0f|%.0f|%.0f|%.1f|%.0e|%g|%.2f',
      [2.5, 3.5, 0.5, 0.25, 2.5, 1000005, 1.005].map((float) => ({ float })),
      '2|4|0|0.2|2e+00|1e+06|1.00',
    ],
    ['%f %f', [{ float: Number.NaN }, { float: Number.NEGATIVE_INFINITY }], 'nan -inf'],
    ['100%% %d%', [3], '100% 3'],
    ['%n|%y|%5%|%d', [1n, 2], '|%y|%|2'],
    ['%hhd|%hd|%hhu|%hu|%hhx', [300, 70000, 300, 70000, -1], '44|4464|44|4464|ff'],
    ['%#o|%#.3o|%.0d|%+.0d|%5.3s|', [8, 8, 0, 0, 'abcdef'], '010|010||+|  abc|'],
    ['%#.0f|%#.0e|%zu|%td|%jd|%i', [{ float: 3 }, { float: 15 }, 7n, -8n, -9n, -5], '3.|2.e+01|7|-8|-9|-5'],
    [
      '%a|%A|%.3a|%.0a|%a|%a|%a',
      [1, 255.5, Math.PI, 1.5, 0, 5e-324, -0.1].map((float) => ({ float })),
      '0x1p+0|0X1.FFP+7|0x1.922p+1|0x2p+0|0x0p+0|0x0.0000000000001p-1022|-0x1.999999999999ap-4',
    ],
    [
      '%12a|%-12a|%012a|%.15a',
      Array(4).fill({ float: 1 }),
      '      0x1p+0|0x1p+0      |0x0000001p+0|0x1.000000000000000p+0',
    ],
    [`${'%d'.repeat(32)}|%d|%s`, Array(32).fill(1), `${'1'.repeat(32)}|%d|%s`],
  ])('formats %s as C does', (format, values, text) => {
    expect(printed(format, ...values)).toBe(text);
  });

  it.each<[string, readonly Value[]]>([
    ['%1000000000d', [1]],
    ['%*d', [2_147_483_647, 1]],
    ['%*d', [-2_147_483_648, 1]],
    ['%.1000000000d', [1]],
    ['%0999999999999999999999d', [1]],
    ['%.1000000000f', [{ float: 1 }]],
    ['%1000000000.999999999e', [{ float: 1 }]],
    ['%-2000000000s|', ['x']],
    ['%2000000000c', [65]],
    ['%2000000000p', [1n]],
  ])('ends at its limit for %s', (format, values) => {
    const before = process.memoryUsage.rss();
    const { text, isCut } = formatPrinted(record(format, ...values), ROOM);
    expect(text.length).toBe(ROOM);
    expect(isCut).toBe(true);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20);
  });

  it.each<[string, number]>([
    ['%.200g', 1],
    ['%.5000g', 1e300],
    ['%.150e', 1 / 3],
    ['%.0f', 1e300],
    ['%a', Number.NaN],
  ])('has an answer for every precision: %s', (format, float) => {
    expect(printed(format, { float }).length).toBeGreaterThan(0);
  });

  it('makes no more of many records than it may', () => {
    const one = record('%99999d', 1);
    const many = new Uint8Array(one.length * 2_000);
    for (let at = 0; at < many.length; at += one.length) many.set(one, at);
    const { text, isCut } = formatPrinted(many, 3 * ROOM);
    expect([text.length, isCut]).toEqual([3 * ROOM, true]);
  });

  it.each<[string, Uint8Array]>([
    ['is longer than what was printed', record('text').map((byte, at) => (at === 0 ? 200 : byte))],
    ['has no length', new Uint8Array(16)],
    ['is cut', record('%d', 1).slice(0, 6)],
    ['has no end of its format', Uint8Array.from([8, 0, 0, 0, 65, 65, 65, 65])],
    ['lacks a number', Uint8Array.from([7, 0, 0, 0, 37, 100, 0])],
    ['lacks a string', Uint8Array.from([8, 0, 0, 0, 37, 115, 0, 65])],
  ])('refuses a record that %s', (_, bytes) => {
    expect(() => formatPrinted(bytes, ROOM)).toThrow(TamperedRecord);
  });

  it('reads any bytes without another error', () => {
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 16;
    };
    const letters = [...new TextEncoder().encode('%%%%*.0123456789-+ #hljztdiuxXocspeEfFgGaAn\0')];
    for (let round = 0; round < 3_000; round++) {
      const rest = Array.from({ length: random() % 60 }, () =>
        random() % 4 === 0 ? random() % 256 : (letters[random() % letters.length] ?? 0),
      );
      const bytes = Uint8Array.from([(rest.length + 4) % 256, 0, 0, 0, ...rest]);
      try {
        expect(formatPrinted(bytes, 1_000).text.length).toBeLessThanOrEqual(1_000);
      } catch (error) {
        expect(error).toBeInstanceOf(TamperedRecord);
      }
    }
  });
});

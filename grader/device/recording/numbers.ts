import type { ScalarFormat } from '../../compile/index.ts';

const BYTES: Readonly<Record<ScalarFormat, number>> = {
  ...{ bool: 1, i8: 1, u8: 1, i16: 2, u16: 2, f16: 2, i32: 4, u32: 4, f32: 4, i64: 8, u64: 8, f64: 8, pointer: 8 },
};

export function bytesOf(format: ScalarFormat): number {
  return BYTES[format];
}

/** Returns a number of memory as text: the shortest one from which the same number is read again. */
export function textOf(view: DataView, at: number, format: ScalarFormat): string {
  switch (format) {
    case 'bool':
      return view.getUint8(at) === 0 ? 'false' : 'true';
    case 'i8':
      return String(view.getInt8(at));
    case 'u8':
      return String(view.getUint8(at));
    case 'i16':
      return String(view.getInt16(at, true));
    case 'u16':
      return String(view.getUint16(at, true));
    case 'i32':
      return String(view.getInt32(at, true));
    case 'u32':
      return String(view.getUint32(at, true));
    case 'i64':
      return String(view.getBigInt64(at, true));
    case 'u64':
      return String(view.getBigUint64(at, true));
    case 'pointer':
      return `0x${view.getBigUint64(at, true).toString(16)}`;
    case 'f16':
      return floatText(half(view.getUint16(at, true)), half16);
    case 'f32':
      return floatText(view.getFloat32(at, true), Math.fround);
    case 'f64':
      return String(view.getFloat64(at, true));
  }
}

function floatText(value: number, rounded: (value: number) => number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0';
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (rounded(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? (sign * fraction) / 2 ** 24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Rounds to 11 bits, which is enough to tell whether a short text is the same number. */
function half16(value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(value))) - 10, -24);
  return Math.round(value / unit) * unit;
}

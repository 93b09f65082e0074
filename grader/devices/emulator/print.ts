/** Formats what device printf recorded: per record its length, the format, then the arguments (native/emulator/runtime/print.c). */
export function formatPrinted(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let out = '';
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    if (length < 5) break;
    out += formatRecord(view, at + 4, at + length);
    at += length;
  }
  return out;
}

function formatRecord(view: DataView, start: number, end: number): string {
  let at = start;
  const text = (): string => {
    const from = at;
    while (at < end && view.getUint8(at) !== 0) at++;
    const bytes = new Uint8Array(view.buffer, view.byteOffset + from, at - from);
    at++;
    return new TextDecoder().decode(bytes);
  };
  const word = (): number => {
    at += 4;
    return view.getInt32(at - 4, true);
  };
  const format = text();
  return format.replace(
    /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?((?:hh|h|ll|l|j|z|t)?)([diouxXcspeEfFgGaA%])/g,
    (
      whole,
      flags: string,
      widthText: string | undefined,
      precisionText: string | undefined,
      size: string,
      type: string,
    ) => {
      if (type === '%') return '%';
      const width = widthText === '*' ? word() : Number(widthText ?? 0);
      const given = whole.includes('.') ? (precisionText === '*' ? word() : Number(precisionText ?? 0)) : null;
      let body: string;
      if (type === 's') body = text().slice(0, given ?? undefined);
      else if (/[eEfFgGaA]/.test(type)) {
        at += 8;
        body = formatFloat(view.getFloat64(at - 8, true), type, given, flags);
      } else if (size === 'll' || size === 'j') {
        at += 8;
        body = formatInteger(
          type === 'd' || type === 'i' ? view.getBigInt64(at - 8, true) : view.getBigUint64(at - 8, true),
          type,
          given,
          flags,
        );
      } else {
        const value = word();
        body =
          type === 'c'
            ? String.fromCharCode(value & 255)
            : formatInteger(BigInt(type === 'd' || type === 'i' ? value : value >>> 0), type, given, flags);
      }
      return pad(body, Math.abs(width), width < 0 ? `${flags}-` : flags, given !== null && !/[eEfFgGaA]/.test(type));
    },
  );
}

function formatInteger(value: bigint, type: string, precision: number | null, flags: string): string {
  if (type === 'p') return `0x${value.toString(16)}`;
  const magnitude = value < 0n ? -value : value;
  const radix = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
  let digits = magnitude.toString(radix).padStart(precision ?? 1, '0');
  if (flags.includes('#') && radix === 16 && magnitude !== 0n) digits = `0x${digits}`;
  if (type === 'X') digits = digits.toUpperCase();
  return sign(value < 0n, flags) + digits;
}

function formatFloat(value: number, type: string, given: number | null, flags: string): string {
  const negative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  if (!Number.isFinite(magnitude)) return sign(negative, flags) + (Number.isNaN(value) ? 'nan' : 'inf');
  const precision = given ?? 6;
  const exponent = (digits: number) => magnitude.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2');
  let body: string;
  if (/[fF]/.test(type)) body = magnitude.toFixed(Math.min(100, precision));
  else if (/[eE]/.test(type)) body = exponent(Math.min(100, precision));
  else if (/[gG]/.test(type)) {
    const significant = Math.max(1, precision);
    const power = magnitude === 0 ? 0 : Number(magnitude.toExponential(significant - 1).split('e')[1]);
    body =
      power < -4 || power >= significant
        ? exponent(significant - 1)
        : magnitude.toFixed(Math.max(0, significant - 1 - power));
    if (!flags.includes('#') && body.includes('.')) body = body.replace(/\.?0+(?=e|$)/, '');
  } else body = magnitude.toString(16);
  return sign(negative, flags) + (/[EGFA]/.test(type) ? body.toUpperCase() : body);
}

function sign(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function pad(body: string, width: number, flags: string, noZeros: boolean): string {
  if (flags.includes('-')) return body.padEnd(width);
  if (!flags.includes('0') || noZeros) return body.padStart(width);
  const head = /^[-+ ]?(?:0x)?/i.exec(body)?.[0] ?? '';
  return head + body.slice(head.length).padStart(width - head.length, '0');
}

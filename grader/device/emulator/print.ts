import { TamperedRecord } from '../tampered.ts';

/** The text of what a launch printed. */
export interface Printed {
  readonly text: string;
  /** True if there was more text than allowed. */
  readonly isCut: boolean;
}

/**
 * Formats what device printf recorded: per record its length, the format, then the arguments
 * (native/emulator/runtime/print.c). Work and memory stay in proportion to `maxCharacters`, whatever widths and
 * precisions the formats ask for.
 * @throws TamperedRecord if a record does not have the form that the runtime writes
 */
export function formatPrinted(bytes: Uint8Array, maxCharacters: number): Printed {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sink = new Sink(maxCharacters);
  for (let at = 0; at < bytes.length && !sink.isFull; ) {
    const length = bytes.length - at < LEAST_RECORD ? 0 : view.getUint32(at, true);
    if (length < LEAST_RECORD || length > bytes.length - at) throw new TamperedRecord('device printf');
    formatRecord(new PrintRecord(view, at + 4, at + length), sink);
    at += length;
  }
  return { text: sink.text, isCut: sink.isFull };
}

/** A length and an empty format. */
const LEAST_RECORD = 5;
/** Digits of a floating-point number that are computed; zeros follow. */
const MAX_DIGITS = 100;
/** A character that may be between `%` and the letter of a conversion. */
const BETWEEN = /[-+ #0-9.*hljztL]/;
/** The letters of conversions. */
const CONVERSIONS = /[diouxXcsnpeEfFgGaA]/;
/** The most arguments of a call: what comes after them is printed as it is written. */
const MAX_ARGUMENTS = 32;

/** Text with an end. */
class Sink {
  readonly #parts: string[] = [];
  #left: number;
  isFull = false;

  constructor(maxCharacters: number) {
    this.#left = maxCharacters;
  }

  /** Adds text with `before` fill characters in front of it and `after` spaces behind it. */
  add(text: string, before = 0, fill = ' ', after = 0): void {
    for (const [piece, count] of [[fill, before] as const, [text, 1] as const, [' ', after] as const]) {
      const wanted = piece.length * count;
      const kept = Math.min(wanted, this.#left);
      if (kept < wanted) this.isFull = true;
      this.#left -= kept;
      if (kept > 0) this.#parts.push(count === 1 ? piece.slice(0, kept) : piece.repeat(kept));
    }
  }

  get text(): string {
    return this.#parts.join('');
  }
}

/** One call of printf, read from its beginning to its end. */
class PrintRecord {
  readonly #view: DataView;
  readonly #end: number;
  #at: number;

  constructor(view: DataView, start: number, end: number) {
    this.#view = view;
    this.#at = start;
    this.#end = end;
  }

  text(): string {
    const from = this.#at;
    let end = from;
    while (end < this.#end && this.#view.getUint8(end) !== 0) end++;
    if (end === this.#end) throw new TamperedRecord('device printf');
    this.#at = end + 1;
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + from, end - from));
  }

  word(): number {
    return this.#view.getInt32(this.#take(4), true);
  }

  float(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  long(signed: boolean): bigint {
    const at = this.#take(8);
    return signed ? this.#view.getBigInt64(at, true) : this.#view.getBigUint64(at, true);
  }

  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#end) throw new TamperedRecord('device printf');
    this.#at += bytes;
    return at;
  }
}

/** What stands between `%` and the letter of a conversion. */
interface Conversion {
  readonly flags: string;
  readonly width: number;
  /** null if the format gives none. */
  readonly precision: number | null;
}

function formatRecord(record: PrintRecord, sink: Sink): void {
  const format = record.text();
  let left = MAX_ARGUMENTS;
  for (let at = 0; at < format.length && !sink.isFull; ) {
    const percent = format.indexOf('%', at);
    sink.add(format.slice(at, percent < 0 ? format.length : percent));
    if (percent < 0) return;
    at = percent + 1;
    if (format[at] === '%') {
      sink.add('%');
      at++;
      continue;
    }
    const from = at;
    while (at < format.length && BETWEEN.test(format[at] ?? '')) at++;
    const type = format[at];
    const between = format.slice(from, at);
    if (type === undefined) return;
    at++;
    const stars = between.match(/\*/g)?.length ?? 0;
    if (type === '%') sink.add('%');
    else if (!CONVERSIONS.test(type)) {
      sink.add('%');
      at = from;
    } else if (stars + 1 > left) {
      left = 0;
      sink.add(`%${between}${type}`);
    }
    if (!CONVERSIONS.test(type) || stars + 1 > left) continue;
    left -= stars + 1;
    // The runtime has recorded a word for each `*`, and then a value.
    const given = Array.from({ length: stars }, () => record.word());
    const conversion = conversionOf(between, given);
    const bits = between.includes('hh') ? 8 : between.includes('h') ? 16 : 32;
    convert(record, sink, type, conversion, isWide(between, type) ? 64 : bits);
  }
}

/** True if a conversion takes 64 bits. */
function isWide(between: string, type: string): boolean {
  const longs = (between.match(/[lzt]/g)?.length ?? 0) + (between.includes('j') ? 2 : 0);
  return type === 'p' || type === 'n' || longs > (type === 'c' ? 1 : 0);
}

/** Reads flags, width and precision; numbers beyond those of a C `int` count as 0. */
function conversionOf(between: string, given: readonly number[]): Conversion {
  const stars = [...given];
  const number = (text: string | undefined) =>
    text === '*' ? (stars.shift() ?? 0) : Math.min(Number(text ?? 0), 0x7fff_ffff);
  const [, flags = '', width, point, precision] = /^([-+ #0]*)(\*|\d+)?(?:(\.)(\*|\d+)?)?/.exec(between) ?? [];
  const asked = number(width);
  const digits = point === undefined ? -1 : number(precision);
  return {
    flags: asked < 0 ? `${flags}-` : flags,
    width: Math.abs(asked),
    precision: digits < 0 ? null : digits,
  };
}

function convert(record: PrintRecord, sink: Sink, type: string, conversion: Conversion, bits: number): void {
  const { precision } = conversion;
  if (type === 's') {
    pad(sink, record.text().slice(0, precision ?? undefined), 0, conversion, true);
    return;
  }
  if (/[eEfFgGaA]/.test(type)) {
    const { body, zeros, exponent } = formatFloat(record.float(), type, conversion);
    padNumber(sink, body, zeros, exponent, conversion);
    return;
  }
  const signed = type === 'd' || type === 'i';
  const value = bits === 64 ? record.long(signed) : record.word();
  if (type === 'c') {
    pad(sink, String.fromCharCode(Number(BigInt.asUintN(8, BigInt(value)))), 0, conversion, true);
    return;
  }
  if (!/[diouxXp]/.test(type)) return;
  const whole = (signed ? BigInt.asIntN : BigInt.asUintN)(bits, BigInt(value));
  if (type === 'p' && whole === 0n) {
    // The words of glibc, which a GPU's host formats with.
    pad(sink, '(nil)', 0, conversion, true);
    return;
  }
  const { head, digits } = formatInteger(whole, type, conversion.flags);
  const least = type === 'o' && conversion.flags.includes('#') && whole !== 0n ? digits.length + 1 : 1;
  // A zero with a precision of 0 has no digits.
  const isEmpty = precision === 0 && whole === 0n && least === 1;
  const shown = isEmpty ? '' : digits;
  const zeros = isEmpty ? 0 : Math.max(0, Math.max(precision ?? 1, least) - digits.length);
  pad(sink, shown, zeros, conversion, precision !== null, head);
}

function formatInteger(value: bigint, type: string, flags: string): { head: string; digits: string } {
  const magnitude = value < 0n ? -value : value;
  if (type === 'p') return { head: '0x', digits: magnitude.toString(16) };
  const radix = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
  const digits = magnitude.toString(radix);
  const prefix = flags.includes('#') && radix === 16 && magnitude !== 0n ? '0x' : '';
  const upper = type === 'X' ? (text: string) => text.toUpperCase() : (text: string) => text;
  return { head: sign(value < 0n, flags) + upper(prefix), digits: upper(digits) };
}

/** A number's text, zeros that follow its digits, and the exponent behind them. */
interface FloatText {
  readonly body: string;
  readonly zeros: number;
  readonly exponent: string;
}

function formatFloat(value: number, type: string, { precision: given, flags }: Conversion): FloatText {
  const negative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  const upper = /[EGFA]/.test(type);
  const parts = (body: string, zeros = 0): FloatText => {
    const text = sign(negative, flags) + (upper ? body.toUpperCase() : body);
    const at = zeros > 0 ? text.search(/e[+-]/i) : -1;
    return at < 0 ? { body: text, zeros, exponent: '' } : { body: text.slice(0, at), zeros, exponent: text.slice(at) };
  };
  if (!Number.isFinite(magnitude)) return parts(Number.isNaN(value) ? 'nan' : 'inf');
  if (/[aA]/.test(type)) return parts(hexadecimal(magnitude, given, flags.includes('#')));
  const precision = given ?? 6;
  const computed = Math.min(MAX_DIGITS, precision);
  const exponential = (digits: number) => {
    const [mantissa = '', power = ''] = magnitude.toExponential(digits).split('e');
    const exact = magnitude.toExponential(MOST_DIGITS);
    return `${toEven(mantissa, exact, digits)}e${power.replace(/^([+-])(\d)$/, '$10$2')}`;
  };
  // `#` asks for a point even if nothing follows it.
  const point = flags.includes('#') && precision === 0 ? '.' : '';
  if (/[fF]/.test(type)) return parts(fixed(magnitude, computed) + point, precision - computed);
  if (/[eE]/.test(type)) return parts(exponential(computed).replace('e', `${point}e`), precision - computed);
  const significant = Math.min(MAX_DIGITS, Math.max(1, precision));
  const power = magnitude === 0 ? 0 : Number(magnitude.toExponential(significant - 1).split('e')[1]);
  const body =
    power < -4 || power >= significant
      ? exponential(significant - 1)
      : fixed(magnitude, Math.max(0, significant - 1 - power));
  return parts(!flags.includes('#') && body.includes('.') ? body.replace(/\.?0+(?=e|$)/, '') : body);
}

/** The same as C's `%a` of a number that is not negative: a power of two, and digits of 4 bits each. */
function hexadecimal(magnitude: number, precision: number | null, withPoint: boolean): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, magnitude);
  const bits = view.getBigUint64(0);
  const field = Number(bits >> 52n);
  const exponent = magnitude === 0 ? 0 : Math.max(field, 1) - 1023;
  // The digit before the point, and 13 after it.
  let digits = (bits & ((1n << 52n) - 1n)) | (field > 0 ? 1n << 52n : 0n);
  let count = 13;
  if (precision !== null && precision < count) {
    const dropped = BigInt(4 * (count - precision));
    const [half, rest] = [1n << (dropped - 1n), digits & ((1n << dropped) - 1n)];
    digits >>= dropped;
    if (rest > half || (rest === half && (digits & 1n) === 1n)) digits++;
    count = precision;
  }
  const text = digits.toString(16).padStart(count + 1, '0');
  const after = text.slice(text.length - count, text.length);
  const shown = precision === null ? after.replace(/0+$/, '') : after.padEnd(Math.min(MAX_DIGITS, precision), '0');
  const point = shown !== '' || withPoint ? '.' : '';
  return `0x${text.slice(0, text.length - count)}${point}${shown}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

/** The same as C's `%.*f`: large numbers have all of their digits. */
function fixed(magnitude: number, digits: number): string {
  if (magnitude < 1e21) {
    const shown = Math.min(MAX_DIGITS, digits);
    return toEven(magnitude.toFixed(shown), magnitude.toFixed(MOST_DIGITS), shown);
  }
  const whole = BigInt(magnitude).toString();
  return digits > 0 ? `${whole}.${'0'.repeat(digits)}` : whole;
}

/** The most digits after the point that JavaScript writes. */
const MOST_DIGITS = 100;

/**
 * Rounds a number that lies exactly between two others to the even one, as C does; JavaScript rounds it up.
 * @param rounded - with `digits` digits after the point
 * @param exact - with all digits after the point
 */
function toEven(rounded: string, exact: string, digits: number): string {
  const rest = /^\d+\.(\d*)/.exec(exact)?.[1]?.slice(digits) ?? '';
  const last = Number(rounded.at(-1));
  return /^50*$/.test(rest) && last % 2 === 1 ? rounded.slice(0, -1) + String(last - 1) : rounded;
}

function sign(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function padNumber(sink: Sink, body: string, zeros: number, exponent: string, { flags, width }: Conversion): void {
  const missing = Math.max(0, width - body.length - zeros - exponent.length);
  const left = flags.includes('-');
  const withZeros = !left && flags.includes('0') && /\d/.test(body);
  const head = withZeros ? (/^[-+ ]?(?:0[xX](?=.*[pP]))?/.exec(body)?.[0] ?? '') : '';
  if (!left && !withZeros) sink.add('', missing);
  sink.add(head);
  sink.add(body.slice(head.length), withZeros ? missing : 0, '0');
  sink.add(exponent, zeros, '0', left ? missing : 0);
}

/** @param zeros - how many zeros are between `head` and `body` */
function pad(sink: Sink, body: string, zeros: number, { flags, width }: Conversion, noZeros: boolean, head = ''): void {
  const missing = Math.max(0, width - head.length - zeros - body.length);
  const left = flags.includes('-');
  const withZeros = !left && flags.includes('0') && !noZeros;
  if (!left && !withZeros) sink.add('', missing);
  sink.add(head);
  sink.add(body, zeros + (withZeros ? missing : 0), '0', left ? missing : 0);
}

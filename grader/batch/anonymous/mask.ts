/** A name, id or address that must not be shown, and what is shown in its place. */
export interface Secret {
  readonly text: string;
  readonly shown: string;
}

/** Replaces what identifies students by their pseudonyms. */
export interface Mask {
  /** Masks plain text, such as a source, a file name or a message. */
  text(text: string): string;
  /** Masks a page: its text and the attributes that people see, not its tags, styles and scripts. */
  html(page: string): string;
  /** Masks every string of a value. */
  value<Value>(value: Value): Value;
}

/** Stands for a name that several students share: one pseudonym would point at one of them. */
const SHARED = 'student';
/** Shorter ones are parts of too many words. */
const MIN_LENGTH = 2;
/** Parts of identifiers are compared with secrets of this length or more. */
const MIN_PART = 3;
/** Addresses are masked even if the roster does not know them. */
const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/**
 * Makes a mask. A secret is replaced wherever it stands as a word, in any case, and as a part of an identifier
 * (`adaKernel`, `gray_ada`).
 * @param secrets - longer ones go before shorter ones
 * @param vocabulary - words in lower case that programs use: a secret among them (`max`, `grace`) is replaced only where
 * it is written as the secret is, with a capital
 */
export function maskOf(secrets: readonly Secret[], vocabulary: ReadonlySet<string>): Mask {
  const shown = new Map<string, string>();
  const exact = new Map<string, string>();
  for (const secret of [...secrets].sort((a, b) => b.text.length - a.text.length)) {
    const text = secret.text.normalize('NFC').trim();
    if ([...text].length < MIN_LENGTH) continue;
    const lower = text.toLowerCase();
    const [masks, own] = vocabulary.has(lower) ? [exact, text] : [shown, lower];
    if (own === lower && masks === exact) continue;
    const before = masks.get(own);
    masks.set(own, before === undefined || before === secret.shown ? secret.shown : SHARED);
  }
  const words = [...shown.keys(), ...exact.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const whole =
    words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?=s?(?![\\p{L}\\p{N}@]))`, 'giu');
  const replace = (word: string): string => exact.get(word) ?? shown.get(word.toLowerCase()) ?? word;
  const part = (word: string): string => ([...word].length < MIN_PART ? word : replace(word));
  const text = (given: string): string => {
    const normal = given.normalize('NFC');
    const addressed = normal.replace(ADDRESS, (address) => shown.get(address.toLowerCase()) ?? 'address');
    const masked = whole === null ? addressed : addressed.replace(whole, replace);
    // Identifiers: a word with capitals inside, which the expression above takes for one.
    return masked.replace(/[\p{L}\p{N}]+/gu, (word) =>
      shown.has(word.toLowerCase()) ? replace(word) : word.replace(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu, part),
    );
  };
  return {
    text,
    html: (page) =>
      page
        .split(/(<(?:style|script)\b[\s\S]*?<\/(?:style|script)>|<!--[\s\S]*?-->|<[^>]*>)/)
        .map((piece, index) => (index % 2 === 0 ? text(piece) : maskAttributes(piece, text)))
        .join(''),
    value: <Value>(value: Value) => mapStrings(value, text) as Value,
  };
}

function maskAttributes(tag: string, text: (given: string) => string): string {
  if (/^<(?:style|script|!--)/.test(tag)) return tag;
  return tag.replace(
    /\b(title|aria-label|alt)="([^"]*)"/g,
    (_, name: string, value: string) => `${name}="${text(value)}"`,
  );
}

/** Returns a value with every string changed. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapStrings(one, change)]));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}

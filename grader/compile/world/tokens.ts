/** A token after preprocessing, and the line of the submission that it is told to be in. */
export interface Token {
  readonly text: string;
  readonly line: number;
}

const LINE_MARKER = /^#\s*(?:line\s+)?(\d+)\s+"((?:\\.|[^"\\])*)"/;
const TOKEN =
  /(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?:u8|[uUL])?'(?:\\.|[^'\\\n])*'|\.?\d(?:[eEpP][+-]|'\w|[\w.])*|[\w$\u0080-\uffff]+|\S/g;

/**
 * The tokens of one file in a preprocessor's output. Signs are single characters, because preprocessors put spaces in
 * different places; pragmas are left out, because they print them differently.
 * @param isOwn - does a linemarker's name mean the file
 * @param ends - does it mean what comes after the file
 * @param pragmas - is given each pragma of the file, as one token
 */
export function tokensOf(
  output: string,
  isOwn: (name: string) => boolean,
  ends: (name: string) => boolean = () => false,
  pragmas: Token[] = [],
): Token[] {
  const tokens: Token[] = [];
  let own = false;
  let line = 0;
  let pending = '';
  let pendingLine = 0;
  const flush = () => {
    for (const [text] of pending.matchAll(TOKEN)) tokens.push({ text, line: pendingLine });
    pending = '';
  };
  for (const raw of output.split('\n')) {
    const marker = LINE_MARKER.exec(raw);
    if (marker) {
      flush();
      const name = marker[2] ?? '';
      if (ends(name)) break;
      own = isOwn(name);
      line = Number(marker[1]);
      continue;
    }
    if (own && /^\s*#\s*pragma\b/.test(raw)) pragmas.push({ text: raw, line });
    else if (own) {
      if (pending !== '' && !isOpenRaw(pending)) flush();
      if (pending === '') pendingLine = line;
      pending += pending === '' ? raw : `\n${raw}`;
    }
    line += 1;
  }
  flush();
  return tokens;
}

/** A raw literal goes on in the next line. */
function isOpenRaw(text: string): boolean {
  const last = text.lastIndexOf('R"');
  if (last < 0) return false;
  const [whole = '', delimiter = ''] = /^R"([^\s()\\]{0,16})\(/.exec(text.slice(last)) ?? [];
  return whole !== '' && !text.slice(last).includes(`)${delimiter}"`);
}

/** The line of the first token that is not the same in both; null if there is none. */
export function firstDifference(here: readonly Token[], there: readonly Token[]): number | null {
  const shared = Math.min(here.length, there.length);
  for (let at = 0; at < shared; at++) if (here[at]?.text !== there[at]?.text) return here[at]?.line ?? 0;
  if (here.length === there.length) return null;
  return (here[shared] ?? there[shared])?.line ?? 0;
}

/** The first line that has tokens in one and none in the other; null if there is none. */
export function firstLineOfOne(here: readonly Token[], there: readonly Token[]): number | null {
  const [ofHere, ofThere] = [here, there].map((tokens) => new Set(tokens.map(({ line }) => line)));
  const lines = [...(ofHere ?? [])].filter((line) => !ofThere?.has(line));
  const others = [...(ofThere ?? [])].filter((line) => !ofHere?.has(line));
  return [...lines, ...others].sort((a, b) => a - b)[0] ?? null;
}

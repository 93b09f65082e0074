/** Where text goes, or bytes of others that pass through: the process's streams, or a test's. */
export interface Output {
  write(content: string | Uint8Array): void;
  readonly isTTY: boolean;
  /** Width in characters, where it is known. */
  readonly columns: number | undefined;
}

/** Colours only on a terminal, and where neither `NO_COLOR` (https://no-color.org) nor a dumb terminal is asked for. */
export function usesColor(output: Output, env: NodeJS.ProcessEnv = process.env): boolean {
  return output.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Characters in a line of text for people: the terminal's width within what reads well, 80 where there is none. */
export function textWidth(output: Output): number {
  // A terminal that was not told its size has 0 columns.
  const columns = (output.isTTY && output.columns) || 80;
  return Math.min(110, Math.max(40, columns));
}

/**
 * Text without control characters (line feeds and tabs stay), and without those that make a terminal or a page show text
 * in another order than it has: what a file is called must not drive a terminal, and a quoted line must read as it is.
 */
export function printable(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    '\ufffd',
  );
}

/** The same as one line: a name with a line feed in it must not look like the next message. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', '\ufffd');
}

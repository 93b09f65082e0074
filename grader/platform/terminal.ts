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

/** Text without control characters (line feeds and tabs stay): what a file is called must not drive a terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

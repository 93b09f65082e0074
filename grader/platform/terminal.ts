/** Where text goes: the process's streams, or a test's. */
export interface Output {
  write(text: string): void;
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
  const columns = output.isTTY ? (output.columns ?? 80) : 80;
  return Math.min(110, Math.max(40, columns));
}

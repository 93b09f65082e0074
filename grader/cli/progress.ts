import { printableLine, textWidth } from '../platform/index.ts';
import type { Progress } from './grader.ts';
import type { Io } from './io.ts';

/** Time after which a step is worth a line where there is no terminal to rewrite. */
const QUIET_MS = 2000;

export interface ProgressLine {
  show(progress: Progress): void;
  /** Takes the line away. */
  clear(): void;
}

/** One line on stderr that is rewritten on a terminal; elsewhere a line for each activity of work that takes long. */
export function progressLine(io: Pick<Io, 'stderr'>, now: () => number = () => performance.now()): ProgressLine {
  const { stderr } = io;
  const started = now();
  let shown = '';
  let activity = '';
  return {
    show(progress) {
      const count = progress.total > 0 ? ` ${progress.done}/${progress.total}` : '';
      const text = `${printableLine(progress.activity)}${count} ...`;
      if (stderr.isTTY) {
        const line = text.slice(0, textWidth(stderr) - 1);
        if (line !== shown) stderr.write(`\r\u001b[2K${line}`);
        shown = line;
      } else if (progress.activity !== activity && now() - started > QUIET_MS) stderr.write(`${text}\n`);
      activity = progress.activity;
    },
    clear() {
      if (shown !== '') stderr.write('\r\u001b[2K');
      shown = '';
    },
  };
}

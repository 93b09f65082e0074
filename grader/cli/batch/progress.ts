import type { BatchProgress } from '../../batch/index.ts';
import { textWidth } from '../../platform/index.ts';
import type { Io } from '../io.ts';

/** Between two lines where there is no terminal to rewrite. */
const LINE_MS = 15_000;
/** A terminal is not written to more often. */
const REWRITE_MS = 200;

export interface BatchProgressLine {
  show(progress: BatchProgress): void;
  /** Says where it stands once more, and ends the line. */
  end(): void;
}

/** Counts, rate and time left: one line that is rewritten on a terminal, a line now and then in a log. */
export function batchProgress(io: Pick<Io, 'stderr'>, now: () => number = () => performance.now()): BatchProgressLine {
  const { stderr } = io;
  const started = now();
  let last = Number.NEGATIVE_INFINITY;
  let shown: BatchProgress | null = null;
  let saidAt = -1;
  const say = (progress: BatchProgress): void => {
    const text = words(progress, now() - started);
    if (stderr.isTTY) stderr.write(`\r\u001b[2K${text.slice(0, textWidth(stderr) - 1)}`);
    else stderr.write(`${text}\n`);
    last = now();
    saidAt = progress.done;
  };
  return {
    show(progress) {
      shown = progress;
      if (progress.total > 0 && now() - last >= (stderr.isTTY ? REWRITE_MS : LINE_MS)) say(progress);
    },
    end() {
      if (shown && shown.total > 0 && saidAt !== shown.done) say(shown);
      if (stderr.isTTY && saidAt >= 0) stderr.write('\n');
    },
  };
}

function words({ done, total, passed, failed, faults }: BatchProgress, elapsedMs: number): string {
  const rate = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  const parts = [`graded ${done}/${total}`, `${passed} passed`, `${failed} failed`];
  if (faults > 0) parts.push(`${faults} not gradable here`);
  if (done > 0) parts.push(`${rate.toFixed(rate < 10 ? 1 : 0)}/s`);
  if (done > 0 && done < total) parts.push(`${duration((total - done) / rate)} left`);
  if (done === total) parts.push(`in ${duration(elapsedMs / 1000)}`);
  return parts.join(', ');
}

/** `42 s`, `3:07 min`, `1:02:03 h`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (count: number): string => String(count).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}:${two(whole % 60)} min`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)} h`;
}

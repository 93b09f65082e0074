import { beginning, isSignedBy, type JournalKey, readLine } from './chain.ts';
import { type JournalHead, REMOVED } from './journal.ts';

/** The result of verifying the signatures of a journal. */
export interface ChainReport {
  /** Lines that are signed. */
  readonly signed: number;
  /** Lines before the first signature, which an earlier version of the grader wrote. */
  readonly unsigned: number;
  /** 1-based lines that a crash tore. They are no events. */
  readonly torn: readonly number[];
  /** The names of the keys that signed lines, in the order of their first line. */
  readonly keys: readonly JournalKey['name'][];
  /** A sentence per line that was changed, added or removed. */
  readonly problems: readonly string[];
  readonly head: JournalHead;
}

/**
 * Verifies that each line follows the one before it.
 * @param lines - of the file
 * @param keys - the first one signs; others may have signed lines before its first one, and none after it
 * @param heads - signatures that the journal had at an earlier time; it must still have them
 */
export function verifyChain(
  lines: readonly string[],
  keys: readonly JournalKey[],
  heads: readonly string[] = [],
): ChainReport {
  const problems: string[] = [];
  const torn: number[] = [];
  const used = new Set<JournalKey['name']>();
  const removed: number[] = [];
  const forgotten = new Set<number>();
  const macs = new Set<string>();
  const first = lines.findIndex((line) => readLine(line).mac !== null);
  const legacy = first === -1 ? [] : lines.slice(0, first);
  for (const [index, line] of (first === -1 ? lines : legacy).entries()) {
    // Versions that did not sign lines did not write the user either.
    if (line !== '' && eventOf(line)?.by !== undefined) {
      problems.push(`line ${index + 1} has no signature: it was removed by hand.`);
    }
  }
  let before = beginning(legacy.map((line) => `${line}\n`).join(''));
  let signed = 0;
  let allowed = keys;
  for (const [index, line] of first === -1 ? [] : [...lines.entries()].slice(first)) {
    if (line === '') continue;
    const number = index + 1;
    const read = readLine(line);
    const event = eventOf(read.body);
    if (read.mac === null) {
      if (event === null) torn.push(number);
      else problems.push(`line ${number} is not signed: it was added or changed by hand.`);
      continue;
    }
    signed += 1;
    if (event?.event === REMOVED) removed.push(number);
    else {
      const key = allowed.find((candidate) => isSignedBy(read, before, candidate));
      if (key === keys[0]) allowed = keys.slice(0, 1);
      if (key === undefined) {
        problems.push(
          `line ${number} does not follow the line before it: one of them was changed, or lines between them were removed or added.`,
        );
      } else {
        used.add(key.name);
        if (event?.event === 'forgotten') for (const one of event.lines ?? []) forgotten.add(one);
      }
    }
    before = read.mac;
    macs.add(before);
  }
  for (const number of removed) {
    if (!forgotten.has(number))
      problems.push(`line ${number} was removed, and no later line says that a student was forgotten.`);
  }
  for (const head of heads) {
    if (!macs.has(head))
      problems.push(`no line has the signature ${head.slice(0, 12)}… any more: lines were removed from the end.`);
  }
  const count = lines.filter((line) => line !== '').length;
  return {
    signed,
    unsigned: first === -1 ? count : legacy.filter((line) => line !== '').length,
    torn,
    keys: [...used],
    problems,
    head: { lines: count, mac: signed === 0 ? null : before },
  };
}

function eventOf(
  body: string,
): { readonly event?: string; readonly by?: string; readonly lines?: readonly number[] } | null {
  try {
    return JSON.parse(body) as { event?: string; by?: string; lines?: number[] } | null;
  } catch {
    return null;
  }
}

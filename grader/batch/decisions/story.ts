import type { JournalLine } from '../state/journal.ts';

/** The part of an event's sentence that names the attempt, from the folder's name. */
type Named = (folder: string) => string;

/**
 * Tells the events of a grade in their order, a sentence per event.
 * @param attemptOf - what people call the attempt in a folder, e.g. `attempt 1`
 */
export function storyOf(events: readonly JournalLine[], attemptOf: Named): readonly string[] {
  return events.map((event) => `${event.at} ${sentenceOf(event, attemptOf)}`);
}

function sentenceOf(event: JournalLine, attemptOf: Named): string {
  const by = event.by === undefined ? '' : ` by ${event.by}`;
  switch (event.event) {
    case 'added':
      return `${attemptOf(event.attempt)} was taken in${by}${handedInAt(event)}${because(event.reason ?? null)}`;
    case 'chosen':
      return `the file of ${attemptOf(event.attempt)} was named${by}${because(event.reason)}`;
    case 'given':
      return event.student === null
        ? `${attemptOf(event.attempt)} belongs to no student${by}${because(event.reason)}`
        : `${attemptOf(event.to ?? event.attempt)} was given to ${event.student}${by}; it was held as ${event.attempt}${because(event.reason)}`;
    case 'time':
      return `the time of ${attemptOf(event.attempt)} was set${by}, as ${event.from === 'staff' ? 'staff say' : 'the platform says'}: ${shownTime(event.before)} -> ${shownTime(event.after)}${because(event.reason)}`;
    case 'replaced':
      return `${attemptOf(event.attempt)} was replaced by another file${by}`;
    case 'graded':
      return `${attemptOf(event.attempt)} was graded${engineOf(event)}: ${resultOf(event)}${event.note === undefined ? '' : `. ${event.note}`}`;
    case 'found':
      return `${attemptOf(event.attempt)} had a result after an interruption: ${resultOf(event)}`;
    case 'proposed':
      return `${attemptOf(event.attempt)} was graded again${engineOf(event)}, which is proposed: ${resultOf(event)}`;
    case 'regrade':
      return `${attemptOf(event.attempt)} was sent to be graded again${by}${because(event.reason)}`;
    case 'applied':
      return `the proposed result of ${attemptOf(event.attempt)} was applied${by}: ${event.before} -> ${resultOf(event)}${because(event.reason)}`;
    case 'fault':
      return `${attemptOf(event.attempt)} could not be graded: ${event.message}`;
    case 'decided':
      return `a decision was taken${byOf(event)}: ${decisionOf(event)}${because(event.reason)}`;
    case 'withdrawn':
      return `a decision was withdrawn${by}: ${decisionOf(event)}`;
    case 'requested':
      return `the student asked to look again: ${JSON.stringify(event.message)}`;
    case 'sending':
      return `a push to ${event.to} began${by}: ${event.what}`;
    case 'sent':
      return `it was sent to ${event.to}${by}: ${event.what}`;
    case 'refused':
      return `${event.to} refused it: ${event.reason ?? event.what}`;
    case 'edited':
      return `files were changed by hand before this: ${Object.keys(event.files).join(', ')}`;
    default:
      return event.event;
  }
}

/** Returns a moment as it is shown: UTC is always `Z`. */
export function shownTime(time: string | null): string {
  return time?.replace(/[+-]00:?00$/, 'Z') ?? 'unknown';
}

function handedInAt({ submittedAt }: { readonly submittedAt?: string | null }): string {
  return submittedAt ? `, handed in at ${shownTime(submittedAt)}` : '';
}

function resultOf({ verdict, score, maxScore }: { verdict: string; score: number; maxScore: number }): string {
  return `${verdict}, ${score} of ${maxScore}`;
}

function engineOf({ engine }: { readonly engine?: string | undefined }): string {
  return engine === undefined ? '' : ` by ${engine}`;
}

function because(reason: string | null): string {
  return reason === null ? '' : `. Reason: ${JSON.stringify(reason)}`;
}

/** The row of `overrides.csv` can name who decided, and when. If not, the user of the command did, when it ran. */
function byOf({
  decidedBy,
  date,
  by,
  at,
}: {
  readonly decidedBy: string | null;
  readonly date: string | null;
  readonly by?: string;
  readonly at: string;
}): string {
  const user = by === undefined ? '' : ` by ${by}`;
  const own = decidedBy === null || decidedBy === by ? null : decidedBy;
  const day = date === null || date.slice(0, 10) === at.slice(0, 10) ? '' : ` on ${date.slice(0, 10)}`;
  if (own === null) return `${user}${day}`;
  return ` by ${own}${day}${by === undefined ? '' : `, recorded by ${by}`}`;
}

/** Returns a decision in words, e.g. `85 points, comment to the student: "late train"`. */
export function decisionOf(decision: {
  readonly set: number | null;
  readonly add: number | null;
  readonly excused: boolean | null;
  readonly comment: string | null;
  readonly until: string | null;
}): string {
  const { set, add, excused, comment, until } = decision;
  const parts = [
    ...(set === null ? [] : [`${set} points`]),
    ...(add === null ? [] : [`${add < 0 ? '' : '+'}${add} points`]),
    ...(excused === null ? [] : [excused ? 'excused' : 'not excused']),
    ...(set === null && add === null && excused === null ? ['the grade stands'] : []),
    ...(comment === null ? [] : [`comment to the student: ${JSON.stringify(comment)}`]),
    ...(until === null ? [] : [`until ${until}`]),
  ];
  return parts.join(', ');
}

import type { Finding } from '../result/index.ts';
import { hostCopyDoes, outOfBoundsDoes, tileDoes } from './faults.ts';
import { factsOf } from './finding.ts';
import { lacksBarrier } from './races.ts';
import { type Relation, relationOf } from './relations.ts';
import { list, number } from './text.ts';

/** Findings that one change fixes. */
export interface Cause<F extends Finding> {
  readonly first: F;
  /** The others, in their order. */
  readonly also: readonly F[];
}

/** Each is compared with all before it; nobody reads more. */
const MOST_COMPARED = 150;

interface Gap {
  readonly kind: 'between' | 'before-next' | 'in-loop';
  readonly after: number;
  readonly before: number;
}

/**
 * One mistake shows at many places. Findings that the same change fixes are one problem: races that one barrier ends,
 * accesses that one guard keeps inside, what is seen again at the same place, outputs that are missing alike.
 * Everything else stands alone.
 */
export function causesOf<F extends Finding>(findings: readonly F[]): Cause<F>[] {
  const causes: { first: F; also: F[]; gap: Gap | null }[] = [];
  const compared = rootsFirst(findings.slice(0, MOST_COMPARED));
  for (const finding of compared) {
    const gap = gapOf(finding);
    const met = gap && causes.find((cause) => cause.gap && isSame(cause.first, finding) && meet(cause.gap, gap));
    const known = met ?? causes.find((cause) => relationTo(cause, finding) !== null);
    if (!known) {
      causes.push({ first: finding, also: [], gap });
      continue;
    }
    known.also.push(finding);
    if (met) known.gap = meet(met.gap, gap);
  }
  const others = findings.slice(MOST_COMPARED).map((first) => ({ first, also: [] }));
  return [...causes.map(({ first, also }) => ({ first, also })), ...others];
}

/** Where each thread stores to one shared place, what the others read there is a matter of chance for that reason. */
function rootsFirst<F extends Finding>(findings: readonly F[]): F[] {
  const order = [...findings];
  for (const root of findings) {
    const earlier = order.findIndex((finding) => relationOf(root, finding) === 'read-by-others');
    const at = order.indexOf(root);
    if (earlier < 0 || earlier > at) continue;
    order.splice(at, 1);
    order.splice(earlier, 0, root);
  }
  return order;
}

function relationTo<F extends Finding>({ first, also }: Cause<F>, finding: F): Relation | null {
  for (const known of [first, ...also]) {
    const relation = relationOf(known, finding);
    if (relation !== null) return relation;
  }
  return null;
}

function isSame(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.severity === b.severity && a.kernel === b.kernel && a.file === b.file;
}

/** The lines between which a barrier is missing. */
function gapOf(finding: Finding): Gap | null {
  const { line, related } = finding;
  const other = related?.[0]?.line;
  if (line === undefined || other === undefined || related?.length !== 1) return null;
  const facts = factsOf(finding);
  if (facts?.detail.kind !== 'race' || !lacksBarrier({ ...facts, detail: facts.detail })) return null;
  const { missingBarrier: kind = 'same-line' } = facts.detail;
  return kind === 'same-line' ? null : { kind, after: Math.min(line, other), before: Math.max(line, other) };
}

/** What lies between the ends of both; null where nothing does. */
function meet(a: Gap | null, b: Gap | null): Gap | null {
  if (!a || !b) return null;
  const [after, before] = [Math.max(a.after, b.after), Math.min(a.before, b.before)];
  return a.kind === b.kind && after < before ? { kind: a.kind, after, before } : null;
}

/**
 * What else one cause was seen to do: `The same barrier is missing for line 17 with line 21.`, `In the same way, line 8
 * reads just past the end of n.`; `null` if there is nothing to say.
 */
export function wordAlso(cause: Cause<Finding>): string | null {
  const { first, also } = cause;
  const of = (relation: Relation) =>
    also.filter((finding) => relationTo(withoutSelf(cause, finding), finding) === relation);
  const lines = ({ line, related }: Finding): string => [line, related?.[0]?.line].sort().join();
  const barriers = gapOf(first)
    ? also.filter((finding) => isSame(first, finding) && gapOf(finding) && lines(finding) !== lines(first))
    : [];
  const accesses = accessesOf(first, of('access'));
  const sentences = [
    said(
      barriers,
      (places) => `The same barrier is missing for ${list(places)}.`,
      ({ line = 0, related }) => {
        return `line ${number(line)} with line ${number(related?.[0]?.line ?? 0)}`;
      },
    ),
    accesses.length > 0 ? `In the same way, ${list(accesses)}.` : null,
    said(
      of('again'),
      (places) => `The same is true of ${list(places)}.`,
      (finding) => {
        return finding.line === first.line ? 'another place in this line' : lineOf(finding);
      },
    ),
    said(
      of('other-output'),
      (names) => `The same is true of ${list(names)}.`,
      ({ detail }) => (detail && 'output' in detail ? detail.output : ''),
    ),
    said(of('same-threads'), (lines) => `The same two threads also race in ${list(lines)}.`, lineOf),
    said(
      of('read-by-others'),
      (lines) => `The value that ${list(lines)} reads is therefore undefined too.`,
      (finding) => {
        return `line ${number((finding.line === first.line ? finding.related?.[0]?.line : finding.line) ?? 0)}`;
      },
    ),
    metThere(of('caused'), 'This also causes'),
    metThere(of('met-there'), 'This can also cause'),
    of('nothing-copied').length > 0 ? 'Therefore nothing is copied back to the host.' : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function metThere(findings: readonly Finding[], begin: string): string | null {
  const isRead = ({ rule }: Finding): boolean => rule === 'uninitialized-read';
  const seen = [
    { what: 'reads of memory that is not initialized', all: findings.filter(isRead) },
    { what: 'data races', all: findings.filter((finding) => !isRead(finding)) },
  ].flatMap(({ what, all }) => {
    const lines = [...new Set(all.flatMap(({ line }) => (line === undefined ? [] : [number(line)])))];
    if (all.length === 0) return [];
    return lines.length === 0 ? [what] : [`${what} (line${lines.length > 1 ? 's' : ''} ${list(lines)})`];
  });
  return seen.length === 0 ? null : `${begin}: ${list(seen)}.`;
}

/** The cause as it stood before this finding came to it. */
function withoutSelf(cause: Cause<Finding>, finding: Finding): Cause<Finding> {
  return { first: cause.first, also: cause.also.slice(0, cause.also.indexOf(finding)) };
}

function said(
  findings: readonly Finding[],
  sentence: (parts: readonly string[]) => string,
  part: (finding: Finding) => string,
): string | null {
  const parts = [...new Set(findings.map(part))];
  return parts.length === 0 ? null : sentence(parts);
}

function lineOf({ line }: Finding): string {
  return line === undefined ? 'another place' : `line ${number(line)}`;
}

/** `line 8 reads just past the end of n and writes just past the end of out`, once per line. */
function accessesOf(first: Finding, others: readonly Finding[]): string[] {
  const byLine = new Map<string, Set<string>>();
  for (const finding of others) {
    if (finding.line === first.line && doing(finding) === doing(first)) continue;
    const line = lineOf(finding);
    byLine.set(line, (byLine.get(line) ?? new Set()).add(doing(finding)));
  }
  return [...byLine].map(([line, does]) => `${line} ${list([...does])}`);
}

/** `reads just past the end of n` */
function doing(finding: Finding): string {
  const facts = factsOf(finding);
  switch (facts?.detail.kind) {
    case 'out-of-bounds':
      return outOfBoundsDoes({ ...facts, detail: facts.detail });
    case 'host-copy':
      return hostCopyDoes({ ...facts, detail: facts.detail });
    case 'tile-out-of-bounds':
      return tileDoes({ ...facts, detail: facts.detail });
    default:
      return 'does so';
  }
}

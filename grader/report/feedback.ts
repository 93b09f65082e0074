import { wordAlso } from '../explain/index.ts';
import type { CheckResult } from '../result/index.ts';
import { wellFormed } from './escape.ts';
import { factsOf, type Judged, pathOf, shownFindings } from './model.ts';

/** Plain text for programs of others, which show no source beside it. */

/** Its summary, then its findings as `findingsText` has them. */
export function checkText(check: CheckResult, judged: Pick<Judged, 'result' | 'path'>): string {
  return [wellFormed(check.summary), ...(check.findings.length > 0 ? [findingsText(check, judged)] : [])].join('\n');
}

/** Each finding of a check as compilers write them: `mine.cu:5:5: error: … [out-of-bounds-write]`. */
export function findingsText(check: CheckResult, judged: Pick<Judged, 'result' | 'path'>): string {
  const lines = shownFindings({ checks: [check] }).flatMap((finding) => {
    const also = wordAlso({ first: finding, also: finding.also });
    const facts = factsOf(finding).join(', ');
    return [
      `${placed(judged, finding)}${finding.severity}: ${finding.message} [${finding.rule}]`,
      ...(finding.related ?? []).map((related) => `${placed(judged, related)}note: ${related.message}`),
      ...(also ? [`  ${also}`] : []),
      ...(facts ? [`  ${facts}`] : []),
      ...(finding.hint ? [`  ${finding.hint}`] : []),
    ];
  });
  return wellFormed(lines.join('\n'));
}

/**
 * Text cut to so many bytes of UTF-8, at the end of a line where there is one.
 * @param more - what is said in place of the rest; it counts
 */
export function bounded(text: string, bytes: number, more: string): string {
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  const room = Math.max(0, bytes - new TextEncoder().encode(more).length - 1);
  // A letter that the cut parts is left out: as a stream, the decoder waits for its other bytes.
  const kept = new TextDecoder().decode(encoded.subarray(0, room), { stream: true });
  const end = kept.lastIndexOf('\n');
  return `${end > 0 ? kept.slice(0, end) : kept}\n${more}`;
}

interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

function placed(judged: Pick<Judged, 'result' | 'path'>, { file, line, column }: Place): string {
  const path = file === undefined && line === undefined ? undefined : pathOf(judged, file);
  const place = [path, line, column].filter((part) => part !== undefined).join(':');
  return place ? `${place}: ` : '';
}

import { createHash } from 'node:crypto';
import { sayingKey, wordRule } from '../explain/index.ts';
import { type Finding, type RelatedLocation, RULES, type Rule } from '../result/index.ts';
import { forSarif, forUri } from './escape.ts';
import { allFindings, gradingOf, type Judged, pathOf } from './model.ts';
import { ruleUrl } from './rule-links.ts';

/** Static Analysis Results Interchange Format 2.1.0, for code scanning and editors. */

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const RULE_IDS = Object.keys(RULES) as Rule[];
const LEVELS = { error: 'error', warning: 'warning', note: 'note' } as const;

export interface SarifRun {
  /** Tells runs of one file apart, e.g. the assignment; GitHub calls it a category. */
  readonly id: string;
  readonly submissions: readonly Judged[];
}

/**
 * @param version - of this program
 * @param docsUrl - where the pages of the rules are served; null where they are not
 */
export function sarifLog(runs: readonly SarifRun[], version: string, docsUrl: string | null = null): string {
  const log = { $schema: SCHEMA, version: '2.1.0', runs: runs.map((run) => sarifRun(run, version, docsUrl)) };
  return `${JSON.stringify(log, null, 2)}\n`;
}

export function renderSarif(judged: Judged, version: string, docsUrl: string | null): string {
  return sarifLog([{ id: judged.result.assignment, submissions: [judged] }], version, docsUrl);
}

function sarifRun({ id, submissions }: SarifRun, version: string, docsUrl: string | null): object {
  const notJudged = submissions.flatMap((judged) => {
    const grading = gradingOf(judged.result);
    return grading.status === 'open' ? [{ judged, reason: grading.reason }] : [];
  });
  return {
    tool: { driver: { name: 'grade', version, rules: RULE_IDS.map((rule) => ruleOf(rule, docsUrl)) } },
    // A trailing slash makes all before it the category.
    automationDetails: { id: `grade/${forUri(id)}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: notJudged.length === 0,
        toolExecutionNotifications: notJudged.map(({ judged, reason }) => ({
          level: 'error',
          message: { text: forSarif(reason) },
          locations: [{ physicalLocation: { artifactLocation: { uri: forUri(judged.path) } } }],
        })),
      },
    ],
    results: submissions.flatMap(resultsOf),
  };
}

function ruleOf(id: Rule, docsUrl: string | null): object {
  const { title, meaning, url } = wordRule(id);
  const check = RULES[id];
  return {
    id,
    shortDescription: { text: `${title}.` },
    // Viewers without Markdown show the backquotes of code, which does no harm.
    help: { text: meaning, markdown: meaning },
    helpUri: docsUrl === null ? url : ruleUrl(docsUrl, id),
    ...(check !== null && { properties: { tags: [check] } }),
  };
}

function resultsOf(judged: Judged): object[] {
  const seen = new Map<string, number>();
  return allFindings(judged.result).map((finding) => {
    const print = fingerprint(finding, judged);
    const before = seen.get(print) ?? 0;
    seen.set(print, before + 1);
    const text = [finding.message, finding.hint].filter(Boolean).join(' ');
    return {
      ruleId: finding.rule,
      ruleIndex: RULE_IDS.indexOf(finding.rule),
      level: LEVELS[finding.severity],
      message: { text: forSarif(text) },
      locations: [locationOf(finding, judged)],
      ...(finding.related?.length && {
        relatedLocations: finding.related.map((related, id) => relatedOf(related, id, judged)),
      }),
      ...(finding.count !== undefined && { occurrenceCount: finding.count }),
      partialFingerprints: { 'grade/v1': `${print}:${before + 1}` },
    };
  });
}

function locationOf(finding: Finding, judged: Judged): object {
  return {
    physicalLocation: placeOf(finding, judged),
    ...(finding.kernel !== undefined && {
      logicalLocations: [{ name: forSarif(finding.kernel), kind: 'function' }],
    }),
  };
}

function relatedOf(related: RelatedLocation, id: number, judged: Judged): object {
  return { id, message: { text: forSarif(related.message) }, physicalLocation: placeOf(related, judged) };
}

function placeOf({ file, line, column }: Finding | RelatedLocation, judged: Judged): object {
  return {
    artifactLocation: { uri: forUri(pathOf(judged, file)) },
    ...(line !== undefined && {
      region: {
        startLine: line,
        ...(column !== undefined && { startColumn: column }),
      },
    }),
  };
}

/**
 * Returns the same for the same problem when lines before it come and go: it is made from the text of the line, and if
 * that is not available from what the finding says without its numbers.
 */
function fingerprint(finding: Finding, { source, result }: Judged): string {
  const { rule, kernel, line, file } = finding;
  const isSubmission = file === undefined || file === result.submission.file;
  const text = isSubmission && line !== undefined ? source?.split(/\r\n|\n|\r/)[line - 1] : undefined;
  const anchor = text?.replace(/\s+/g, ' ').trim() ?? sayingKey(finding);
  return createHash('sha256')
    .update(JSON.stringify([rule, kernel ?? null, anchor]))
    .digest('hex')
    .slice(0, 32);
}

import { readFileSync } from 'node:fs';
import { type ReportInput, renderReports } from '../../grader/report/index.ts';
import { gradescopeSchema, prairielearnSchema, readCommands } from './readers.ts';

/** Reports as files, made at one time for one place, and as their readers see them. */

export const now = new Date('2026-11-21T16:25:36Z');
export const PATH = 'course/week 3/mine.cu';

export const fileOf = (input: ReportInput, format: string, at = 0) =>
  renderReports(input, [format], { path: PATH, now })[at]?.content ?? '';

export interface Sarif {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri: string }[] };
    };
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly locations: readonly { readonly physicalLocation: SarifPlace }[];
      readonly relatedLocations?: readonly { readonly physicalLocation: SarifPlace }[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}
interface SarifPlace {
  readonly artifactLocation: { readonly uri: string };
  readonly region: { readonly startLine: number; readonly startColumn: number };
}
export const sarif = (input: ReportInput): Sarif => JSON.parse(fileOf(input, 'sarif'));
export const gradescope = (input: ReportInput) => gradescopeSchema.parse(JSON.parse(fileOf(input, 'gradescope')));
export const prairielearn = (input: ReportInput) => prairielearnSchema.parse(JSON.parse(fileOf(input, 'prairielearn')));
export const commands = (input: ReportInput) => readCommands(fileOf(input, 'github'));

/** The page's own script; nothing else in a page may be one. */
export const SCRIPT = readFileSync(new URL('../../templates/report.js', import.meta.url), 'utf8');
export const withoutScript = (page: string) => page.replace(`<script>${SCRIPT}</script>`, '');

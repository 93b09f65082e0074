/** One submission's result, in every format that people or machines read. */

export { packagedTemplates, type Templates } from '../platform/render/index.ts';
export { logarithmic, logarithmicTicks, round as drawn } from './axis.ts';

export { axisBelow, type Drawn, LEFT, label, RIGHT, WIDTH } from './drawn.ts';
export { forHtml, forMarkdown, forSpreadsheet, forTerminal, forUri, wellFormed } from './escape.ts';
export { bounded, checkText } from './feedback.ts';
export { REPORT_FORMATS, renderReports } from './formats.ts';
export { type Annotation, jobSummary, workflowCommands } from './github.ts';
export { withGrade, withGradeIn } from './grade-slot.ts';
export { gradescopeResult } from './gradescope.ts';
export { renderHtml } from './html.ts';
export { reportInput } from './input.ts';
export { type JunitCase, junitReport } from './junit.ts';
export {
  allFindings,
  type Excerpt,
  excerptOf,
  type Grading,
  gradingOf,
  type Judged,
  openCauseOf,
  type PlacedFinding,
  type ReportInput,
  shownFindings,
} from './model.ts';
export { prairielearnResult } from './prairielearn.ts';

export { sarifLog } from './sarif.ts';
export { renderText } from './text.ts';

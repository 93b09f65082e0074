export type { Coverage } from './coverage.ts';
export { REPORT_FORMATS, renderReports } from './formats.ts';
export { reportInput } from './input.ts';
export type { Pictures, ReportInput } from './model.ts';
export { renderText } from './text.ts';

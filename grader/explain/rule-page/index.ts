/** The pages of docs/rules/: what a rule means, a program that breaks it, the fixed one, what a GPU does. */
export { type Example, pagePath, parseRulePage } from './page.ts';
export { renderCheck, renderPage, renderRules } from './render.ts';

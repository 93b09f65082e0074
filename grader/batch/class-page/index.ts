/** `class.html`, which shows staff what a class got wrong. */

export { renderClassPage } from './page.ts';

export { type ClassPageOptions, renderClassPage } from './page.ts';

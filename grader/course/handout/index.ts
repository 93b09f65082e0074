/** A handout → text for a terminal, or a page with its pictures. */

export { renderHandoutPage } from './page.ts';
export { type CasePicture, casePictures } from './pictures.ts';
export { renderHandoutText } from './text.ts';

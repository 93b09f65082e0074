/** Libraries that pages are made with. */

export { encodePng } from './png.ts';
export type { Templates } from './templates.ts';
export { packagedTemplates } from './templates.ts';

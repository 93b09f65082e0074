/** A language server (https://microsoft.github.io/language-server-protocol/) with findings, hints and words of CUDA. */

export { type Checked, type CheckedFile, serve, type Workplace } from './server.ts';

import type { LanguageDefinition } from './highlight.d.ts';

declare const define: LanguageDefinition;
export default define;

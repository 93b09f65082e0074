/** As much of highlight.js as is used: its own types are those of the DOM. */
export interface Highlighter {
  registerLanguage(name: string, language: LanguageDefinition): void;
  getLanguage(name: string): object | undefined;
  highlight(text: string, options: { language: string; ignoreIllegals?: boolean }): { value: string };
}
// biome-ignore lint/suspicious/noExplicitAny: grammars of highlight.js are its own affair
export type LanguageDefinition = (api: Highlighter) => any;
declare const highlighter: Highlighter;
export default highlighter;

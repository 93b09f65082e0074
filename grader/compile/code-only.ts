/** The source with comments and strings blanked, line for line and column for column. */
export function codeOnly(text: string): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'/g;
  return text.replace(token, (match) => match.replace(/[^\n]/g, ' '));
}

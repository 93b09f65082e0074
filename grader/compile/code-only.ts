/**
 * The source with comments, strings and character literals blanked, line for line and column for column. A `'` between
 * the digits of a number begins no literal.
 */
export function codeOnly(text: string): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.\w{0,8}|[^'\\\n])'/g;
  return text.replace(token, (match) => match.replace(/[^\n]+/g, (line) => ' '.repeat(line.length)));
}

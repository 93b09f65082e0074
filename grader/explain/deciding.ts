/** The sentence on the line where a small change makes every visible case right. It never names the change. */
export function wordDeciding(line: number): string {
  return `Look at line ${line}. A small change there, and at no other line that was tried, makes every visible case right.`;
}

/** Returns a word as a shell reads it: quoted if it has more than letters, digits and marks that no shell treats. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

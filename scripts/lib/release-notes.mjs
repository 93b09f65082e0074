// The notes of a release are its part of CHANGELOG.md.

/**
 * Returns the part of a changelog for a version, without its heading.
 * @throws Error if there is none
 */
export function notesOf(changelog, version) {
  const part = changelog.split(/^## /m).find((text) => new RegExp(`^${version.replaceAll('.', '\\.')}\\b`).test(text));
  if (part === undefined) throw new Error(`CHANGELOG.md has no part for ${version}`);
  return `${part.replace(/^.*\n/, '').trim()}\n`;
}

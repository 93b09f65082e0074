// The address of the repository is one setting, `repository` of package.json; everything else follows from it.

/**
 * Returns the fields of package.json that follow from an address.
 * @param {string} address - e.g. `https://github.com/owner/name`
 */
export function fieldsOf(address) {
  const page = new URL(address).href.replace(/\/$/, '');
  return {
    repository: { type: 'git', url: `git+${page}.git` },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  };
}

/** Returns the address that package.json has. */
export function addressOf({ repository }) {
  return repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** Returns true for an address that nobody can have: RFC 2606 reserves these names. */
export function isPlaceholder(address) {
  return /\.(example|invalid|test)$/.test(new URL(address).hostname);
}

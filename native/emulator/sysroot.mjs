// The part of the Clang package's own files that compiling a submission can need: headers of C, C++ and Clang itself,
// and the libraries of our target. Where they lie in the package's archive is found out once, here, so that a compiler
// starts without reading through thousands of entries.

/** Paths below /usr. C++03 is a dialect that our flags exclude; the modules below share/ are for C++20's `import std`. */
const KEPT = [
  /^include\/(?!c\+\+\/v1\/__cxx03\/|sanitizer\/)/,
  /^lib\/wasm32-wasip1\/(?:libc|libc-printscan-long-double|libc\+\+|libc\+\+abi)\.a$/,
  /^lib\/wasm32-unknown-wasip1\/libclang_rt\.builtins\.a$/,
];
const BLOCK = 512;

/**
 * @param {Uint8Array} archive - the package's llvm-resources.tar, in the ustar format
 * @returns its length, and `[path below /usr, offset, bytes]` of each file that is kept
 */
export function indexSysroot(archive) {
  const files = [];
  const text = (from, length) => {
    const field = archive.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  };
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const bytes = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const path = prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`;
    const type = text(at + 156, 1);
    if (type !== '0' && type !== '5') throw new Error(`an entry of type ${type} in Clang's archive: ${path}`);
    if (type === '0' && KEPT.some((pattern) => pattern.test(path))) files.push([path, at + BLOCK, bytes]);
    at += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
  }
  if (!files.some(([path]) => path.endsWith('/libc.a'))) throw new Error("Clang's archive has no C library");
  return { archiveBytes: archive.length, files };
}

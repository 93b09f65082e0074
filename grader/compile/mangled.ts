/** Names as the Itanium C++ ABI mangles them (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling). */

/** `_ZZ5tiledILi16EEvPKfS1_PfiiiE1a` to `a`: a variable's own name ends its Itanium name, with its length before it. */
export function localName(symbol: string): string {
  return inBytes(symbol, localBytes);
}

/** The innermost name of a mangled symbol (`_ZN4mine4halfEf` is `half`). */
export function plainName(symbol: string): string {
  // The first character keeps Clang from mangling the name.
  return inBytes(symbol.startsWith('\x01') ? symbol.slice(1) : symbol, plainBytes);
}

/** Lengths in symbols count bytes of UTF-8: finds a part of a symbol with a character for each byte. */
function inBytes(symbol: string, part: (bytes: string) => string): string {
  const bytes = new TextEncoder().encode(symbol);
  if (bytes.length === symbol.length) return part(symbol);
  const found = part(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return new TextDecoder().decode(Uint8Array.from(found, (char) => char.charCodeAt(0)));
}

function localBytes(symbol: string): string {
  for (const { 0: before, index } of symbol.matchAll(/E(?=\d)/g)) {
    const [digits = ''] = /^\d+/.exec(symbol.slice(index + before.length)) ?? [];
    const rest = symbol.slice(index + before.length + digits.length);
    for (let from = 0; from < digits.length; from++) {
      const length = Number(digits.slice(from));
      // What follows tells apart variables of one name in one function.
      if (length > 0 && length <= rest.length && /^(?:_\d+|__\d+_)?$/.test(rest.slice(length)))
        return rest.slice(0, length);
    }
  }
  if (/^_ZN.*E$/.test(symbol)) return plainBytes(symbol);
  return /^_ZL?\d+([\w\x80-\xff]+)$/.exec(symbol)?.[1] ?? symbol;
}

function plainBytes(symbol: string): string {
  let name = symbol;
  for (let rest = /^_ZN?[KVr]*L?(.*)$/.exec(symbol)?.[1] ?? ''; ; ) {
    const [, digits] = /^(\d+)/.exec(rest) ?? [];
    if (!digits) return name;
    const end = digits.length + Number(digits);
    name = rest.slice(digits.length, end);
    // An internal name of a namespace has a letter before its length.
    rest = rest.slice(end).replace(/^L(?=\d)/, '');
  }
}

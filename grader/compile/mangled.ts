/** Names as the Itanium C++ ABI mangles them (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling). */

/** `_ZZ5tiledILi16EEvPKfS1_PfiiiE1a` to `a`: a variable's own name ends its Itanium name, with its length before it. */
export function localName(symbol: string): string {
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
  return /^_ZL?\d+(\w+)$/.exec(symbol)?.[1] ?? symbol;
}

/** The innermost name of a mangled symbol (`_ZN4mine4halfEf` is `half`). */
export function plainName(symbol: string): string {
  // The first character keeps Clang from mangling the name.
  let name = symbol.startsWith('\x01') ? symbol.slice(1) : symbol;
  for (let rest = /^_ZN?[KVr]*(.*)$/.exec(symbol)?.[1] ?? ''; ; ) {
    const [, digits] = /^(\d+)/.exec(rest) ?? [];
    if (!digits) return name;
    const end = digits.length + Number(digits);
    name = rest.slice(digits.length, end);
    rest = rest.slice(end);
  }
}

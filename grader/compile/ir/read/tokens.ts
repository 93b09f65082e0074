import { Lexer } from './lexer.ts';

/** True if a line names an address space, or a type that only WebAssembly has. */
export function hasOtherAddresses(text: string): boolean {
  if (!text.includes('addrspace(') && !text.includes('target(')) return false;
  for (const lexer = new Lexer(text); !lexer.has('end'); lexer.next()) {
    if (lexer.isWord('addrspace') && text[lexer.end] === '(') return true;
    if (lexer.isWord('target') && text.startsWith('("wasm', lexer.end)) return true;
  }
  return false;
}

/** True if a line names a vector type outside of text and metadata. */
export function hasVector(text: string): boolean {
  if (!text.includes('<')) return false;
  for (const lexer = new Lexer(text); !lexer.has('end'); lexer.next()) {
    if (lexer.has('metadata') || lexer.has('string') || lexer.has('bytes')) return false;
    if (!lexer.takes('<')) continue;
    if (lexer.has('number') || lexer.isWord('vscale')) return true;
  }
  return false;
}

/** Returns a line in which symbols have other names. @param rename - `null` for a symbol that keeps its name */
export function renamed(text: string, rename: (symbol: string) => string | null): string {
  let printed = '';
  let from = 0;
  for (const lexer = new Lexer(text); !lexer.has('end'); lexer.next()) {
    const other = lexer.has('global') ? rename(lexer.word) : null;
    if (other === null) continue;
    printed += text.slice(from, lexer.start) + other;
    from = lexer.end;
  }
  return printed + text.slice(from);
}

/**
 * Returns the template of inline assembly as the source has it: lines, `%` and all. What stands for operand 3 is `$[3]`.
 * @param template - in LLVM's form (https://llvm.org/docs/LangRef.html#asm-template-argument-modifiers)
 */
export function sourceTemplate(template: string): string {
  return template.replace(
    /\$(?:(\$)|([(|)])|(\d+)|\{(\d+)(?::\w+)?\}|\{:uid\})/g,
    (_, dollar, brace, plain, braced) => {
      if (dollar) return '$';
      if (brace) return brace === '(' ? '{' : brace === ')' ? '}' : '|';
      return plain || braced ? `$[${plain ?? braced}]` : '0';
    },
  );
}

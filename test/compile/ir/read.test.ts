import { describe, expect, it } from 'vitest';
import { POINTER_BYTES } from '../../../grader/abi/index.ts';
import {
  edited,
  Lexer,
  type Line,
  labelsOf,
  layoutOf,
  localOf,
  MetadataNode,
  nameOf,
  readHeader,
  readLine,
  readModule,
  replace,
  symbolOf,
  type Type,
  UnreadIr,
} from '../../../grader/compile/ir/read/index.ts';

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (const lexer = new Lexer(text); !lexer.has('end'); lexer.next()) tokens.push(`${lexer.kind} ${lexer.word}`);
  return tokens;
}

/** The type of the variable that a line allocates. */
function typeIn(text: string): Type {
  const line = readLine(`  %x = alloca ${text}`);
  if (line.kind !== 'alloca') throw new Error(`${text} is not the type of a variable`);
  return line.type;
}

describe('the lexer', () => {
  it('tells names, metadata, groups, words, numbers and strings apart', () => {
    expect(tokensOf('%"a b" @f.1 $c !12 !dbg #3 i32 -1 0x7FF0 1.5e+10 "text" c"x\\00" ... }')).toEqual([
      ...['local %"a b"', 'global @f.1', 'comdat $c', 'metadata !12', 'metadata !dbg', 'group #3', 'word i32'],
      ...['number -1', 'number 0x7FF0', 'number 1.5e+10', 'string "text"', 'bytes c"x\\00"', 'word ...', 'mark }'],
    ]);
  });

  it('ends at a comment, and not at a semicolon in a name', () => {
    expect(tokensOf('ret void ; preds = %a')).toEqual(['word ret', 'word void']);
    expect(tokensOf('@"a;b"')).toEqual(['global @"a;b"']);
  });

  it('rejects a character that IR does not have, and a string without an end', () => {
    expect(() => tokensOf('add i32 `')).toThrow('a token at column 9 in this line: add i32 `');
    expect(() => tokensOf('@"a')).toThrow(UnreadIr);
  });
});

describe('names', () => {
  it.each([
    ['@plain.1', 'plain.1'],
    ['@"a b"', 'a b'],
    ['@"\\C3\\BC"', 'ü'],
    ['%"\\22quoted\\22"', '"quoted"'],
    ['@"back\\5Cslash"', 'back\\slash'],
    ['@"\\01unmangled"', '\x01unmangled'],
    ['@"\\FF"', '\\FF'],
  ])('are decoded: %s', (token, name) => {
    expect(nameOf(token)).toBe(name);
  });

  it.each(['plain.1', 'a b', 'ü', '"quoted"', 'back\\slash', '\x01unmangled', 'new\nline'])(
    'are the same after they are printed and read: %j',
    (name) => {
      expect(nameOf(symbolOf(name))).toBe(name);
      expect(nameOf(localOf(name))).toBe(name);
      expect(tokensOf(symbolOf(name))).toEqual([`global ${symbolOf(name)}`]);
    },
  );

  it('are readable in a module, and constants keep their bytes', () => {
    const module = readModule('@"\\C3\\BC" = constant [2 x i8] c"\\C3\\BC", align 1');
    expect(module.print()).toBe('@"ü" = constant [2 x i8] c"\\C3\\BC", align 1');
  });
});

describe('types', () => {
  const named = new Map([['%struct.pair', typeIn('{ i8, i32 }')]]);

  it('are data, however they are nested', () => {
    expect(typeIn('[2 x { ptr, <4 x half> }]')).toMatchObject({
      kind: 'array',
      count: 2,
      element: {
        kind: 'struct',
        packed: false,
        fields: [{ kind: 'pointer' }, { kind: 'vector', count: 4, element: { kind: 'float', bytes: 2 } }],
      },
    });
    expect(typeIn('<{ %"class.a b", i1 }>')).toMatchObject({
      kind: 'struct',
      packed: true,
      fields: [
        { kind: 'named', text: '%"class.a b"' },
        { kind: 'integer', bits: 1 },
      ],
    });
  });

  it.each([
    ['i1', 1, 1],
    ['i66', 16, 16],
    ['double', 8, 8],
    ['ptr', POINTER_BYTES, POINTER_BYTES],
    ['<3 x float>', 16, 16],
    ['[3 x %struct.pair]', 24, 4],
    ['<{ i8, i32 }>', 5, 1],
    ['{ i8, [2 x i16], double }', 16, 8],
  ])('have a size: %s', (text, bytes, align) => {
    expect(layoutOf(typeIn(text), named)).toMatchObject({ bytes, align });
  });

  it.each(['%struct.unknown', '<vscale x 4 x i32>', 'ptr addrspace(1)', 'target("wasm.externref")'])(
    'have no size: %s',
    (text) => {
      expect(() => layoutOf(typeIn(text), named)).toThrow(`a type without a size in IR: ${text}`);
    },
  );
});

describe('lines of a function', () => {
  it.each<[string, Partial<Line> | object]>([
    ['  %1 = load volatile i32, ptr %p, align 4, !dbg !5', { kind: 'load', volatile: true, uses: ['%p'], orders: [] }],
    [
      '  store atomic i32 %v, ptr @x syncscope("block") release, align 4',
      { kind: 'store', orders: ['release'], uses: ['%v', '@x'] },
    ],
    [
      '  %2 = atomicrmw xchg ptr %p, i32 1 acq_rel, align 4',
      { kind: 'atomicrmw', operation: 'xchg', align: { bytes: 4, at: 51, end: 52 } },
    ],
    [
      '  %3 = cmpxchg weak ptr %p, i32 %old, i32 0 acquire monotonic, align 4',
      { kind: 'cmpxchg', orders: ['acquire', 'monotonic'], uses: ['%p', '%old'] },
    ],
    ['  %vla = alloca i8, i32 %n, align 16', { kind: 'alloca', uses: ['%n'], at: 16, end: 26 }],
    [
      '  %4 = getelementptr inbounds nuw { i32, [4 x i8] }, ptr @t, i32 0, i32 1, i32 %i, !dbg !9',
      { kind: 'getelementptr', uses: ['@t', '%i'], attachments: [{ name: 'dbg', node: '9', at: 81, end: 90 }] },
    ],
    [
      '  %5 = tail call fastcc noundef range(i32 0, 9) i32 @"f g"(ptr noundef byval(%s) align 4 %a, i32 7) #3 [ "k"(i32 %b) ]',
      { kind: 'call', tail: 'tail', groups: ['3'], uses: ['@"f g"', '%a', '%b'] },
    ],
    ['  %6 = call i32 (ptr, ...) @printf(ptr @.str, double 1.0e+00)', { kind: 'call', uses: ['@printf', '@.str'] }],
    [
      '  call void asm sideeffect "bar.sync $0;\\0A", "n,~{memory}"(i32 0), !srcloc !8',
      { kind: 'call', callee: null, assembly: { template: 'bar.sync $0;\n', constraints: 'n,~{memory}' } },
    ],
    ['  %7 = phi float [ %a, %"b c" ], [ 0x7FF8000000000000, %entry ]', { kind: 'phi', uses: ['%a'] }],
    ['  %8 = select contract i1 %c, <2 x i32> splat (i32 1), <2 x i32> %v', { kind: 'select', uses: ['%c', '%v'] }],
    ['  %9 = icmp samesign ult i32 %a, 4', { kind: 'simple', operation: 'icmp', flags: ['samesign'] }],
    ['  %10 = trunc nuw i64 %x to i32', { kind: 'simple', operation: 'trunc', to: { text: 'i32' } }],
    ['  %11 = insertvalue { i32, i32 } poison, i32 %a, 0', { kind: 'simple', uses: ['%a'] }],
    ['  store ptr getelementptr inbounds nuw inrange(-8, 4) (i8, ptr @t, i32 8), ptr %x', { uses: ['@t', '%x'] }],
    ['  fence syncscope("wave") seq_cst', { kind: 'fence' }],
    ['  %12 = va_arg ptr %list, i32', { kind: 'unusual', operation: 'va_arg', uses: ['%list'] }],
    ['          to label %cont unwind label %pad', { kind: 'clause' }],
    [
      '    #dbg_declare(ptr %x, !10, !DIExpression(), !20)',
      { kind: 'record', args: ['%x', '!10', '!DIExpression()', '!20'] },
    ],
    ['"a b":                 ; preds = %entry', { kind: 'label', name: 'a b' }],
    ['; a comment', { kind: 'nothing' }],
  ])('are read: %s', (text, expected) => {
    expect(readLine(text)).toMatchObject({ text, ...expected });
  });

  it('lead to blocks', () => {
    const [branch, cases] = [readLine('  br i1 %c, label %"a b", label %d'), readLine('  i32 1, label %e', true)];
    expect([branch, cases].flatMap((line) => labelsOf(line).map(({ name }) => name))).toEqual(['a b', 'd', 'e']);
  });

  it.each([
    '  %1 = frobnicate i32 %x',
    '  %1 = load i32 ptr %p',
    '  %1 = add i32 %x, %y, %z',
    '  store i32 %x, ptr %p, align four',
    '  br label',
    '  %1 = atomicrmw add ptr %p, i32 1, align 4',
    '  call void @f(i32 %x',
    'no label',
  ])('are an error of the grader that names them if they are not known: %s', (text) => {
    expect(() => readLine(text)).toThrow(UnreadIr);
    expect(() => readLine(text)).toThrow(`in this line: ${text}`);
  });

  it('keep everything but what is replaced', () => {
    const line = readLine('  store  i32 %x , ptr  %p , align 4 , !dbg !3  ; kept');
    if (line.kind !== 'store') throw new Error('the line is not read as a store');
    expect(edited(line.text, [replace(line.pointer, '%other')])).toBe(
      '  store  i32 %x , ptr  %other , align 4 , !dbg !3  ; kept',
    );
  });
});

describe('parts of a module', () => {
  it('are functions with their parameters and attributes', () => {
    const header = readHeader(
      'define linkonce_odr hidden noundef zeroext i16 @"k \\22"(ptr noundef byval(%s) align 8 %a, ...) #1 section "x" comdat($c) align 16 !dbg !4 {',
    );
    expect(header).toMatchObject({ name: 'k "', isVariadic: true, result: { text: 'i16' } });
    expect(header.parameters.map(({ name }) => name)).toEqual(['%a']);
    expect(header.parameters[0]?.attributes.map(({ name, argument }) => [name, argument])).toEqual([
      ['noundef', ''],
      ['byval', '%s'],
      ['align', '8'],
    ]);
    expect(header.groups.map(({ number }) => number)).toEqual(['1']);
  });

  it('are variables with their values', () => {
    const [variable] = readModule(
      '@t = weak addrspace(1) global { ptr, i32 } { ptr @"f;", i32 -1 }, section "s", comdat, align 8, !dbg !1',
    ).variables;
    expect(variable).toMatchObject({ symbol: '@t', uses: ['@"f;"'], isConstant: false });
    expect(variable?.more.map(({ name }) => name)).toEqual(['section', 'comdat', 'align']);
    expect(variable?.attachments.map(({ node }) => node)).toEqual(['1']);
  });

  it('are variables with sections of a pragma', () => {
    const [variable] = readModule('@a = global [4 x i32] zeroinitializer, align 4 #3').variables;
    expect(variable).toMatchObject({ symbol: '@a' });
  });

  it('are nodes of metadata with their fields', () => {
    const node = new MetadataNode(
      '!7 = distinct !DISubprogram(name: "f<\\22a, b\\22>", scope: !2, line: 12, flags: A | B)',
    );
    expect(node.string('name')).toBe('f<"a, b">');
    expect([node.number, node.reference('scope'), node.integer('line'), node.field('flags')]).toEqual([
      ...['7', '2', 12, 'A | B'],
    ]);
    expect(new MetadataNode('!3 = !{!1, !"emu.0.1.2", i32 4, null}').references).toEqual(['1']);
  });

  it.each([
    'frobnicate',
    '!1 = !DILocation(line: 1',
    '@x = global',
    'define void @f() {',
    'attributes #0 = { nounwind',
  ])('are an error of the grader if they are not known: %s', (text) => {
    expect(() => readModule(text)).toThrow(UnreadIr);
  });
});

// Reads abi.yaml, the definition of what C and TypeScript agree on, and writes the files that are generated from it:
//   node native/emulator/abi.mjs     (`npm run abi`)
// `native/emulator/build.mjs` and a test compare the files with the definition.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

const here = dirname(fileURLToPath(import.meta.url));
export const DEFINITION = 'native/emulator/abi.yaml';

/** Bytes of the types of a field. */
const FIELD_TYPES = { u8: 1, u16: 2, u32: 4, u64: 8 };
/** Types of C in LLVM IR; what has a `*` is a pointer. */
const IR_TYPES = {
  ...{ void: 'void', int: 'i32', u32: 'i32', __builtin_va_list: 'ptr' },
  ...{ u64: 'i64', 'long long': 'i64', float: 'float' },
};
/** Types of C that have the size of a pointer. */
const POINTER_SIZED = ['size_t'];
const TAGS = ['inlined', 'waits', 'load', 'store', 'const', 'noreturn'];
const UNITS = { KiB: 2 ** 10, MiB: 2 ** 20 };
const SIZES = ['heap', 'pool', 'cells'];
const VERSION_FIELD = { name: 'version', type: 'u32', length: 1, isOpened: true, about: 'hash of the definition' };

/** A mistake in the definition, with its place. */
export class AbiError extends Error {}

/**
 * Reads a definition.
 * @param {string} text - YAML
 * @param {string} [file] - its name in messages
 * @throws AbiError with file and line for a definition that is not right
 */
export function readAbi(text, file = DEFINITION) {
  return new Definition(text, file).read();
}

class Definition {
  /** Names that are taken, by language. */
  #names = { C: new Map(), TypeScript: new Map() };

  constructor(text, file) {
    this.lines = new LineCounter();
    this.file = file;
    this.document = parseDocument(text, { lineCounter: this.lines });
    const [error] = this.document.errors;
    if (error) throw new AbiError(`${file}:${error.linePos?.[0].line ?? 1}: ${error.message.split(/ at line |\n/)[0]}`);
  }

  read() {
    const sections = ['data_model', 'constants', 'enums', 'numbers', 'structs', 'layout', 'functions'];
    const root = this.#map(this.document.contents, 'the definition');
    for (const { name, at } of root) if (!sections.includes(name)) this.#fail(at, `there is no section ${name}`);
    const read = (section, each) => {
      const found = root.find(({ name }) => name === section);
      if (!found) this.#fail(this.document.contents, `the section ${section} is missing`);
      return each(this.#map(found.value, section));
    };
    const dataModel = read('data_model', (items) => this.#dataModel(items));
    this.pointerBytes = dataModel.pointerBytes;
    return {
      dataModel,
      constants: read('constants', (items) => items.map((item) => this.#constant(item))),
      enums: read('enums', (items) => items.map((item) => this.#enum(item))),
      numbers: read('numbers', (items) => items.map((item) => this.#numbers(item))),
      structs: read('structs', (items) => items.map((item) => this.#struct(item))),
      layout: read('layout', (items) => this.#layout(items)),
      functions: read('functions', (items) => items.map((item) => this.#group(item))),
    };
  }

  #dataModel(items) {
    const [item] = items;
    if (items.length !== 1 || item.name !== 'pointer_bytes')
      this.#fail(item?.at ?? this.document.contents, 'the data model has pointer_bytes, and nothing else');
    if (![4, 8].includes(item.value?.value)) this.#fail(item.at, 'pointer_bytes is not 4 or 8');
    return { pointerBytes: item.value.value, about: item.about };
  }

  #constant({ name, at, value, about }) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) this.#fail(at, `${name} is not the name of a constant, such as MAX_FAULTS`);
    this.#take('C', name, at);
    this.#take('TypeScript', name, at);
    return { name, value: this.#number(value, at, name), about };
  }

  #enum({ name, at, value, about }) {
    const parts = this.#parts(value, name, ['none', 'prefix', 'names']);
    if (!isSeq(parts.names)) this.#fail(at, `${name} has no list of names`);
    const prefix = parts.prefix?.value ?? '';
    const none = parts.none?.value ?? null;
    if (none !== null) this.#take('C', none, parts.none);
    this.#take('TypeScript', `${upper(name)}_NAMES`, at);
    const names = parts.names.items.map((item) => {
      const entry = String(isScalar(item) ? item.value : item);
      return { ...this.#entry(entry, prefix, item), about: comment(item) };
    });
    this.#distinct(names, parts.names);
    return { name, none, names, about: about ?? comment(parts.names) };
  }

  #numbers({ name, at, value, about }) {
    this.#take('TypeScript', upper(name), at);
    const items = this.#map(value, name);
    const prefix = items.find((item) => item.name === 'prefix')?.value?.value ?? '';
    const values = items.flatMap((item) => {
      if (item.name === 'prefix') return [];
      const number = this.#number(item.value, item.at, item.name);
      return [{ ...this.#entry(item.name, prefix, item.at), value: number, about: item.about }];
    });
    if (values.length === 0) this.#fail(at, `${name} has no numbers`);
    return { name, values, about };
  }

  #struct({ name, at, value, about }) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) this.#fail(at, `${name} is not the name of a struct, such as host_range`);
    this.#take('C', name, at);
    for (const own of [upper(name), `${upper(name)}_BYTES`]) this.#take('TypeScript', own, at);
    const written = this.#map(value, name).map((item) => {
      const [, type, length, opened] = /^(u8|u16|u32|u64)(?:\[(\d+)\])?( opened)?$/.exec(item.value?.value ?? '') ?? [];
      if (!type) this.#fail(item.at, `${item.name} has no type such as u32 or u32[4]`);
      if (!/^[a-z][A-Za-z0-9]*$/.test(item.name)) this.#fail(item.at, `${item.name} is not the name of a field`);
      if (Number(length) === 0) this.#fail(item.at, `${item.name} has no elements`);
      return { name: item.name, type, length: Number(length ?? 1), isOpened: opened !== undefined, about: item.about };
    });
    const fields = name === 'control' ? [VERSION_FIELD, ...written] : written;
    this.#distinct(fields, at);
    return { name, about, ...placed(fields) };
  }

  #layout(items) {
    const parts = Object.fromEntries(items.map((item) => [item.name, item]));
    const of = (name) => parts[name] ?? this.#fail(this.document.contents, `the layout has no ${name}`);
    const first = this.#size(of('first').value, of('first').at);
    if (first.per !== null) this.#fail(of('first').at, 'first is not a number of bytes');
    const regions = this.#map(of('regions').value, 'regions').map(({ name, at, value, about }) => {
      this.#take('C', `${name}_ADDRESS`, at);
      this.#take('C', `${name}_BYTES`, at);
      const text = String(value?.value ?? '');
      const [ahead, demanded, more] = text.split(', or ');
      if (more !== undefined) this.#fail(at, `${name} has more than two sizes`);
      const only = ' on demand';
      const isOnly = (size) => size.endsWith(only);
      if (demanded !== undefined && (isOnly(ahead) || !isOnly(demanded)))
        this.#fail(at, `of two sizes of ${name} the second is the one on demand`);
      const size = (each) => this.#size({ value: each.replace(only, '') }, at);
      const onDemand = size(demanded ?? ahead);
      return { name, about, ahead: isOnly(ahead) ? null : size(ahead), onDemand };
    });
    return { first: first.bytes, regions };
  }

  /** Reads `48 MiB`, `heap`, `4 heap` or `1/8 cells`. */
  #size(node, at) {
    const text = String(node?.value ?? '');
    const [, number, divisor, unit] = /^(?:(\d+)(?:\/(\d+))? )?(\w+)$/.exec(text) ?? [];
    const scale = { times: Number(number ?? 1), by: Number(divisor ?? 1) };
    if (number && UNITS[unit]) return { per: null, bytes: (scale.times / scale.by) * UNITS[unit] };
    if (SIZES.includes(unit)) return { per: unit, ...scale };
    return this.#fail(at, `\`${text}\` is not a size such as 48 MiB, heap or 1/8 cells`);
  }

  #group({ name, value, about }) {
    const functions = this.#map(value, name).flatMap((item) => {
      const tags = String(item.value?.value ?? '')
        .split(' ')
        .filter(Boolean);
      const unknown = tags.find((tag) => !TAGS.includes(tag));
      if (unknown) this.#fail(item.at, `there is no ${unknown}, only ${TAGS.join(', ')}`);
      const [, before, choices, after] = /^(.*?)(?:\{([\d,]+)\}(.*))?$/.exec(item.name) ?? [];
      const signatures = choices ? choices.split(',').map((choice) => `${before}${choice}${after}`) : [item.name];
      return signatures.map((signature) => this.#function(signature, tags, item.at));
    });
    return { name, about, functions };
  }

  #function(signature, tags, at) {
    const [, result, name, list] = /^(.+?)(\w+)\((.*)\)$/.exec(signature) ?? [];
    if (!name) this.#fail(at, `\`${signature}\` is not a function such as \`void __emu_barrier(int site)\``);
    this.#take('C', name, at);
    const parameters = list === 'void' ? [] : list.split(', ').map((parameter) => this.#parameter(parameter, at));
    this.#distinct(parameters, at);
    const type = result.trim();
    return { name, tags, result: type, ir: this.#irType(type, at), parameters };
  }

  #parameter(text, at) {
    const [, type, name] = /^(.+?[ *])(\w+)$/.exec(text) ?? [];
    if (!name) this.#fail(at, `\`${text}\` is not a parameter such as \`u32 site\``);
    const ir = this.#irType(type.trim(), at);
    if (ir === 'void') this.#fail(at, `the parameter ${name} has no type`);
    return { name, type: type.trim(), ir };
  }

  #irType(type, at) {
    if (POINTER_SIZED.includes(type)) return this.pointerBytes === 8 ? 'i64' : 'i32';
    return type.endsWith('*') ? 'ptr' : (IR_TYPES[type] ?? this.#fail(at, `there is no type ${type}`));
  }

  /** An entry of a list: its names in both languages. */
  #entry(name, prefix, at) {
    if (!/^[a-z0-9]+(?:[A-Z][a-z0-9]*|-[a-z0-9]+)*$/.test(name))
      this.#fail(at, `${name} is not a name such as sharedLoads or device-trap`);
    const c = `${prefix}${upper(name)}`;
    if (!/^[A-Z_]/.test(c)) this.#fail(at, `${c} is not a name of C`);
    this.#take('C', c, at);
    return { name, c };
  }

  #distinct(entries, at) {
    const seen = new Set();
    for (const { name } of entries) {
      if (seen.has(name)) this.#fail(at, `${name} is there twice`);
      seen.add(name);
    }
  }

  #take(language, name, at) {
    const before = this.#names[language].get(name);
    if (before !== undefined) this.#fail(at, `${name} has the name in ${language} of what line ${before} defines`);
    this.#names[language].set(name, this.#line(at));
  }

  #number(node, at, name) {
    const [, pointers] = (isScalar(node) && /^(\d+) pointers$/.exec(node.value)) || [];
    const value = pointers ? Number(pointers) * this.pointerBytes : isScalar(node) ? node.value : null;
    const isFine = Number.isInteger(value) && value >= 0 && value < 2 ** 32;
    return isFine ? value : this.#fail(at, `${name} is not a whole number from 0 to 0xffffffff`);
  }

  #map(node, what) {
    if (!isMap(node)) this.#fail(node ?? this.document.contents, `${what} is not a mapping of names`);
    return node.items.map(({ key, value }) => ({
      name: String(key.value),
      at: key,
      value,
      about: comment(value) ?? comment(key),
    }));
  }

  #parts(node, what, known) {
    const items = this.#map(node, what);
    for (const { name, at } of items) if (!known.includes(name)) this.#fail(at, `${what} has no ${name}`);
    return Object.fromEntries(items.map(({ name, value }) => [name, value]));
  }

  #line(node) {
    const offset = node?.range?.[0] ?? 0;
    return this.lines.linePos(offset).line;
  }

  #fail(node, message) {
    throw new AbiError(`${this.file}:${this.#line(node)}: ${message}`);
  }
}

function comment(node) {
  const text = node?.comment ?? (isMap(node) || isSeq(node) ? node.commentBefore : null);
  return text?.trim().split('\n')[0] || null;
}

/** `sharedLoads` and `shared-loads` → `SHARED_LOADS`. */
function upper(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toUpperCase();
}

/** Gives fields the offsets that C gives them. */
function placed(fields) {
  let at = 0;
  let alignment = 1;
  const found = fields.map((field) => {
    const size = FIELD_TYPES[field.type];
    const offset = Math.ceil(at / size) * size;
    at = offset + size * field.length;
    alignment = Math.max(alignment, size);
    return { ...field, offset };
  });
  return { fields: found, bytes: Math.ceil(at / alignment) * alignment };
}

/** Returns the version of a definition: a hash of all that it says, comments apart. */
export function abiVersion(abi) {
  const text = JSON.stringify(abi, (key, value) => (key === 'about' ? undefined : value));
  return Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16);
}

/** The bytes of all regions together, as multiples of the sizes that a layout is compiled for. */
export function layoutTotals({ regions }, which) {
  const totals = { bytes: 0, heap: 0, pool: 0, cells: 0 };
  for (const { [which]: size } of regions) {
    if (!size) continue;
    if (size.per === null) totals.bytes += size.bytes;
    else totals[size.per] += size.times / size.by;
  }
  return totals;
}

const hex = (value) => (value > 9999 ? `0x${value.toString(16)}` : String(value));
const GENERATED = 'Generated from native/emulator/abi.yaml by `npm run abi`: edit that file.';

/** Returns the text of `runtime/abi.h`. */
export function runtimeHeader(abi) {
  const about = (text) => (text ? ` // ${text}` : '');
  const out = [
    `// ${GENERATED}`,
    '#pragma once',
    '',
    ...[
      'unsigned char u8',
      'unsigned short u16',
      'unsigned int u32',
      'unsigned long long u64',
      '__SIZE_TYPE__ size_t',
    ].map((type) => `typedef ${type};`),
    '',
    `#define ABI_VERSION ${hex(abiVersion(abi))}u`,
    `#define POINTER_BYTES ${abi.dataModel.pointerBytes}u // ${abi.dataModel.about}`,
    '_Static_assert(sizeof(void *) == POINTER_BYTES && sizeof(long) == POINTER_BYTES, "data model");',
    '',
    ...abi.constants.map((each) => `#define ${each.name} ${hex(each.value)}u${about(each.about)}`),
  ];
  for (const { name, none, names, about: text } of abi.enums) {
    out.push('', `enum {${about(text)}`);
    if (none !== null) out.push(`  ${none},`);
    out.push(...names.map((each) => `  ${each.c},${about(each.about)}`), `  ${upper(name)}_COUNT,`, '};');
  }
  for (const { values, about: text } of abi.numbers) {
    out.push('', ...(text ? [`// ${text}`] : []));
    out.push(...values.map((each) => `#define ${each.c} ${hex(each.value)}u${about(each.about)}`));
  }
  for (const { name, fields, bytes, about: text } of abi.structs) {
    out.push('', `typedef struct {${about(text)}`);
    for (const field of fields)
      out.push(`  ${field.type} ${field.name}${field.length > 1 ? `[${field.length}]` : ''};${about(field.about)}`);
    out.push(`} ${name};`, `_Static_assert(sizeof(${name}) == ${bytes}, "size of ${name}");`);
    for (const field of fields)
      out.push(
        `_Static_assert(__builtin_offsetof(${name}, ${field.name}) == ${field.offset}, "${name}.${field.name}");`,
      );
  }
  out.push(...layoutMacros(abi.layout));
  for (const { name, about: text, functions } of abi.functions) {
    if (name === 'replaced') continue;
    out.push('', ...(text ? [`// Functions ${text}.`] : []));
    out.push(...functions.map((each) => `${attributesOf(name, each)}${prototype(each)};`));
  }
  return `${out.join('\n')}\n`;
}

function layoutMacros({ first, regions }) {
  const bytes = (size) => {
    if (size === null) return '0u';
    if (size.per === null) return `${hex(size.bytes)}u`;
    const { times, by, per } = size;
    return `(${times > 1 ? `${times} * ` : ''}${per.toUpperCase()}_MIB * MIB${by > 1 ? ` / ${by}` : ''})`;
  };
  const out = [
    '',
    '// Compiled with -DHEAP_MIB and -DPOOL_MIB, and layouts for more memory with -DFIRST_MIB and -DCELLS_MIB.',
    '#ifdef HEAP_MIB',
    '#define MIB 1048576u',
    '#ifndef FIRST_MIB',
    `#define FIRST_MIB ${first / UNITS.MiB}u`,
    '#endif',
    '#define FIRST_ADDRESS (FIRST_MIB * MIB)',
  ];
  let address = 'FIRST_ADDRESS';
  for (const region of regions) {
    out.push(`#define ${region.name}_ADDRESS ${address}${region.about ? ` // ${region.about}` : ''}`);
    const [ahead, onDemand] = [bytes(region.ahead), bytes(region.onDemand)];
    if (ahead === onDemand) out.push(`#define ${region.name}_BYTES ${ahead}`);
    else
      out.push(
        ...['#ifdef CELLS_MIB', `#define ${region.name}_BYTES ${onDemand}`],
        ...['#else', `#define ${region.name}_BYTES ${ahead}`, '#endif'],
      );
    address = `(${region.name}_ADDRESS + ${region.name}_BYTES)`;
  }
  return [...out, `#define MEMORY_END ${address}`, '#endif'];
}

function prototype({ result, name, parameters }, typeOf = (type) => type) {
  const list = parameters.map(({ type, name: own }) => spelled(typeOf(type), own));
  return `${spelled(typeOf(result), name)}(${list.join(', ') || 'void'})`;
}

function spelled(type, name) {
  return type.endsWith('*') ? `${type}${name}` : `${type} ${name}`;
}

function attributesOf(group, { name, tags }) {
  const own = { asyncify: ['asyncify', 'asyncify_'], hostImported: ['cuda', '__emu_host_'] }[group];
  const attributes = [
    ...(own ? [`import_module("${own[0]}")`, `import_name("${name.slice(own[1].length)}")`] : []),
    ...(group === 'exported' || group === 'hostExported' ? [`export_name("${name}")`] : []),
    ...tags.filter((tag) => tag === 'const' || tag === 'noreturn'),
  ];
  return attributes.length > 0 ? `__attribute__((${attributes.join(', ')})) ` : '';
}

/** Returns the text of `include/emu/abi.h`. */
export function cudaHeader(abi) {
  const plain = (type) => ({ u32: 'unsigned', u64: 'unsigned long long', size_t: '__SIZE_TYPE__' })[type] ?? type;
  const groups = abi.functions.filter(({ name }) => name === 'runtime' || name === 'replaced');
  const line = (each) => {
    if (each.tags.includes('const')) return `extern "C" __attribute__((device, const)) ${prototype(each, plain)};`;
    const attribute = each.tags.includes('noreturn') ? '__attribute__((noreturn)) ' : '';
    return `__EMU_RUNTIME ${attribute}${prototype(each, plain)};`;
  };
  return [
    `// ${GENERATED}`,
    '#ifndef __EMU_ABI_H',
    '#define __EMU_ABI_H',
    '',
    `#define __EMU_POINTER_BYTES ${abi.dataModel.pointerBytes} // ${abi.dataModel.about}`,
    ...groups.flatMap(({ about, functions }) => ['', `// Functions ${about}.`, ...functions.map(line)]),
    '',
    '#endif',
    '',
  ].join('\n');
}

/** Returns the text of `grader/abi/abi.ts`. */
export function typescript(abi) {
  const doc = (text, indent = '') => (text ? [`${indent}/** The ${text}. */`] : []);
  const quote = (text) => `'${text}'`;
  const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quote(name));
  const out = [
    `// ${GENERATED}`,
    '',
    '/** The hash of the definition, which a module has in the first word of its control table. */',
    `export const ABI_VERSION = ${hex(abiVersion(abi))};`,
    '',
    ...dataModelConstants(abi),
    '',
    ...abi.constants.flatMap((each) => [...doc(each.about), `export const ${each.name} = ${hex(each.value)};`]),
  ];
  for (const { name, none, names, about } of abi.enums) {
    out.push('', ...doc(about), `export const ${upper(name)}_NAMES = [`);
    out.push(...(none === null ? [] : ['  null,']), ...names.map((each) => `  ${quote(each.name)},`), '] as const;');
  }
  for (const { name, values, about } of abi.numbers) {
    out.push('', ...doc(about), `export const ${upper(name)} = {`);
    out.push(...values.map((each) => `  ${key(each.name)}: ${hex(each.value)},`), '} as const;');
  }
  for (const { name, fields, bytes, about } of abi.structs) {
    out.push(
      '',
      ...doc(about ? `offsets of the fields of ${article(about)}` : null),
      `export const ${upper(name)} = {`,
    );
    out.push(...fields.map((each) => `  ${each.name}: ${each.offset},`), '} as const;');
    out.push(`export const ${upper(name)}_BYTES = ${bytes};`);
    const opened = fields.filter(({ isOpened }) => isOpened);
    if (opened.length > 0) {
      out.push(`/** The fields that the module sets when it is opened, and nothing changes later. */`);
      out.push(
        `export const ${upper(name)}_OPENED = [`,
        ...opened.map((each) => `  ${quote(each.name)},`),
        '] as const;',
      );
    }
  }
  const totals = (which) => {
    const { bytes, heap, pool, cells } = layoutTotals(abi.layout, which);
    return `  ${which}: { bytes: ${hex(bytes)}, heap: ${heap}, pool: ${pool}, cells: ${cells} },`;
  };
  out.push(
    '',
    '/** The first address of a device module, and the sum of its regions: bytes, and multiples of the three sizes. */',
    'export const LAYOUT = {',
    `  first: ${hex(abi.layout.first)},`,
    totals('ahead'),
    totals('onDemand'),
    '} as const;',
    '',
    `export type AbiType = 'i32' | 'i64' | 'float' | 'ptr';`,
    `export type AbiTag = ${TAGS.map(quote).join(' | ')};`,
    'export interface AbiFunction {',
    '  /** The types of LLVM IR. */',
    '  readonly parameters: readonly AbiType[];',
    `  readonly result: AbiType | 'void';`,
    '  /** The parameter that is the number of the place that calls; -1 if there is none. */',
    '  readonly site: number;',
    '  readonly tags: readonly AbiTag[];',
    '}',
  );
  for (const { name, about, functions } of abi.functions) {
    out.push('', ...doc(about ? `functions ${about}` : null));
    if (name === 'asyncify') {
      const names = functions.map((each) => quote(each.name.replace(/^asyncify_/, '')));
      out.push(`export const ASYNCIFY_IMPORTS = [${names.join(', ')}] as const;`);
      continue;
    }
    out.push(`export const ${upper(name)}_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {`);
    for (const { name: own, parameters, ir, tags } of functions) {
      const site = parameters.findIndex((parameter) => parameter.name === 'site');
      const types = parameters.map((parameter) => quote(parameter.ir)).join(', ');
      const list = tags.map(quote).join(', ');
      out.push(`  ${own}: { parameters: [${types}], result: ${quote(ir)}, site: ${site}, tags: [${list}] },`);
    }
    out.push('};');
  }
  for (const [group, name] of [
    ['exported', 'DeviceExports'],
    ['hostExported', 'HostExports'],
  ]) {
    const found = abi.functions.find((each) => each.name === group);
    if (!found) continue;
    out.push('', ...doc(`functions ${found.about}`), `export interface ${name} {`);
    out.push(
      ...found.functions.map(
        (each) => `  ${each.name}(${each.parameters.map(parameterType).join(', ')}): ${valueType(each.ir)};`,
      ),
      '}',
    );
  }
  return `${out.join('\n')}\n`;
}

function dataModelConstants({ dataModel: { pointerBytes, about } }) {
  const { triple, linkerFlags } = targetOf(pointerBytes);
  return [
    `/** The ${about}. */`,
    `export const POINTER_BYTES = ${pointerBytes};`,
    '/** The type of LLVM IR for integers of the size of a pointer. */',
    `export const POINTER_INT = 'i${8 * pointerBytes}';`,
    "/** Clang's target for both sides. */",
    `export const TRIPLE = '${triple}';`,
    '/** The options by which wasm-ld knows it. */',
    `export const TARGET_LINKER_FLAGS: readonly string[] = [${linkerFlags.map((flag) => `'${flag}'`).join(', ')}];`,
    '/** The folders below `/usr/lib` with the libraries of the target and those of the compiler itself. */',
    `export const LIBRARY_FOLDERS = ['${multiarch(triple)}', '${triple}'] as const;`,
  ];
}

/** Returns what decides the data model for Clang and its linker. */
export function targetOf(pointerBytes) {
  const triple = `wasm${8 * pointerBytes}-unknown-wasip1`;
  return { triple, linkerFlags: pointerBytes === 8 ? ['-mwasm64'] : [] };
}

/** Returns the name of a target's folders of headers and libraries. */
function multiarch(triple) {
  return triple.replace('-unknown', '');
}

/** Returns the arguments of Clang of `flags.json`, for the target of this checkout. */
export function clangFlags(text, { dataModel } = ownAbi()) {
  const { triple } = targetOf(dataModel.pointerBytes);
  return JSON.parse(text.replaceAll('@TRIPLE@', triple).replaceAll('@MULTIARCH@', multiarch(triple)));
}

function article(about) {
  return /^(?:what|threads|addresses|accesses|memory|before|one)\b/.test(about) ? about : `the ${about}`;
}

function parameterType({ name, ir }) {
  return `${name}: ${valueType(ir)}`;
}

function valueType(ir) {
  return { void: 'void', i64: 'bigint' }[ir] ?? 'number';
}

/** The generated files, from the root of the project, and what makes them. */
export const GENERATED_FILES = {
  'native/emulator/runtime/abi.h': runtimeHeader,
  'native/emulator/include/emu/abi.h': cudaHeader,
  'grader/abi/abi.ts': typescript,
};

/** Returns the definition of this checkout. */
export function ownAbi() {
  return readAbi(readFileSync(join(here, 'abi.yaml'), 'utf8'));
}

/** Returns the generated files that are not what the definition gives. */
export function staleFiles(abi = ownAbi()) {
  return Object.entries(GENERATED_FILES).flatMap(([file, make]) => {
    const path = join(here, '..', '..', file);
    try {
      return readFileSync(path, 'utf8') === make(abi) ? [] : [file];
    } catch {
      return [file];
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const abi = ownAbi();
    for (const [file, make] of Object.entries(GENERATED_FILES)) writeFileSync(join(here, '..', '..', file), make(abi));
  } catch (error) {
    if (!(error instanceof AbiError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Language } from './program.ts';

export interface Editor {
  text(): string;
  /** Shows another text, with no way back to the one before. A notebook can only be read. */
  open(text: string, language: Language): void;
  focus(): void;
}

export interface EditorEvents {
  onChange(): void;
  onGrade(): void;
}

/** The colours that reports give to code. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.typeName, tags.standard(tags.typeName)], color: 'var(--kw)' },
  { tag: [tags.string, tags.character], color: 'var(--str)' },
  { tag: tags.comment, color: 'var(--com)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--num)' },
  { tag: [tags.processingInstruction, tags.macroName], color: 'var(--pre)' },
]);

const LOOK = EditorView.theme({
  '&': { color: 'var(--ink)', fontSize: '0.875rem', minHeight: '20rem', borderRadius: '6px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', maxHeight: '75vh' },
  '.cm-content': { caretColor: 'var(--ink)', minHeight: '20rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--note) 8%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--note) 30%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--block)',
  },
});

/**
 * CodeMirror in a shadow root: there its styles need no style elements, which the page's policy forbids.
 * @param host - an empty element
 */
export function createEditor(host: HTMLElement, { onChange, onGrade }: EditorEvents): Editor {
  const root = host.attachShadow({ mode: 'open' });
  const grade = () => {
    onGrade();
    return true;
  };
  const extensions = [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: grade },
        { key: 'Ctrl-Enter', run: grade },
      ]),
    ),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    syntaxHighlighting(COLOURS),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Your program', tabindex: '0', spellcheck: 'false' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange();
    }),
    LOOK,
  ];
  const state = (doc: string, language: Language) =>
    EditorState.create({
      doc,
      extensions: [
        extensions,
        language === 'cu' ? [cpp(), indentUnit.of('  ')] : [python(), indentUnit.of('    ')],
        EditorState.readOnly.of(language === 'ipynb'),
      ],
    });
  const view = new EditorView({ root, parent: root, state: state('', 'cu') });
  return {
    text: () => view.state.doc.toString(),
    open: (text, language) => view.setState(state(text, language)),
    focus: () => view.focus(),
  };
}

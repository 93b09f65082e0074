import { basename, dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  createConnection,
  type ExecuteCommandParams,
  type Hover,
  MarkupKind,
  MessageType,
  ProposedFeatures,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { wordRule } from '../explain/index.ts';
import { pagePath } from '../explain/rule-page/index.ts';
import { messageOf, packageRoot } from '../platform/index.ts';
import type { Finding } from '../result/index.ts';
import { diagnosticOf, lineOf, questionOf } from './diagnostics.ts';
import { meaningOf, wordAt } from './words.ts';

/** A file that an editor has open. */
export interface CheckedFile {
  readonly path: string;
  /** The text in the editor, which may not be saved. */
  readonly text: string;
  /** True if the file on the disk has this text. */
  readonly isSaved: boolean;
  /** The exercise that the user chose for it; `null`: none. */
  readonly exercise: string | null;
}

export interface Checked {
  readonly findings: readonly Finding[];
  /** The verdict in one line, e.g. `grayscale: 70 of 90 points`; empty if there was nothing to judge. */
  readonly summary: string;
  /** Exercises that the file can be for, if it was not judged because there are several. */
  readonly choices?: readonly string[];
}

/** The grader, as far as the server uses it. */
export interface Workplace {
  /** Judges a file; `null` if it is not to be judged before it is saved. */
  check(file: CheckedFile, signal: AbortSignal): Promise<Checked | null>;
  /** Records a file's kernel, writes the page to step through, and returns its path. */
  trace(file: CheckedFile, finding: Finding | null, signal: AbortSignal): Promise<string>;
  /** Writes a line for those who look for a fault. */
  log(line: string): void;
}

/** Milliseconds without a key before the text in an editor is judged. */
const PAUSE_MS = 600;
const HINTS = 3;
const COMMANDS = { hint: 'grade.hint', trace: 'grade.trace', choose: 'grade.choose' } as const;

interface Judged {
  readonly version: number;
  readonly findings: readonly Finding[];
  readonly choices: readonly string[];
}

/**
 * Serves a client until it ends the connection. Returns the exit status that the protocol asks for.
 * @param signal - ends the server
 */
export async function serve(
  input: Readable,
  output: Writable,
  workplace: Workplace,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((done) => {
    const end = (status: number): void => {
      server.stop();
      done(status);
    };
    // The process ends by itself: the grader has files to remove before.
    const watchDog = { shutdownReceived: false, initialize: () => undefined, exit: end };
    const reader = new StreamMessageReader(input);
    const writer = new StreamMessageWriter(output);
    const connection = createConnection(
      (logger) => createProtocolConnection(reader, writer, logger),
      watchDog,
      ProposedFeatures.all,
    );
    const server = new Server(connection, workplace);
    connection.onShutdown(() => server.stop());
    const gone = (): void => end(watchDog.shutdownReceived ? 0 : 1);
    signal.addEventListener('abort', gone, { once: true });
    input.once('close', gone);
    input.once('end', gone);
    connection.listen();
  });
}

/** Findings name a hand-in by its name, and a program by its path. */
function isNameOf(name: string, { path }: CheckedFile): boolean {
  return name === path || name === basename(path);
}

function actionOf(title: string, command: string, ...given: readonly unknown[]): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: [...given] } };
}

class Server {
  readonly #connection: Connection;
  readonly #workplace: Workplace;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #judged = new Map<string, Judged>();
  readonly #running = new Map<string, AbortController>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #saved = new Map<string, number>();
  readonly #chosen = new Map<string, string>();
  /** Files are judged one after another: the engine is one. */
  #last: Promise<void> = Promise.resolve();

  constructor(connection: Connection, workplace: Workplace) {
    this.#connection = connection;
    this.#workplace = workplace;
    connection.onInitialize(() => ({
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        executeCommandProvider: { commands: Object.values(COMMANDS) },
      },
      serverInfo: { name: 'grade' },
    }));
    connection.onHover(({ textDocument, position }) => this.#hover(textDocument.uri, position));
    connection.onCodeAction(({ textDocument, range }) =>
      this.#actions(textDocument.uri, range.start.line, range.end.line),
    );
    connection.onExecuteCommand((params) => this.#execute(params));
    const documents = this.#documents;
    documents.onDidOpen(({ document }) => this.#savedNow(document));
    documents.onDidSave(({ document }) => this.#savedNow(document));
    documents.onDidChangeContent(({ document }) => {
      const { uri, version } = document;
      if (this.#saved.get(uri) === version) return;
      clearTimeout(this.#timers.get(uri));
      this.#timers.set(
        uri,
        setTimeout(() => this.#start(uri), PAUSE_MS),
      );
    });
    documents.onDidClose(({ document: { uri } }) => {
      clearTimeout(this.#timers.get(uri));
      this.#running.get(uri)?.abort();
      this.#judged.delete(uri);
      this.#saved.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    documents.listen(connection);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const controller of this.#running.values()) controller.abort();
  }

  #savedNow({ uri, version }: TextDocument): void {
    this.#saved.set(uri, version);
    clearTimeout(this.#timers.get(uri));
    this.#start(uri);
  }

  /** Judges the newest text of a file. A run of an older one ends. */
  #start(uri: string): void {
    this.#running.get(uri)?.abort();
    const controller = new AbortController();
    this.#running.set(uri, controller);
    this.#last = this.#last.then(() => this.#judge(uri, controller.signal));
  }

  async #judge(uri: string, signal: AbortSignal): Promise<void> {
    const document = this.#documents.get(uri);
    const file = document && !signal.aborted ? this.#fileOf(document) : null;
    if (!document || !file) return;
    const { version } = document;
    try {
      const checked = await this.#workplace.check(file, signal);
      if (checked === null || signal.aborted) return;
      const { findings, choices = [], summary } = checked;
      this.#judged.set(uri, { version, findings, choices });
      const uriOf = (name: string): string =>
        isNameOf(name, file) ? uri : pathToFileURL(resolve(dirname(file.path), name)).href;
      const diagnostics = findings.flatMap((finding, index) =>
        finding.file === undefined || isNameOf(finding.file, file)
          ? [diagnosticOf(finding, index, document, uriOf)]
          : [],
      );
      if (choices.length > 0) diagnostics.push(questionOf(summary, document));
      await this.#connection.sendDiagnostics({ uri, version, diagnostics });
      await this.#connection.sendNotification('grade/judged', { uri, version, summary });
    } catch (error) {
      if (signal.aborted) return;
      this.#workplace.log(messageOf(error));
      this.#tell(MessageType.Error, messageOf(error));
    }
  }

  /** A document without a file, such as the cell of a notebook, is not judged. */
  #fileOf(document: TextDocument): CheckedFile | null {
    const { uri, version } = document;
    if (!uri.startsWith('file:')) return null;
    const isSaved = this.#saved.get(uri) === version;
    return { path: fileURLToPath(uri), text: document.getText(), isSaved, exercise: this.#chosen.get(uri) ?? null };
  }

  #hover(uri: string, { line, character }: { readonly line: number; readonly character: number }): Hover | null {
    const document = this.#documents.get(uri);
    if (!document) return null;
    const word = wordAt(lineOf(document, line), character);
    const meaning = word === null ? null : meaningOf(word, /\.py$/i.test(uri) ? 'python' : 'cuda');
    return meaning === null ? null : { contents: { kind: MarkupKind.Markdown, value: meaning } };
  }

  /** The hints of the findings in lines, each a step further, and the recording of a finding's thread. */
  #actions(uri: string, from: number, to: number): CodeAction[] {
    const { findings = [], choices = [] } = this.#judged.get(uri) ?? {};
    const choose = from > 0 ? [] : choices.map((id) => actionOf(`Check it as ${id}`, COMMANDS.choose, uri, id));
    const hints = findings.flatMap((finding, index) => {
      const { rule, line = 1, hint, thread, block } = finding;
      if (line - 1 < from || line - 1 > to) return [];
      const action = (title: string, command: string, ...more: readonly number[]) =>
        actionOf(title, command, uri, index, ...more);
      const steps = [
        ...(hint === undefined ? [] : [action(`Hint 1 of ${HINTS}: a question`, COMMANDS.hint, 1)]),
        action(`Hint 2 of ${HINTS}: what ${rule} means`, COMMANDS.hint, 2),
        action(`Hint 3 of ${HINTS}: an example of ${rule}`, COMMANDS.hint, 3),
      ];
      return thread && block
        ? [
            ...steps,
            action(`Step through thread (${thread.join(', ')}) of block (${block.join(', ')})`, COMMANDS.trace),
          ]
        : steps;
    });
    return [...choose, ...hints];
  }

  async #execute({ command, arguments: given = [] }: ExecuteCommandParams): Promise<unknown> {
    const [uri, index, step] = given as [unknown, unknown, unknown];
    const document = typeof uri === 'string' ? this.#documents.get(uri) : undefined;
    const finding = document ? this.#judged.get(document.uri)?.findings[Number(index)] : undefined;
    switch (command) {
      case COMMANDS.hint:
        return finding ? this.#hint(finding, Number(step)) : null;
      case COMMANDS.choose:
        if (document && typeof index === 'string') {
          this.#chosen.set(document.uri, index);
          this.#start(document.uri);
        }
        return null;
      case COMMANDS.trace:
        return document ? this.#trace(document, finding ?? null) : null;
      default:
        return null;
    }
  }

  async #hint({ rule, hint = '' }: Finding, step: number): Promise<null> {
    const { title, meaning } = wordRule(rule);
    if (step === HINTS) {
      const { href } = pathToFileURL(join(packageRoot, pagePath(rule)));
      await this.#connection.window.showDocument({ uri: href, external: false });
    } else this.#tell(MessageType.Info, step === 1 ? hint : `${title}. ${meaning}`);
    return null;
  }

  /** Shows a message that needs no answer. */
  #tell(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message });
  }

  /** Returns the path of the page, for clients that show it themselves. */
  async #trace(document: TextDocument, finding: Finding | null): Promise<{ readonly path: string } | null> {
    const file = this.#fileOf(document);
    if (!file) return null;
    try {
      return { path: await this.#workplace.trace(file, finding, new AbortController().signal) };
    } catch (error) {
      this.#tell(MessageType.Error, messageOf(error));
      return null;
    }
  }
}

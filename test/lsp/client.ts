import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver';
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** An editor, as far as the language server sees it. */
export class Editor {
  readonly connection: ProtocolConnection;
  readonly messages: string[] = [];
  readonly shown: string[] = [];
  readonly summaries: string[] = [];
  readonly #waiting: ((diagnostics: Diagnostic[]) => void)[] = [];
  readonly #came: Diagnostic[][] = [];

  constructor(fromServer: Readable, toServer: Writable) {
    this.connection = createProtocolConnection(new StreamMessageReader(fromServer), new StreamMessageWriter(toServer));
    this.connection.onNotification('textDocument/publishDiagnostics', ({ diagnostics }) => {
      const first = this.#waiting.shift();
      if (first) first(diagnostics);
      else this.#came.push(diagnostics);
    });
    this.connection.onNotification('window/showMessage', ({ message }) => {
      this.messages.push(message);
    });
    this.connection.onNotification('grade/judged', ({ summary }) => {
      this.summaries.push(summary);
    });
    this.connection.onRequest('window/showDocument', ({ uri }) => {
      this.shown.push(uri);
      return { success: true };
    });
    this.connection.listen();
  }

  async start(): Promise<Record<string, unknown>> {
    const answer = await this.connection.sendRequest<{ capabilities: Record<string, unknown> }>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { window: { showDocument: { support: true } } },
    });
    await this.connection.sendNotification('initialized', {});
    return answer.capabilities;
  }

  async open(path: string, text: string): Promise<string> {
    const uri = pathToFileURL(path).href;
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'cuda-cpp', version: 1, text },
    });
    return uri;
  }

  async type(uri: string, version: number, text: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  /** Returns the next diagnostics that the server sends. */
  diagnostics(): Promise<Diagnostic[]> {
    const came = this.#came.shift();
    return came ? Promise.resolve(came) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  async end(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
  }
}

export function pipes(): { readonly toServer: PassThrough; readonly toEditor: PassThrough } {
  return { toServer: new PassThrough(), toEditor: new PassThrough() };
}

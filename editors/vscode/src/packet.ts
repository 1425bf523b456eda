// The panel that reads a pasted packet by a definition, and marks the field where one breaks.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { page } from './page';
import { ask, definitionInFront, goTo, type Packet } from './server';

const SCRIPT = `
const input = element('textarea');
input.placeholder = 'Paste the bytes of a packet in hexadecimal, with length and opcode';
const output = element('div');
root.append(element('h2', ''), input, output);
input.oninput = () => send({ kind: 'hex', hex: input.value });
input.focus();
function indented(path, what) {
  const depth = path.split(/[.[]/).length - 1;
  return '  '.repeat(depth) + (what === 'field' || what === path ? path : (path + ' ' + what).trim());
}
window.addEventListener('message', ({ data }) => {
  if (data.kind === 'title') {
    root.querySelector('h2').textContent = data.name;
    return;
  }
  if (data.kind === 'none') return output.replaceChildren(element('p', data.reason, 'broken'));
  const { rows, error, warnings, nBytes } = data.packet;
  const broken = error && {
    cells: [String(error.offset), '', indented(error.path, 'field'), '✗ ' + error.message],
    line: error.range?.start.line,
    className: 'broken',
  };
  output.replaceChildren(
    element('p', nBytes + ' bytes'),
    ...warnings.map(({ path, offset, message }) => (
      element('p', '⚠ ' + [path, 'at ' + offset, message].filter(Boolean).join(': '), 'warning')
    )),
    table(['at', 'bytes', 'field', 'value'], [
      ...rows.map((row) => ({
        cells: [
          String(row.start),
          String(row.end - row.start),
          indented(row.path, row.what),
          row.value,
        ],
        line: row.range?.start.line,
        className: row.what === 'field' ? '' : 'implied',
      })),
      ...(broken ? [broken] : []),
    ], 'values'),
  );
});
`;

export class PacketPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private document: vscode.TextDocument | undefined;
  private hex = '';
  private nAsked = 0;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly client: LanguageClient) {
    // Read again with every keystroke in the definition.
    this.subscription = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === this.document) void this.decode();
    });
  }

  show(): void {
    const document = definitionInFront();
    if (!document) return;
    this.document = document;
    if (this.panel) {
      this.panel.reveal();
    } else {
      this.open();
    }
    void this.title();
    void this.decode();
  }

  private open(): void {
    const place = vscode.ViewColumn.Beside;
    this.panel = vscode.window.createWebviewPanel('landwright.packet', 'Packet', place, {
      enableScripts: true,
      localResourceRoots: [],
      retainContextWhenHidden: true,
    });
    this.panel.onDidDispose(() => { this.panel = undefined; });
    this.panel.webview.onDidReceiveMessage((message) => {
      if (message.kind === 'ready') void this.title();
      if (message.kind === 'go' && this.document) void goTo(this.document.uri, message.line);
      if (message.kind === 'hex') {
        this.hex = message.hex;
        void this.decode();
      }
    });
    this.panel.webview.html = page('Packet', SCRIPT);
  }

  private async title(): Promise<void> {
    const name = this.document?.uri.path.split('/').pop() ?? '';
    await this.panel?.webview.postMessage({ kind: 'title', name });
  }

  private async decode(): Promise<void> {
    const { panel, document, hex } = this;
    if (!panel || !document || hex.trim() === '') return;
    const asked = ++this.nAsked;
    let answer: object;
    try {
      const argument = { uri: document.uri.toString(), hex };
      const packet = await ask<Packet>(this.client, 'landwright.decode', argument);
      answer = { kind: 'packet', packet };
    } catch (error) {
      answer = { kind: 'none', reason: error instanceof Error ? error.message : String(error) };
    }
    if (asked === this.nAsked) await panel.webview.postMessage(answer);
  }

  dispose(): void {
    this.panel?.dispose();
    this.subscription.dispose();
  }
}

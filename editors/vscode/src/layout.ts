// The panel that draws a packet as rows of offset, size, type and name. It follows the cursor,
// and a click leads to the field.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { page } from './page';
import { ask, definitionInFront, goTo, type Layout } from './server';

const SCRIPT = `
window.addEventListener('message', ({ data }) => {
  if (data.kind === 'here') return mark(data.line);
  if (data.kind === 'none') return root.replaceChildren(element('p', data.reason));
  const { name, dialect, patch, size, rows } = data.layout;
  const version = patch === null ? 'newest patch' : 'patch ' + patch;
  root.replaceChildren(
    element('h2', name),
    element('p', [size, dialect, version].join(' · ')),
    table(['offset', 'size', 'type', 'name'], rows.map((row) => ({
      cells: [row.place, row.size, row.ty, '  '.repeat(row.depth) + row.name],
      line: row.range?.start.line,
      className: row.isImplied ? 'implied' : '',
    }))),
  );
  mark(data.line);
});
`;

export class LayoutPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private uri: vscode.Uri | undefined;
  /** Counts questions: an answer that is not the last one's is passed over. */
  private nAsked = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: LanguageClient) {
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor?.document)),
      vscode.window.onDidChangeTextEditorSelection((event) => this.mark(event.textEditor)),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document.uri.toString() === this.uri?.toString()) void this.draw();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('landwright')) void this.draw();
      }),
    ];
  }

  show(): void {
    const document = definitionInFront();
    if (!document) return;
    this.uri = document.uri;
    if (this.panel) {
      this.panel.reveal(undefined, true);
      void this.draw();
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel('landwright.layout', 'Byte layout', place, {
      enableScripts: true,
      localResourceRoots: [],
    });
    this.panel.onDidDispose(() => { this.panel = undefined; });
    this.panel.webview.onDidReceiveMessage((message) => {
      if (message.kind === 'ready') void this.draw();
      if (message.kind === 'go' && this.uri) void goTo(this.uri, message.line);
    });
    this.panel.webview.html = page('Byte layout', SCRIPT);
  }

  private follow(document: vscode.TextDocument | undefined): void {
    if (document?.languageId !== 'teradef' || !this.panel) return;
    this.uri = document.uri;
    void this.draw();
  }

  private mark(editor: vscode.TextEditor): void {
    if (editor.document.uri.toString() !== this.uri?.toString()) return;
    void this.panel?.webview.postMessage({ kind: 'here', line: editor.selection.active.line });
  }

  private async draw(): Promise<void> {
    const { panel, uri } = this;
    if (!panel || !uri) return;
    const asked = ++this.nAsked;
    try {
      const argument = { uri: uri.toString() };
      const layout = await ask<Layout>(this.client, 'landwright.layout', argument);
      const editor = vscode.window.visibleTextEditors.find(
        (editor) => editor.document.uri.toString() === uri.toString(),
      );
      const line = editor?.selection.active.line;
      if (asked === this.nAsked) await panel.webview.postMessage({ kind: 'layout', layout, line });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (asked === this.nAsked) await panel.webview.postMessage({ kind: 'none', reason });
    }
  }

  dispose(): void {
    this.panel?.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

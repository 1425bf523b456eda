// Versions of a packet: a new one as a copy, and what differs from another.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { ask, type Comparison, definitionInFront, refused } from './server';

const SCHEME = 'landwright-difference';

export class Versions implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly registration: vscode.Disposable;
  private readonly texts = new Map<string, string>();

  constructor(private readonly client: LanguageClient) {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  async makeNext(): Promise<void> {
    const document = definitionInFront();
    if (!document) return;
    try {
      const argument = { uri: document.uri.toString() };
      const { uri } = await ask<{ uri: string }>(this.client, 'landwright.newVersion', argument);
      await vscode.window.showTextDocument(vscode.Uri.parse(uri));
    } catch (error) {
      await refused(error);
    }
  }

  async compareWithPrevious(): Promise<void> {
    const document = definitionInFront();
    if (document) await this.compare({ to: document.uri.toString() });
  }

  /** Both texts side by side, and what differs between the packets in words. */
  async compare(pair: { from?: string; to: string }): Promise<void> {
    try {
      const found = await ask<Comparison>(this.client, 'landwright.compare', pair);
      const [from, to] = [vscode.Uri.parse(found.from), vscode.Uri.parse(found.to)];
      const name = (uri: vscode.Uri) => uri.path.split('/').pop() ?? '';
      const title = `${name(from)} ↔ ${name(to)}`;
      const place = { preview: false, viewColumn: vscode.ViewColumn.One };
      await vscode.commands.executeCommand('vscode.diff', from, to, title, place);
      const path = `/${name(from)} to ${name(to)}.txt`;
      const text = found.text.trim() === '' ? 'Both give the same bytes.\n' : found.text;
      this.texts.set(path, `${title}\n\n${text}`);
      const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SCHEME, path }));
      await vscode.window.showTextDocument(document, {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
      });
    } catch (error) {
      await refused(error);
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}

// Says beside the language of a file which dialect and patch it is read as, and whether the
// server runs.
import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';

import { dialectsOf, signs } from './dialects';
import { ask, type Layout } from './server';

const LANGUAGES = [{ language: 'teradef' }, { language: 'teramap' }];

export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  /** Counts questions: an answer that is not the last one's is passed over. */
  private nAsked = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: LanguageClient) {
    this.item = vscode.languages.createLanguageStatusItem('landwright.status', LANGUAGES);
    this.item.name = 'Landwright';
    const update = () => { void this.update(); };
    this.subscriptions = [
      client.onDidChangeState(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.workspace.onDidChangeConfiguration(update),
      vscode.workspace.onDidSaveTextDocument(update),
    ];
    update();
  }

  private async update(): Promise<void> {
    const { state } = this.client;
    this.item.busy = state === State.Starting;
    this.item.severity = vscode.LanguageStatusSeverity[
      state === State.Stopped ? 'Error' : 'Information'
    ];
    this.item.detail = state === State.Running ? '' : 'The server does not run';
    this.item.command = state === State.Stopped
      ? { title: 'Restart server', command: 'landwright.restartServer' }
      : { title: 'Choose', command: 'landwright.chooseDialect' };
    const asked = ++this.nAsked;
    const [{ dialect, patch }, loads] = await Promise.all([this.reading(), this.loads()]);
    if (asked !== this.nAsked) return;
    if (loads) this.item.detail = `Loads in: ${loads}`;
    this.item.text = `Dialect ${dialect}, ${patch === null ? 'newest patch' : `patch ${patch}`}`;
  }

  /** Which parsers load the definition in front. */
  private async loads(): Promise<string | undefined> {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'teradef' || this.client.state !== State.Running) return undefined;
    try {
      return signs(await dialectsOf(this.client, document.uri));
    } catch {
      return undefined;
    }
  }

  /** As the server reads the definition in front; for anything else, what the settings say. */
  private async reading(): Promise<Pick<Layout, 'dialect' | 'patch'>> {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === 'teradef' && this.client.state === State.Running) {
      const argument = { uri: document.uri.toString() };
      try {
        return await ask<Layout>(this.client, 'landwright.layout', argument);
      } catch {
        // A definition that the server does not know has its settings all the same.
      }
    }
    const settings = vscode.workspace.getConfiguration('landwright', document?.uri ?? null);
    const patch = settings.get<number | null>('patch', null);
    return { dialect: settings.get('dialect', 'auto'), patch };
  }

  dispose(): void {
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

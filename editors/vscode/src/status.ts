// Says beside the language of a file which dialect and patch it is read as, and whether the
// server runs.
import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';

const LANGUAGES = [{ language: 'teradef' }, { language: 'teramap' }];

export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: LanguageClient) {
    this.item = vscode.languages.createLanguageStatusItem('landwright.status', LANGUAGES);
    this.item.name = 'Landwright';
    const update = () => this.update();
    this.subscriptions = [
      client.onDidChangeState(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.workspace.onDidChangeConfiguration(update),
    ];
    this.update();
  }

  private update(): void {
    const file = vscode.window.activeTextEditor?.document.uri;
    const settings = vscode.workspace.getConfiguration('landwright', file ?? null);
    const patch = settings.get<number | null>('patch') ?? 'not set';
    this.item.text = `Dialect ${settings.get('dialect', 'auto')}, patch ${patch}`;
    const isRunning = this.client.state === State.Running;
    this.item.busy = this.client.state === State.Starting;
    this.item.severity = vscode.LanguageStatusSeverity[
      this.client.state === State.Stopped ? 'Error' : 'Information'
    ];
    this.item.detail = isRunning ? '' : 'The server does not run';
    this.item.command = this.client.state === State.Stopped
      ? { title: 'Restart server', command: 'landwright.restartServer' }
      : {
          title: 'Change',
          command: 'workbench.action.openSettings',
          arguments: ['@ext:landwright.landwright'],
        };
  }

  dispose(): void {
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

// Problems of map files in the Problems panel, and what each of them means.
import { sep } from 'node:path';
import * as vscode from 'vscode';

import { type Found, readFound, type Severity } from './found';
import { kindOf } from './kinds';
import { complain, type Program } from './program';
import { Stopped } from './run';

const EXPLANATION = 'landwright-explanation';
const MAPS = '**/*.{gat,GAT,apd,APD,ifo,IFO,zon,ZON,zgd,ZGD,stb,STB}';

/** The Problems panel passes over hints, and no line here could show them. */
const SEVERITIES: Record<Severity, vscode.DiagnosticSeverity> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Information,
};

export class Problems implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly collection = vscode.languages.createDiagnosticCollection('landwright-maps');
  /** Folders that the person had checked: their problems stay when an editor is closed. */
  private readonly folders = new Set<string>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly program: Program) {
    const watcher = vscode.workspace.createFileSystemWatcher(MAPS, true);
    this.subscriptions = [
      this.collection,
      watcher,
      watcher.onDidDelete((uri) => this.collection.delete(uri)),
      watcher.onDidChange((uri) => this.checkAgain(uri)),
      vscode.workspace.registerTextDocumentContentProvider(EXPLANATION, this),
    ];
  }

  /** Checks a file or a folder, and lists what is found there in place of what was. */
  async check(path: string, signal: AbortSignal): Promise<Found[]> {
    const found = readFound(await this.program.ask(['check', '--format', 'json', path], signal));
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const one of found) {
      const all = byFile.get(one.file) ?? [];
      all.push(diagnostic(one));
      byFile.set(one.file, all);
    }
    this.clear(path);
    this.collection.set([...byFile].map(([file, all]) => [vscode.Uri.file(file), all]));
    return found;
  }

  /** The command: everything in a folder, or one file, with a notice that can stop it. */
  async checkAll(uri: vscode.Uri): Promise<void> {
    const title = `Checking ${uri.path.split('/').pop()}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(options, async (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      try {
        const found = await this.check(uri.fsPath, controller.signal);
        this.folders.add(uri.fsPath);
        if (found.length > 0) {
          await vscode.commands.executeCommand('workbench.actions.view.problems');
        } else {
          void vscode.window.showInformationMessage(`No problems in ${uri.path.split('/').pop()}`);
        }
      } catch (error) {
        if (!(error instanceof Stopped)) void complain(error);
      }
    });
  }

  /** The editor of a file was closed: its problems go, unless they were asked for by themselves. */
  forget(path: string): void {
    if (![...this.folders].some((folder) => isIn(path, folder))) this.clear(path);
  }

  async explain(code: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(explanationOf(code));
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    try {
      const code = uri.path.replace(/^\/|\.txt$/g, '');
      return await this.program.ask(['explain', code], new AbortController().signal);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private clear(path: string): void {
    const gone: vscode.Uri[] = [];
    this.collection.forEach((uri) => {
      if (isIn(uri.fsPath, path)) gone.push(uri);
    });
    for (const uri of gone) this.collection.delete(uri);
  }

  /** A listed file that is open is checked by its editor; the others here. */
  private checkAgain(uri: vscode.Uri): void {
    const isChecked = [...this.folders].some((folder) => isIn(uri.fsPath, folder));
    if (!isChecked || !kindOf(uri.fsPath)) return;
    this.check(uri.fsPath, new AbortController().signal).catch(() => undefined);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function diagnostic({ message, place, code, severity }: Found): vscode.Diagnostic {
  const text = place === '' ? message : `${place}: ${message}`;
  const made = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), text, SEVERITIES[severity]);
  made.source = 'landwright';
  made.code = { value: code, target: explanationOf(code) };
  return made;
}

function explanationOf(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: EXPLANATION, path: `/${code}.txt` });
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

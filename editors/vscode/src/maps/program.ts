// Which `landwright` is started, and how it is asked.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';

import { Queue, run, Trouble } from './run';

/** A window that ends before this has not opened. */
const FIRST_SECONDS = 3;

export class Program {
  private readonly queue = new Queue();

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The one that the settings name, the one beside the server, or the one on the PATH. */
  path(): string {
    const set = vscode.workspace.getConfiguration('landwright').get<string>('path', '').trim();
    if (set && vscode.workspace.isTrusted) return set;
    const name = process.platform === 'win32' ? 'landwright.exe' : 'landwright';
    const carried = this.context.asAbsolutePath(`server/${name}`);
    return existsSync(carried) ? carried : name;
  }

  /** Waits its turn; all open files share one. */
  ask(args: string[], signal: AbortSignal): Promise<string> {
    return this.queue.next(() => run(this.path(), args, { signal }));
  }

  /** Opens the window, which goes on without the editor. */
  async open(path: string): Promise<void> {
    const child = spawn(this.path(), [path], { cwd: dirname(path), detached: true, stdio: 'ignore' });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, FIRST_SECONDS * 1000);
      child.once('error', () => {
        clearTimeout(timer);
        const advice = 'Set “landwright.path” to the program, or install it on the PATH.';
        reject(new Trouble(`The program ${this.path()} can't be started.`, advice, true));
      });
      child.once('exit', (code) => {
        clearTimeout(timer);
        const advice = `Run “landwright ${path}” in a terminal to see why. It needs a display.`;
        if (code === 0) resolve();
        else reject(new Trouble("Landwright's window did not open.", advice));
      });
    });
    child.unref();
  }
}

export function openSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', 'landwright.path');
}

/** Shows why something could not be done, with the way to mend it. */
export async function complain(error: unknown): Promise<void> {
  if (!(error instanceof Trouble)) {
    await vscode.window.showErrorMessage(`Landwright: ${error instanceof Error ? error.message : error}`);
    return;
  }
  const settings = 'Open settings';
  const choices = error.isMissing ? [settings] : [];
  const answer = await vscode.window.showErrorMessage(`${error.message} ${error.advice}`, ...choices);
  if (answer === settings) await openSettings();
}

// One open map: asks for its picture, its summary and its problems, and sends them to its page.
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';

import { draw, tableOf } from './draw';
import { checkedWith, kindOf, LOOKS, MOST_BYTES } from './kinds';
import { complain, openSettings, type Program } from './program';
import type { Problems } from './problems';
import { Stopped, Trouble } from './run';

/** More problems are not listed beside a picture. */
const MOST_LISTED = 200;
/** A program that writes a file does so in steps: it is read when it has been quiet so long. */
const QUIET_MS = 300;

type Message = { kind: string; [key: string]: unknown };

export class MapView implements vscode.Disposable {
  private running = new AbortController();
  private look = 0;
  private timer: NodeJS.Timeout | undefined;
  /** What the page shows, by kind of message: a page that comes back into sight starts empty. */
  private readonly shown = new Map<string, Message>();
  private readonly subscriptions: vscode.Disposable[];

  /** `path` is what is drawn: a copy where the file itself is not on disk. */
  constructor(
    private readonly webview: vscode.Webview,
    private readonly uri: vscode.Uri,
    private readonly path: string,
    private readonly program: Program,
    private readonly problems: Problems,
  ) {
    this.subscriptions = [
      webview.onDidReceiveMessage((message) => { void this.receive(message); }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('landwright.path')) void this.readAll();
      }),
    ];
    this.watch();
    void this.readAll();
  }

  private get isOnDisk(): boolean {
    return this.uri.scheme === 'file';
  }

  /** The file, or for a block all files of its zone. */
  private watch(): void {
    if (!this.isOnDisk) return;
    const subject = checkedWith(this.path);
    const pattern = subject === this.path ? basename(this.path).replace(/[[\]{}*?]/g, '?') : '*';
    const folder = vscode.Uri.file(subject === this.path ? dirname(this.path) : subject);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern));
    const later = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { void this.readAll(); }, QUIET_MS);
    };
    this.subscriptions.push(watcher);
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.subscriptions.push(event(later));
    }
  }

  private async receive(message: Message): Promise<void> {
    switch (message.kind) {
      case 'ready':
        for (const shown of this.shown.values()) await this.webview.postMessage(shown);
        return;
      case 'look':
        this.look = Number(message.look);
        return this.run((signal) => this.readPicture(signal));
      case 'again': return this.readAll();
      case 'stop': return this.running.abort();
      case 'open': return this.program.open(this.path).catch(complain);
      case 'settings': return void openSettings();
      case 'explain': return this.problems.explain(String(message.code));
    }
  }

  private readAll(): Promise<void> {
    return this.run(async (signal) => {
      await this.checkSize();
      await this.readSummary(signal);
      await this.readPicture(signal);
      await this.readProblems(signal);
    }, (signal) => this.readProblems(signal));
  }

  /** A newer job stops an older one. Where a job fails, `afterwards` is still done. */
  private async run(job: (signal: AbortSignal) => Promise<void>, afterwards?: typeof job): Promise<void> {
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.show({ kind: 'busy', isBusy: true });
    try {
      await job(running.signal);
      if (this.running === running) this.show({ kind: 'trouble', message: '' });
    } catch (error) {
      if (this.running !== running) return;
      this.show(troubleOf(error));
      if (!(error instanceof Stopped)) await afterwards?.(running.signal).catch(() => undefined);
    }
    if (this.running === running) this.show({ kind: 'busy', isBusy: false });
  }

  private async checkSize(): Promise<void> {
    const { size } = await stat(this.path).catch(() => {
      throw new Trouble('The file is not there any more.', 'Restore it, or close this tab.');
    });
    if (size <= MOST_BYTES) return;
    const megabytes = (n: number) => Math.ceil(n / 1024 / 1024).toLocaleString('en');
    throw new Trouble(
      `The file has ${megabytes(size)} MiB; up to ${megabytes(MOST_BYTES)} MiB are shown here.`,
      'Open it in Landwright.',
    );
  }

  private async readSummary(signal: AbortSignal): Promise<void> {
    const looks = LOOKS[this.kind].map(({ name }) => name);
    this.show({ kind: 'file', name: basename(this.uri.path), type: this.kind, looks, look: this.look });
    const text = await this.program.ask(['inspect', this.path], signal).catch((error) => {
      this.show({ kind: 'summary', text: '' });
      throw error;
    });
    // The first line is the path, which the tab shows.
    this.show({ kind: 'summary', text: text.slice(text.indexOf('\n') + 1) });
  }

  private async readPicture(signal: AbortSignal): Promise<void> {
    const look = LOOKS[this.kind][this.look] ?? LOOKS[this.kind][0];
    if (look) {
      const png = await draw(this.program, this.path, look, signal);
      this.show({ kind: 'picture', png: new Uint8Array(png) });
    } else {
      this.show({ kind: 'table', ...await tableOf(this.program, this.path, signal) });
    }
  }

  private async readProblems(signal: AbortSignal): Promise<void> {
    if (!this.isOnDisk) return;
    const found = await this.problems.check(checkedWith(this.path), signal);
    const problems = found.slice(0, MOST_LISTED);
    this.show({ kind: 'problems', problems, more: found.length - problems.length });
  }

  private get kind() {
    return kindOf(this.path) ?? 'gat';
  }

  private show(message: Message): void {
    // Trouble covers the picture, and a picture covers the trouble: what came last is sent last.
    this.shown.delete(message.kind);
    this.shown.set(message.kind, message);
    void this.webview.postMessage(message);
  }

  dispose(): void {
    this.running.abort();
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function troubleOf(error: unknown): Message {
  if (error instanceof Trouble) {
    const { message, advice, isMissing } = error;
    return { kind: 'trouble', message, advice, isMissing };
  }
  if (error instanceof Stopped) {
    return { kind: 'trouble', message: 'Stopped.', advice: 'Try again when you like.', isMissing: false };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'trouble', message, advice: 'Try again, or open the file in Landwright.', isMissing: false };
}

// The read-only editor for map files: a picture or a table, with summary and problems beside it.
import { rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';

import { page } from '../page';
import { checkedWith, kindOf } from './kinds';
import { SCRIPT } from './page/script';
import { STYLE } from './page/style';
import type { Problems } from './problems';
import { complain, type Program } from './program';
import { MapView } from './view';

const VIEW_TYPE = 'landwright.map';

/** A file on disk, or a copy of one that is not, such as the old side of a comparison in git. */
class MapDocument implements vscode.CustomDocument {
  constructor(readonly uri: vscode.Uri, readonly path: string, private readonly close: () => void) {}

  dispose(): void {
    this.close();
  }
}

export class MapEditor implements vscode.CustomReadonlyEditorProvider<MapDocument> {
  constructor(private readonly program: Program, private readonly problems: Problems) {}

  register(): vscode.Disposable {
    return vscode.window.registerCustomEditorProvider(VIEW_TYPE, this);
  }

  async openCustomDocument(uri: vscode.Uri): Promise<MapDocument> {
    if (uri.scheme === 'file') {
      const path = uri.fsPath;
      return new MapDocument(uri, path, () => this.problems.forget(checkedWith(path)));
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    const folder = await mkdtemp(join(tmpdir(), 'landwright-'));
    const path = join(folder, basename(uri.path));
    await writeFile(path, bytes);
    return new MapDocument(uri, path, () => { void rm(dirname(path), { recursive: true, force: true }); });
  }

  resolveCustomEditor({ uri, path }: MapDocument, panel: vscode.WebviewPanel): void {
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    const view = new MapView(panel.webview, uri, path, this.program, this.problems);
    panel.onDidDispose(() => view.dispose());
    panel.webview.html = page('Map', SCRIPT, STYLE);
  }

  /** Shows the zone that is in a folder. */
  async showZone(folder: vscode.Uri): Promise<void> {
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).sort();
    const name = names.find((name) => kindOf(name) === 'zon') ?? names.find((name) => kindOf(name) === 'ifo');
    if (name === undefined) {
      return complain(new Error('There is no zone in this folder: it has no .ZON and no .IFO'));
    }
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.joinPath(folder, name), VIEW_TYPE);
  }
}

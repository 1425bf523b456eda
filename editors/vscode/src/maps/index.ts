// Map files in the editor: pictures, problems, and the way into Landwright's own window.
import * as vscode from 'vscode';

import { MapEditor } from './editor';
import { Problems } from './problems';
import { complain, Program } from './program';

export function registerMaps(context: vscode.ExtensionContext): void {
  const program = new Program(context);
  const problems = new Problems(program);
  const editor = new MapEditor(program, problems);
  context.subscriptions.push(
    problems,
    editor.register(),
    vscode.commands.registerCommand('landwright.openInWindow', withFile((uri) => program.open(uri.fsPath))),
    vscode.commands.registerCommand('landwright.checkMaps', withFile((uri) => problems.checkAll(uri))),
    vscode.commands.registerCommand('landwright.showZone', withFile((uri) => editor.showZone(uri))),
  );
}

/** A menu names its file; the palette means the one in front. */
function withFile(act: (uri: vscode.Uri) => Promise<void>): (uri?: vscode.Uri) => Promise<void> {
  return async (named) => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = named ?? (input instanceof vscode.TabInputCustom ? input.uri : undefined);
    if (uri?.scheme !== 'file') {
      await vscode.window.showInformationMessage('Open a map file on disk first');
      return;
    }
    await act(uri).catch(complain);
  };
}

// Filler in front of the field under the cursor, up to an offset that the person types.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { ask, definitionInFront, refused } from './server';

export async function padTo(client: LanguageClient): Promise<void> {
  const document = definitionInFront();
  const editor = vscode.window.activeTextEditor;
  if (!document || !editor) return;
  const typed = await vscode.window.showInputBox({
    title: 'Pad to offset',
    prompt: 'The offset that the field under the cursor gets, such as 24 or 0x18',
    validateInput: (text) => (Number.isInteger(Number(text)) && text.trim() ? undefined : 'A whole number'),
  });
  if (!typed) return;
  const { line, character } = editor.selection.active;
  try {
    const argument = { uri: document.uri.toString(), position: { line, character }, offset: Number(typed) };
    await ask<null>(client, 'landwright.pad', argument);
  } catch (error) {
    await refused(error);
  }
}

// Which parsers load the definition in front, why the others do not, and choosing one.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { ask, definitionInFront, refused, type Dialects } from './server';

const PARSERS = ['seed', 'toolbox', 'protojs'] as const;

/** `seed ✔ toolbox ✘ protojs ✔` */
export function signs(dialects: Dialects): string {
  return PARSERS.map((name) => `${name} ${dialects[name].loads ? '✔' : '✘'}`).join(' ');
}

export async function dialectsOf(client: LanguageClient, uri: vscode.Uri): Promise<Dialects> {
  return ask<Dialects>(client, 'landwright.dialects', { uri: uri.toString() });
}

/** Lists the parsers with their reasons, and sets the one that the person chooses. */
export async function chooseDialect(client: LanguageClient): Promise<void> {
  const document = definitionInFront();
  if (!document) return;
  try {
    const dialects = await dialectsOf(client, document.uri);
    const parsers = PARSERS.map((label) => ({
      label,
      description: dialects[label].loads ? '✔ loads it' : '✘ does not load it',
      detail: dialects[label].reason ?? '',
    }));
    const auto = { label: 'auto', description: 'what any of the parsers understands', detail: '' };
    const chosen = await vscode.window.showQuickPick([...parsers, auto], {
      title: `This file loads in: ${signs(dialects)}`,
      placeHolder: `The parser that the definitions are for; now ${dialects.chosen}`,
    });
    if (!chosen) return;
    const settings = vscode.workspace.getConfiguration('landwright', document.uri);
    const target = vscode.workspace.workspaceFolders
      ? vscode.ConfigurationTarget.Workspace
      : vscode.ConfigurationTarget.Global;
    await settings.update('dialect', chosen.label, target);
  } catch (error) {
    await refused(error);
  }
}

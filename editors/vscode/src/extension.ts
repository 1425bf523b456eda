// Starts the language server, and what the editor shows beside it.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { makeClient } from './client';
import { Status } from './status';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  client = makeClient(context);
  context.subscriptions.push(
    client,
    new Status(client),
    vscode.commands.registerCommand('landwright.restartServer', restart),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('landwright.server')) await restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(): Promise<void> {
  try {
    await client?.start();
  } catch (error) {
    const settings = 'Open settings';
    const answer = await vscode.window.showErrorMessage(
      `Landwright's server did not start: ${error instanceof Error ? error.message : error}`,
      settings,
    );
    if (answer === settings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'landwright.server');
    }
  }
}

async function restart(): Promise<void> {
  // A server that is on its way up or has failed can't be stopped; it can be started.
  if (client?.isRunning()) await client.stop();
  await start();
}

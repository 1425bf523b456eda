// Starts the language server and what the editor shows beside it, and shows map files.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { makeClient } from './client';
import { chooseDialect } from './dialects';
import { LayoutPanel } from './layout';
import { registerMaps } from './maps';
import { padTo } from './pad';
import { PacketPanel } from './packet';
import type { Show } from './server';
import { Status } from './status';
import { Versions } from './versions';

let client: LanguageClient | undefined;
let versions: Versions | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  registerMaps(context);
  client = makeClient(context, execute);
  const [layout, packet] = [new LayoutPanel(client), new PacketPanel(client)];
  const ours = new Versions(client);
  versions = ours;
  context.subscriptions.push(
    client,
    new Status(client),
    layout,
    packet,
    ours,
    vscode.commands.registerCommand('landwright.showLayout', () => layout.show()),
    vscode.commands.registerCommand('landwright.decodePacket', () => packet.show()),
    vscode.commands.registerCommand('landwright.makeNewVersion', () => ours.makeNext()),
    vscode.commands.registerCommand('landwright.compareWithPrevious', () => ours.compareWithPrevious()),
    vscode.commands.registerCommand('landwright.chooseDialect', async () => {
      if (client) await chooseDialect(client);
    }),
    vscode.commands.registerCommand('landwright.padTo', async () => {
      if (client) await padTo(client);
    }),
    vscode.commands.registerCommand('landwright.restartServer', restart),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('landwright.server')) await restart();
    }),
  );
  await start();
}

/** Lenses: a list of places, and a comparison, which the editor shows better than the server. */
async function execute(command: string, argument: unknown): Promise<boolean> {
  if (command === 'landwright.showDifference') {
    await versions?.compare(argument as { from: string; to: string });
    return true;
  }
  if (command === 'landwright.showDialects') {
    await vscode.commands.executeCommand('landwright.chooseDialect');
    return true;
  }
  if (command !== 'landwright.show' || !client) return false;
  const { uri, locations } = argument as Show;
  await vscode.commands.executeCommand(
    'editor.action.goToLocations',
    vscode.Uri.parse(uri),
    new vscode.Position(0, 0),
    await client.protocol2CodeConverter.asReferences(locations),
    'peek',
    'There is no such place',
  );
  return true;
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
  // A server that is on its way up or has failed can't be stopped; it can be started. One that
  // hangs is left behind.
  if (client?.isRunning()) await client.stop().catch(() => undefined);
  await start();
}

// What the server can be asked for by name, with the shapes of its answers.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Location, Range } from 'vscode-languageserver-types';

/** The byte layout of a definition: `landwright.layout`. */
export interface Layout {
  name: string;
  dialect: string;
  patch: number | null;
  size: string;
  rows: LayoutRow[];
}

export interface LayoutRow {
  depth: number;
  place: string;
  offset: number | null;
  size: string;
  ty: string;
  name: string;
  isImplied: boolean;
  range: Range | null;
}

/** A packet as far as it could be read: `landwright.decode`. */
export interface Packet {
  name: string;
  nBytes: number;
  rows: PacketRow[];
  error: Broken | null;
  warnings: Broken[];
}

export interface PacketRow {
  depth: number;
  path: string;
  what: string;
  value: string;
  start: number;
  end: number;
  range: Range | null;
}

export interface Broken {
  message: string;
  path: string;
  offset: number;
  range: Range | null;
}

/** Which parsers load a definition: `landwright.dialects`. */
export interface Dialects {
  chosen: string;
  seed: Verdict;
  toolbox: Verdict;
  protojs: Verdict;
}

export interface Verdict {
  loads: boolean;
  reason: string | null;
}

/** What differs between two definitions: `landwright.compare`. */
export interface Comparison {
  from: string;
  to: string;
  summary: string;
  text: string;
}

/** The argument of a lens that leads to some places: `landwright.show`. */
export interface Show {
  uri: string;
  locations: Location[];
}

/** Asks the server; what it refuses, it refuses with a reason for people. */
export async function ask<T>(
  client: LanguageClient,
  command: string,
  argument: object,
): Promise<T> {
  return client.sendRequest('workspace/executeCommand', { command, arguments: [argument] });
}

/** Shows why something could not be done. */
export async function refused(error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await vscode.window.showErrorMessage(`Landwright: ${reason}`);
}

/** The definition in front of the person, or nothing and a word about it. */
export function definitionInFront(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'teradef') return document;
  void vscode.window.showInformationMessage('Open a packet definition first');
  return undefined;
}

/** Puts the cursor on a line of a file, beside the panel that was clicked. */
export async function goTo(uri: vscode.Uri, line: number): Promise<void> {
  const open = vscode.window.visibleTextEditors.find(
    (editor) => editor.document.uri.toString() === uri.toString(),
  );
  const viewColumn = open?.viewColumn ?? vscode.ViewColumn.One;
  const at = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(uri, { viewColumn, selection: at });
}

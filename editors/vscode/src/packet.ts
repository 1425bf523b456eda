// The panel that reads pasted packets by a definition, marks the field where one breaks, and shows several
// side by side.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

import { compared, MOST_PACKETS, packetsOf } from './compared';
import { page } from './page';
import { ask, type Broken, definitionInFront, goTo, type Packet } from './server';

const SCRIPT = `
const input = element('textarea');
input.placeholder = 'Paste the bytes of a packet in hexadecimal, with length and opcode. Compare several: one a line, or an empty line between them';
const output = element('div');
const only = element('input');
only.type = 'checkbox';
only.onchange = () => output.classList.toggle('only-different', only.checked);
const onlyLabel = element('label', 'Only what is different');
onlyLabel.prepend(only);
root.append(element('h2', ''), input, output);
input.oninput = () => send({ kind: 'hex', hex: input.value });
input.focus();
function drawCompared({ notes, names, rows }) {
  const nDifferent = rows.filter((row) => row.isDifferent).length;
  output.replaceChildren(
    ...notes.map(({ text, className }) => element('p', text, className)),
    element('p', nDifferent + ' of ' + rows.length + ' fields are different'),
    onlyLabel,
    table(['field', ...names], rows.map(({ path, values, line, isDifferent }) => ({
      cells: [indented(path, 'field'), ...values.map((value) => value ?? '–')],
      line,
      className: isDifferent ? 'different' : 'same',
    }))),
  );
}
function indented(path, what) {
  const depth = path.split(/[.[]/).length - 1;
  return '  '.repeat(depth) + (what === 'field' || what === path ? path : (path + ' ' + what).trim());
}
window.addEventListener('message', ({ data }) => {
  if (data.kind === 'title') {
    root.querySelector('h2').textContent = data.name;
    return;
  }
  if (data.kind === 'none') return output.replaceChildren(element('p', data.reason, 'broken'));
  if (data.kind === 'compared') return drawCompared(data);
  const { rows, error, warnings, nBytes } = data.packet;
  const broken = error && {
    cells: [String(error.offset), '', indented(error.path, 'field'), '✗ ' + error.message],
    line: error.range?.start.line,
    className: 'broken',
  };
  output.replaceChildren(
    element('p', nBytes + ' bytes'),
    ...warnings.map(({ path, offset, message }) => (
      element('p', '⚠ ' + [path, 'at ' + offset, message].filter(Boolean).join(': '), 'warning')
    )),
    table(['at', 'bytes', 'field', 'value'], [
      ...rows.map((row) => ({
        cells: [
          String(row.start),
          String(row.end - row.start),
          indented(row.path, row.what),
          row.value,
        ],
        line: row.range?.start.line,
        className: row.what === 'field' ? '' : 'implied',
      })),
      ...(broken ? [broken] : []),
    ], 'values'),
  );
});
`;

export class PacketPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private document: vscode.TextDocument | undefined;
  private hex = '';
  private nAsked = 0;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly client: LanguageClient) {
    // Read again with every keystroke in the definition.
    this.subscription = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === this.document) void this.decode();
    });
  }

  show(): void {
    const document = definitionInFront();
    if (!document) return;
    this.document = document;
    if (this.panel) {
      this.panel.reveal();
    } else {
      this.open();
    }
    void this.title();
    void this.decode();
  }

  private open(): void {
    const place = vscode.ViewColumn.Beside;
    this.panel = vscode.window.createWebviewPanel('landwright.packet', 'Packet', place, {
      enableScripts: true,
      localResourceRoots: [],
      retainContextWhenHidden: true,
    });
    this.panel.onDidDispose(() => { this.panel = undefined; });
    this.panel.webview.onDidReceiveMessage((message) => {
      if (message.kind === 'ready') void this.title();
      if (message.kind === 'go' && this.document) void goTo(this.document.uri, message.line);
      if (message.kind === 'hex') {
        this.hex = message.hex;
        void this.decode();
      }
    });
    this.panel.webview.html = page('Packet', SCRIPT);
  }

  private async title(): Promise<void> {
    const name = this.document?.uri.path.split('/').pop() ?? '';
    await this.panel?.webview.postMessage({ kind: 'title', name });
  }

  private async decode(): Promise<void> {
    const { panel, document, hex } = this;
    if (!panel || !document || hex.trim() === '') return;
    const asked = ++this.nAsked;
    const uri = document.uri.toString();
    const read = async (hex: string): Promise<Packet | string> => {
      try {
        return await ask<Packet>(this.client, 'landwright.decode', { uri, hex });
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const texts = packetsOf(hex);
    const packets = await Promise.all(texts.slice(0, MOST_PACKETS).map(read));
    const answer = packets.length > 1 ? besideEachOther(packets, texts.length) : alone(packets[0]);
    if (asked === this.nAsked) await panel.webview.postMessage(answer);
  }

  dispose(): void {
    this.panel?.dispose();
    this.subscription.dispose();
  }
}

function alone(packet: Packet | string | undefined): object {
  return typeof packet === 'object' ? { kind: 'packet', packet } : { kind: 'none', reason: packet };
}

/** What is wrong with each, and the fields of those that can be read. */
function besideEachOther(packets: (Packet | string)[], nPasted: number): object {
  const notes: { text: string; className: string }[] = [];
  const readable: Packet[] = [];
  const names: string[] = [];
  packets.forEach((packet, n) => {
    const name = `packet ${n + 1}`;
    if (typeof packet === 'string') {
      notes.push({ text: `${name}: ${packet}`, className: 'broken' });
      return;
    }
    readable.push(packet);
    names.push(name);
    const told = (fault: Broken) => (
      `${name}: ${[fault.path, `at ${fault.offset}`, fault.message].filter(Boolean).join(': ')}`
    );
    if (packet.error) notes.push({ text: told(packet.error), className: 'broken' });
    for (const warning of packet.warnings) notes.push({ text: told(warning), className: 'warning' });
  });
  if (nPasted > packets.length) {
    const text = `Only the first ${packets.length} of ${nPasted} packets are shown`;
    notes.push({ text, className: 'warning' });
  }
  return { kind: 'compared', notes, names, rows: compared(readable) };
}

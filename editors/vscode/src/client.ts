// The client of the language server: which files it is about, and which server it starts.
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';

/** Files on disk and new ones; not the old side of a comparison, which nobody can mend. */
const SELECTOR = [
  ...['file', 'untitled', 'vscode-remote'].flatMap((scheme) => [
    { scheme, language: 'teradef' },
    { scheme, language: 'teramap' },
    { scheme, language: 'teracapture' },
  ]),
  ...['deprecated.json', 'revisions.json', 'landwright.toml'].map((name) => (
    { scheme: 'file', pattern: `**/${name}` }
  )),
];

/** What the editor does itself of what lenses ask for; false leaves it to the server. */
export type Execute = (command: string, argument: unknown) => Promise<boolean>;

export function makeClient(context: vscode.ExtensionContext, execute: Execute): LanguageClient {
  const server: ServerOptions = async () => {
    // Looked up at each start, so that a changed setting holds after a restart.
    const { spawn } = await import('node:child_process');
    const child = spawn(serverPath(context), ['--stdio'], { stdio: 'pipe' });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return child;
  };
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    initializationOptions: vscode.workspace.getConfiguration('landwright'),
    middleware: {
      executeCommand: async (command, args, next) => {
        if (!await execute(command, args[0])) return next(command, args);
      },
    },
    diagnosticPullOptions: { onChange: true, onTabs: true },
  };
  return new LanguageClient('landwright', 'Landwright', server, options);
}

/** The server that the settings name, or the one that the extension carries. */
function serverPath(context: vscode.ExtensionContext): string {
  const settings = vscode.workspace.getConfiguration('landwright');
  const set = settings.get<string>('server.path', '').trim();
  if (set && vscode.workspace.isTrusted) return set;
  const name = process.platform === 'win32' ? 'landwright-lsp.exe' : 'landwright-lsp';
  return context.asAbsolutePath(`server/${name}`);
}

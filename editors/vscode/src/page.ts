// The HTML of a panel: a page that draws what it is sent, and loads nothing.
import { randomBytes } from 'node:crypto';

/** `script` runs in the page, with `send` to talk to the extension and `root` to draw into. */
export function page(title: string, script: string, style = ''): string {
  const nonce = randomBytes(16).toString('hex');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}${style}</style>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}">
const api = acquireVsCodeApi();
const root = document.getElementById('root');
const send = (message) => api.postMessage(message);
${DRAW}
${script}
send({ kind: 'ready' });
</script>
</body>
</html>`;
}

const STYLE = `
body { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
h2 { font-size: 1.1em; margin: 0.6em 0; }
p { margin: 0.4em 0; }
textarea {
  width: 100%; height: 6em; box-sizing: border-box; font: inherit;
  color: var(--vscode-input-foreground); background: var(--vscode-input-background);
  border: 1px solid var(--vscode-input-border, transparent);
}
table { border-collapse: collapse; }
th { text-align: left; font-weight: normal; color: var(--vscode-descriptionForeground); }
th, td { padding: 1px 12px 1px 0; white-space: pre; vertical-align: top; }
th { position: sticky; top: 0; background: var(--vscode-editor-background); }
table.values td:last-child { white-space: pre-wrap; overflow-wrap: anywhere; }
td.number { text-align: right; }
tr.implied { color: var(--vscode-descriptionForeground); font-style: italic; }
tr.linked { cursor: pointer; }
tr.linked:hover { background: var(--vscode-list-hoverBackground); }
tr.here, tr.here:hover { background: var(--vscode-editor-selectionBackground); }
tr.different td:not(:first-child) { color: var(--vscode-gitDecoration-modifiedResourceForeground); font-weight: bold; }
.only-different tr.same { display: none; }
tr.broken, p.broken { color: var(--vscode-errorForeground); }
p.warning { color: var(--vscode-editorWarning-foreground); }
`;

// Everything from a file is set as text, never as HTML.
const DRAW = `
function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}
function table(heads, rows, className) {
  const made = element('table', undefined, className);
  const head = made.appendChild(element('thead')).appendChild(element('tr'));
  for (const text of heads) head.append(element('th', text));
  const body = made.appendChild(element('tbody'));
  for (const { cells, line, className } of rows) {
    const row = body.appendChild(element('tr', undefined, className));
    for (const cell of cells) row.append(element('td', cell));
    if (line === undefined) continue;
    row.classList.add('linked');
    row.dataset.line = line;
    row.onclick = () => send({ kind: 'go', line });
  }
  return made;
}
function mark(line) {
  for (const row of document.querySelectorAll('tr[data-line]')) {
    row.classList.toggle('here', Number(row.dataset.line) === line);
  }
  // What a field brings along stands before it.
  const here = document.querySelector('tr.here:not(.implied)') ?? document.querySelector('tr.here');
  const { scrollLeft } = document.documentElement;
  here?.scrollIntoView({ block: 'nearest' });
  document.documentElement.scrollLeft = scrollLeft;
}
`;

// How the page of a map looks: the colours are those of the person's theme.

export const STYLE = `
html, body, #root { height: 100%; }
body { padding: 0; overflow: hidden; font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
#root { display: flex; }
[hidden] { display: none !important; }

.stage { flex: 1; min-width: 0; display: flex; flex-direction: column; }
.bar {
  display: flex; align-items: center; gap: 4px; height: 36px; padding: 0 12px; flex: none;
  border-bottom: 1px solid var(--vscode-panel-border); white-space: nowrap; overflow: hidden;
}
.bar .gap { width: 8px; flex: none; }
.bar .place { margin-left: auto; color: var(--vscode-descriptionForeground); font-variant-numeric: tabular-nums; }
.bar .zoom { min-width: 4em; text-align: center; color: var(--vscode-descriptionForeground); font-variant-numeric: tabular-nums; }
select, input {
  height: 26px; box-sizing: border-box; font: inherit; padding: 0 6px; border-radius: 2px;
  color: var(--vscode-dropdown-foreground); background: var(--vscode-dropdown-background);
  border: 1px solid var(--vscode-dropdown-border, var(--vscode-panel-border));
}
input { color: var(--vscode-input-foreground); background: var(--vscode-input-background); width: 18em; }
button {
  font: inherit; height: 26px; padding: 0 8px; border: none; border-radius: 3px; cursor: pointer;
  color: var(--vscode-foreground); background: transparent;
}
.bar button { min-width: 26px; }
.bar button:hover { background: var(--vscode-toolbar-hoverBackground); }
button.main { color: var(--vscode-button-foreground); background: var(--vscode-button-background); padding: 0 14px; }
button.main:hover { background: var(--vscode-button-hoverBackground); }
button.other { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); padding: 0 14px; }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }

.paper { flex: 1; min-height: 0; position: relative; overflow: hidden; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; }
canvas:active { cursor: grabbing; }
.trouble {
  position: absolute; inset: 0; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 12px; padding: 32px; text-align: center; background: var(--vscode-editor-background); z-index: 2;
}
.trouble .what { max-width: 46em; white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--vscode-editor-font-family); }
.trouble .advice { max-width: 40em; color: var(--vscode-descriptionForeground); }
.trouble .choices { display: flex; gap: 8px; }

.busy { position: absolute; left: 0; right: 0; top: 0; height: 2px; overflow: hidden; z-index: 3; }
.busy::after {
  content: ''; position: absolute; height: 2px; width: 30%; background: var(--vscode-progressBar-background);
  animation: along 1.4s linear infinite;
}
@keyframes along { from { left: -30%; } to { left: 100%; } }
@media (prefers-reduced-motion: reduce) { .busy::after { animation: none; width: 100%; } }

.side { width: 320px; flex: none; box-sizing: border-box; overflow: auto; padding: 14px 16px 24px; border-left: 1px solid var(--vscode-panel-border); }
.side h1 { font-size: 1.15em; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.side .type { margin: 4px 0 12px; color: var(--vscode-descriptionForeground); }
.side h2 { font-size: 11px; font-weight: 600; text-transform: uppercase; letter-spacing: 0.04em; margin: 22px 0 6px; color: var(--vscode-descriptionForeground); }
.side h2 .count { margin-left: 6px; padding: 1px 6px; border-radius: 9px; letter-spacing: 0; color: var(--vscode-badge-foreground); background: var(--vscode-badge-background); }
.side table { max-width: 100%; }
.side td { white-space: normal; padding: 2px 10px 2px 0; overflow-wrap: anywhere; vertical-align: baseline; }
.side td:last-child { padding-right: 0; }
.side td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.side td.label, .side td.number { width: 1%; }
.side td.label { color: var(--vscode-descriptionForeground); white-space: nowrap; }

.side button.other { margin-top: 6px; }
.problem { display: flex; gap: 8px; padding: 5px 6px; margin: 0 -6px; border-radius: 3px; line-height: 1.35; }
.problem.linked { cursor: pointer; }
.problem.linked:hover { background: var(--vscode-list-hoverBackground); }
.problem.here { color: var(--vscode-list-activeSelectionForeground); background: var(--vscode-list-activeSelectionBackground); }
.problem .sign { flex: none; width: 8px; height: 8px; margin-top: 5px; border-radius: 50%; background: var(--vscode-descriptionForeground); }
.problem .sign.error { background: var(--vscode-problemsErrorIcon-foreground); }
.problem .sign.warning { background: var(--vscode-problemsWarningIcon-foreground); }
.problem .sign.information { background: var(--vscode-problemsInfoIcon-foreground); }
.problem .sign.hint { background: transparent; border: 2px solid var(--vscode-problemsInfoIcon-foreground); box-sizing: border-box; }
.problem .where { font-size: 0.92em; opacity: 0.85; overflow-wrap: anywhere; }
a { color: var(--vscode-textLink-foreground); cursor: pointer; text-decoration: none; }
a:hover { text-decoration: underline; }
.here a { color: inherit; text-decoration: underline; }
.none { color: var(--vscode-descriptionForeground); margin: 0; }

.grid { position: absolute; inset: 0; overflow: auto; font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
.grid table { table-layout: fixed; width: max-content; border-collapse: separate; border-spacing: 0; }
.grid th, .grid td {
  height: 24px; line-height: 24px; padding: 0 10px; white-space: pre; overflow: hidden; text-overflow: ellipsis;
  box-sizing: border-box; border-right: 1px solid var(--vscode-panel-border); border-bottom: 1px solid var(--vscode-panel-border);
}
.grid thead th { top: 0; z-index: 2; background: var(--vscode-editorWidget-background); color: var(--vscode-foreground); }
.grid td.number { text-align: right; font-variant-numeric: tabular-nums; }
.grid td:first-child, .grid th:first-child { position: sticky; left: 0; z-index: 1; text-align: right; color: var(--vscode-editorLineNumber-foreground); background: var(--vscode-editorWidget-background); }
.grid thead th:first-child { z-index: 3; }
.grid tbody tr:hover td { background: var(--vscode-list-hoverBackground); }
.grid tr.space td { height: 0; line-height: 0; padding: 0; border: none; }

@media (max-width: 620px) {
  #root { flex-direction: column; }
  .side { width: auto; height: 40%; border-left: none; border-top: 1px solid var(--vscode-panel-border); }
}
`;

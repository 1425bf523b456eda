// The page of a map: its frame, and which part shows which message.
import { GRID } from './grid';
import { PICTURE } from './picture';
import { SIDE } from './side';

const FRAME = `
const kept = api.getState() ?? {};
const keep = (more) => api.setState(Object.assign(kept, more));
let file;
function button(text, act, className, title) {
  const made = element('button', text, className);
  made.onclick = act;
  if (title) made.title = title;
  return made;
}
const stage = root.appendChild(element('div', undefined, 'stage'));
const bar = stage.appendChild(element('div', undefined, 'bar'));
const paper = stage.appendChild(element('div', undefined, 'paper'));
const side = root.appendChild(element('div', undefined, 'side'));

const looks = bar.appendChild(element('select'));
looks.title = 'What the picture shows';
looks.hidden = true;
looks.onchange = () => send({ kind: 'look', look: looks.selectedIndex });
const pictureTools = bar.appendChild(element('span'));
const zoomed = element('span', '', 'zoom');
pictureTools.append(
  button('−', () => zoom(0.8), '', 'Zoom out (-, or the wheel)'),
  zoomed,
  button('+', () => zoom(1.25), '', 'Zoom in (+, or the wheel)'),
  button('Fit', () => fit(), '', 'Show all of it (0, or a double click)'),
);
const tableTools = bar.appendChild(element('span'));
tableTools.hidden = true;
const search = tableTools.appendChild(element('input'));
search.placeholder = 'Rows that contain…';
search.type = 'search';
search.oninput = () => { grid.scrollTop = 0; sieve(); };
const stop = bar.appendChild(button('Stop', () => send({ kind: 'stop' }), '', 'Stop drawing and checking'));
stop.hidden = true;
const place = bar.appendChild(element('span', '', 'place'));

const trouble = element('div', undefined, 'trouble');
const busy = element('div', undefined, 'busy');
trouble.hidden = busy.hidden = true;

const name = side.appendChild(element('h1'));
const type = side.appendChild(element('p', '', 'type'));
side.append(button('Open in Landwright', () => send({ kind: 'open' }), 'main'));
const list = side.appendChild(element('div'));
const summary = side.appendChild(element('div'));
`;

const MESSAGES = `
grid.hidden = true;
paper.append(trouble, busy);
const SHOWS = {
  file: showFile,
  picture: ({ png }) => showPicture(png),
  table: showTable,
  summary: ({ text }) => showSummary(text),
  problems: showProblems,
  trouble: showTrouble,
  busy: ({ isBusy }) => { busy.hidden = stop.hidden = !isBusy; },
};
window.addEventListener('message', ({ data }) => SHOWS[data.kind]?.(data));
`;

export const SCRIPT = [FRAME, PICTURE, GRID, SIDE, MESSAGES].join('\n');

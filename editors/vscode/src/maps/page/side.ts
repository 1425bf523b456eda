// What stands beside the picture: the name, the way into Landwright, problems and the summary.

export const SIDE = `
function showFile(data) {
  file = data;
  name.textContent = data.name;
  const isTable = data.looks.length === 0;
  canvas.hidden = pictureTools.hidden = isTable;
  grid.hidden = tableTools.hidden = !isTable;
  looks.replaceChildren(...data.looks.map((look) => element('option', look)));
  looks.selectedIndex = data.look;
  looks.hidden = data.looks.length < 2;
}
/** Headings stand at the margin; below them are lines of columns, two spaces apart. */
function showSummary(text) {
  const [first, ...lines] = text.split('\\n');
  type.textContent = first;
  const made = [];
  let rows;
  for (const line of lines) {
    if (line.trim() === '') continue;
    if (!line.startsWith(' ')) {
      made.push(element('h2', line));
      rows = undefined;
      continue;
    }
    if (!rows) made.push(rows = element('table'));
    const row = rows.appendChild(element('tr'));
    const cells = line.trim().split(/ {2,}/);
    for (const [index, cell] of cells.entries()) {
      const isNumber = /^[-\\d.,]+( %)?$/.test(cell) && cells.length > 2;
      row.append(element('td', cell, isNumber ? 'number' : index === 0 && cells.length > 1 ? 'label' : ''));
    }
    const most = Math.max(...[...rows.rows].map((row) => row.cells.length));
    for (const row of rows.rows) row.lastElementChild.colSpan = most - row.cells.length + 1;
  }
  summary.replaceChildren(...made);
}
/** So many problems leave the summary in sight. */
const FIRST_LISTED = 8;
let isLong = false;
function showProblems({ problems, more }) {
  const heading = element('h2', 'Problems');
  if (problems.length > 0) heading.append(element('span', String(problems.length + more), 'count'));
  const made = problems.map((problem) => {
    const row = element('div', undefined, 'problem');
    const sign = row.appendChild(element('span', undefined, 'sign ' + problem.severity));
    sign.title = problem.severity;
    const words = row.appendChild(element('div'));
    words.append(element('div', problem.message));
    const where = words.appendChild(element('div', undefined, 'where'));
    const code = where.appendChild(element('a', problem.code));
    code.title = 'What it means, and how to mend it';
    code.tabIndex = 0;
    const explain = (event) => {
      event.stopPropagation();
      send({ kind: 'explain', code: problem.code });
    };
    code.onclick = explain;
    code.onkeydown = (event) => { if (event.key === 'Enter') explain(event); };
    const other = problem.file.split(/[\\\\/]/).pop();
    const places = [problem.place, other === file?.name ? '' : other].filter(Boolean);
    if (places.length > 0) where.append(' · ' + places.join(' · '));
    if (problem.cell && file?.type === 'gat') link(row, problem.cell);
    return row;
  });
  if (made.length === 0) made.push(element('p', 'None', 'none'));
  if (more > 0) made.push(element('p', 'and ' + more + ' more: see the Problems panel', 'none'));
  const later = isLong ? [] : made.splice(FIRST_LISTED);
  if (later.length > 0) {
    made.push(button('Show all', () => {
      isLong = true;
      list.lastElementChild.replaceWith(...later);
    }, 'other'));
  }
  list.replaceChildren(heading, ...made);
}
/** A problem with a cell leads to it in the picture. */
function link(row, cell) {
  row.classList.add('linked');
  row.tabIndex = 0;
  const go = () => {
    document.querySelector('.problem.here')?.classList.remove('here');
    row.classList.add('here');
    mark(cell);
  };
  row.onclick = go;
  row.onkeydown = (event) => { if (event.key === 'Enter') go(); };
}
function showTrouble({ message, advice, isMissing }) {
  trouble.hidden = message === '';
  if (message === '') return;
  const choices = element('div', undefined, 'choices');
  const first = isMissing ? button('Open settings', () => send({ kind: 'settings' }), 'main')
    : button('Open in Landwright', () => send({ kind: 'open' }), 'main');
  choices.append(first, button('Try again', () => send({ kind: 'again' }), 'other'));
  trouble.replaceChildren(element('div', message, 'what'), element('div', advice, 'advice'), choices);
}
`;

// The table in the page. Only the rows in sight are there, so that a long one scrolls well.

export const GRID = `
const ROW_PX = 24;
const grid = paper.appendChild(element('div', undefined, 'grid'));
grid.tabIndex = 0;
let sheet;
let rows = [];
let from = -1;

function showTable(data) {
  sheet = data;
  const table = element('table');
  const columns = table.appendChild(element('colgroup'));
  for (const [index, head] of data.heads.entries()) {
    const longest = Math.max(head.length, ...data.rows.slice(0, 500).map((row) => (row[index] ?? '').length));
    columns.appendChild(element('col')).style.width = 'calc(' + Math.min(longest + 1, 40) + 'ch + 22px)';
  }
  const head = table.appendChild(element('thead')).appendChild(element('tr'));
  for (const text of data.heads) head.appendChild(element('th', text)).title = text;
  table.append(element('tbody'));
  grid.replaceChildren(table);
  sieve();
  grid.dataset.drawn = data.rows.length + 'x' + data.heads.length;
}
/** Keeps the rows that hold what is typed. */
function sieve() {
  if (!sheet) return;
  const wanted = search.value.toLowerCase();
  rows = wanted === '' ? sheet.rows
    : sheet.rows.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted)));
  const number = (n) => n.toLocaleString('en');
  const first = sheet.nRows > sheet.rows.length ? 'the first ' + number(sheet.rows.length) + ' of ' : '';
  place.textContent = wanted === '' ? first + number(sheet.nRows) + ' rows'
    : number(rows.length) + ' of ' + first + number(sheet.nRows) + ' rows';
  from = -1;
  paintRows();
}
function paintRows() {
  const body = grid.querySelector('tbody');
  if (!body) return;
  const n = Math.ceil(grid.clientHeight / ROW_PX) + 20;
  const first = Math.max(0, Math.floor(grid.scrollTop / ROW_PX / 10) * 10 - 10);
  if (first === from && body.dataset.n === String(n)) return;
  from = first;
  body.dataset.n = n;
  const inSight = rows.slice(first, first + n + 10);
  const space = (count) => {
    const row = element('tr', undefined, 'space');
    row.appendChild(element('td')).style.height = count * ROW_PX + 'px';
    return row;
  };
  body.replaceChildren(
    space(first),
    ...inSight.map((cells) => {
      const row = element('tr');
      for (const cell of cells) {
        const made = row.appendChild(element('td', cell, /^-?[\\d.,]+$/.test(cell) ? 'number' : ''));
        if (cell.length > 30) made.title = cell;
      }
      return row;
    }),
    space(Math.max(0, rows.length - first - inSight.length)),
  );
}
grid.onscroll = paintRows;
new ResizeObserver(paintRows).observe(grid);
`;

// The picture in the page: fitted, zoomed by wheel, buttons and keys, and moved by dragging.

export const PICTURE = `
const canvas = paper.appendChild(element('canvas'));
canvas.tabIndex = 0;
canvas.setAttribute('role', 'img');
const NEAREST = 64;
let picture;
let isFitted = kept.isFitted ?? true;
/** Pixels of the screen for one of the picture, and where its corner is. */
let scale = kept.scale ?? 1;
let corner = kept.corner ?? [0, 0];
let marked;

function fitted() {
  const [width, height] = [canvas.clientWidth - 32, canvas.clientHeight - 32];
  return Math.max(0.01, Math.min(width / picture.width, height / picture.height, NEAREST));
}
function fit() {
  if (!picture) return;
  isFitted = true;
  scale = fitted();
  corner = [(canvas.clientWidth - picture.width * scale) / 2, (canvas.clientHeight - picture.height * scale) / 2];
  paint();
}
function zoom(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  if (!picture) return;
  const before = scale;
  scale = Math.min(NEAREST, Math.max(fitted() / 4, scale * factor));
  corner = [x - (x - corner[0]) * scale / before, y - (y - corner[1]) * scale / before];
  isFitted = false;
  paint();
}
function move(dx, dy) {
  corner = [corner[0] + dx, corner[1] + dy];
  isFitted = false;
  paint();
}
/** Where a cell is drawn: maps have their first row at the bottom. */
function mark(cell) {
  marked = cell;
  if (!picture || !cell) return paint();
  scale = Math.max(scale, Math.min(12, fitted() * 4));
  const [x, y] = [cell[0] + 0.5, picture.height - cell[1] - 0.5];
  corner = [canvas.clientWidth / 2 - x * scale, canvas.clientHeight / 2 - y * scale];
  isFitted = false;
  paint();
}
function paint() {
  const ratio = window.devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  if (!picture) return;
  context.imageSmoothingEnabled = scale < 1;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, corner[0], corner[1], picture.width * scale, picture.height * scale);
  if (marked) drawMark(context);
  zoomed.textContent = Math.round(scale * 100) + ' %';
  keep({ isFitted, scale, corner });
}
function drawMark(context) {
  const x = corner[0] + (marked[0] + 0.5) * scale;
  const y = corner[1] + (picture.height - marked[1] - 0.5) * scale;
  const radius = Math.max(10, scale);
  for (const [width, colour] of [[5, '#000a'], [2.5, '#fff']]) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}
async function showPicture(png) {
  const next = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  const isSame = picture && picture.width === next.width && picture.height === next.height;
  const isBack = !picture && kept.size === next.width + 'x' + next.height;
  picture?.close();
  picture = next;
  keep({ size: next.width + 'x' + next.height });
  canvas.setAttribute('aria-label', 'Picture, ' + next.width + ' by ' + next.height + ' pixels');
  if (!isSame) marked = undefined;
  if (isFitted || !(isSame || isBack)) fit();
  else paint();
  canvas.dataset.drawn = next.width + 'x' + next.height;
}
canvas.onpointerdown = (event) => {
  if (event.button > 1) return;
  event.preventDefault();
  canvas.focus();
  canvas.setPointerCapture(event.pointerId);
};
canvas.onpointermove = (event) => {
  if (canvas.hasPointerCapture(event.pointerId)) move(event.movementX, event.movementY);
  if (!picture || file?.type !== 'gat') return;
  const x = Math.floor((event.offsetX - corner[0]) / scale);
  const y = picture.height - 1 - Math.floor((event.offsetY - corner[1]) / scale);
  const isInside = x >= 0 && y >= 0 && x < picture.width && y < picture.height;
  place.textContent = isInside ? 'cell (' + x + ', ' + y + ')' : '';
};
canvas.onpointerleave = () => { place.textContent = ''; };
canvas.ondblclick = fit;
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 20 : 1;
  zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
}, { passive: false });
canvas.onkeydown = ({ key }) => {
  const STEP = 60;
  const acts = {
    '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), '0': fit,
    ArrowLeft: () => move(STEP, 0), ArrowRight: () => move(-STEP, 0),
    ArrowUp: () => move(0, STEP), ArrowDown: () => move(0, -STEP),
  };
  acts[key]?.();
};
new ResizeObserver(() => { if (isFitted) fit(); else paint(); }).observe(canvas);
`;

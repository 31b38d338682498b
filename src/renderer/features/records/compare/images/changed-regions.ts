/** A part of an image, each side as a share of the whole from 0 to 1. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of an image as a canvas gives them: red, green, blue and opacity of each, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Side in pixels of the squares that are compared. */
const TILE = 12;
/** A pixel counts as another where one of its colours differs by more than this of 255: JPEG changes each a little. */
const DIFFERENT = 40;
/** Pixels of a square that have to be others. */
const ENOUGH = 4;

/** Where two images of the same size differ: squares with other pixels, joined where they touch, from top to bottom. */
export function changedRegions(before: Pixels, after: Pixels): Region[] {
  const { width, height } = after;
  if (before.width !== width || before.height !== height) throw new Error('The images differ in size');
  const across = Math.ceil(width / TILE);
  const down = Math.ceil(height / TILE);
  const changed = Array.from({ length: across * down }, (_, tile) =>
    isChanged(before, after, (tile % across) * TILE, Math.floor(tile / across) * TILE),
  );
  const regions: Region[] = [];
  for (let tile = 0; tile < changed.length; tile += 1) {
    if (!changed[tile]) continue;
    const box = takeJoined(changed, tile, across);
    regions.push({
      left: (box.left * TILE) / width,
      top: (box.top * TILE) / height,
      width: (Math.min((box.right + 1) * TILE, width) - box.left * TILE) / width,
      height: (Math.min((box.bottom + 1) * TILE, height) - box.top * TILE) / height,
    });
  }
  return regions;
}

function isChanged(before: Pixels, after: Pixels, left: number, top: number): boolean {
  let others = 0;
  const right = Math.min(left + TILE, after.width);
  const bottom = Math.min(top + TILE, after.height);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * after.width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        const difference = (before.data[at + channel] ?? 0) - (after.data[at + channel] ?? 0);
        if (Math.abs(difference) <= DIFFERENT) continue;
        others += 1;
        if (others >= ENOUGH) return true;
        break;
      }
    }
  }
  return false;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Takes a changed square and all that touch it, also at a corner or with one equal square between, out of the list. */
function takeJoined(changed: boolean[], from: number, across: number): Box {
  const box: Box = { left: across, top: changed.length, right: 0, bottom: 0 };
  const open = [from];
  changed[from] = false;
  for (let tile = open.pop(); tile !== undefined; tile = open.pop()) {
    const [x, y] = [tile % across, Math.floor(tile / across)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    for (let dy = -2; dy <= 2; dy += 1) {
      for (let dx = -2; dx <= 2; dx += 1) {
        const next = tile + dy * across + dx;
        if (x + dx < 0 || x + dx >= across || !changed[next]) continue;
        changed[next] = false;
        open.push(next);
      }
    }
  }
  return box;
}

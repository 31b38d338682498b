import { relations, slideParts } from '#shared/office/parts.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';
import { fillOf, type Palette, readPalette } from './slide-colors.ts';
import { type Paragraph, paragraphsOf } from './slide-text.ts';
import { all, at, childOf, type Node, readTree } from './xml-tree.ts';

/** A presentation as slides with positioned items. Animations, charts and drawn shapes are not shown. */
export interface Presentation {
  /** Size of a slide, in points. */
  readonly width: number;
  readonly height: number;
  readonly slides: readonly Slide[];
  readonly cut: boolean;
}

export interface Slide {
  readonly background: string | undefined;
  readonly items: readonly Item[];
  readonly notes: string;
}

/** Position and size of an item, in percent of the slide's width and height. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export type Item = { readonly box: Box | undefined } & (
  | {
      readonly kind: 'text';
      readonly paragraphs: readonly Paragraph[];
      readonly fill: string | undefined;
      readonly anchor: 'start' | 'center' | 'end';
      readonly title: boolean;
    }
  | { readonly kind: 'picture'; readonly content: Blob; readonly name: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
);

const SLIDES = 300;
const ITEMS = 300;
const PICTURES_BYTES = 64 * 1024 ** 2;
const EMU_PER_POINT = 12_700;
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const frameOf = (transform: Node | undefined): Frame | undefined => {
  const off = childOf(transform, 'off')?.attribs;
  const ext = childOf(transform, 'ext')?.attribs;
  if (!off || !ext) return undefined;
  const frame = { x: Number(off.x), y: Number(off.y), w: Number(ext.cx), h: Number(ext.cy) };
  return Object.values(frame).every(Number.isFinite) ? frame : undefined;
};

/** The placeholder of the layout that a shape fills. */
const placeholderOf = (shape: Node): { type: string; idx: string } | undefined => {
  const ph = at(shape, 'nvSpPr', 'nvPr', 'ph') ?? at(shape, 'nvPicPr', 'nvPr', 'ph');
  return ph && { type: ph.attribs.type ?? 'body', idx: ph.attribs.idx ?? '' };
};

const titles = new Set(['title', 'ctrTitle']);
const sameType = (a: string, b: string): boolean => a === b || (titles.has(a) && titles.has(b));

/** The slide's layout and master, nearest first. */
function parentsOf(zip: ZipEntries, slide: string, known: Map<string, Node | undefined>): Node[] {
  const read = (name: string): Node | undefined => {
    if (!known.has(name)) known.set(name, readTree(zip, name));
    return known.get(name);
  };
  const find = (part: string, type: string): string | undefined =>
    [...relations(zip, part).values()].find((each) => each.type === type)?.target;
  const layout = find(slide, 'slideLayout');
  const master = layout && find(layout, 'slideMaster');
  return [layout, master].flatMap((name) => (name ? (read(name) ?? []) : []));
}

function inheritedFrame(shape: Node, parents: readonly Node[]): Frame | undefined {
  const wanted = placeholderOf(shape);
  if (!wanted) return undefined;
  for (const parent of parents) {
    const shapes = [...all(at(parent, 'cSld', 'spTree'), 'sp')];
    const match =
      shapes.find((each) => wanted.idx !== '' && placeholderOf(each)?.idx === wanted.idx) ??
      shapes.find((each) => sameType(placeholderOf(each)?.type ?? '', wanted.type));
    const frame = match && frameOf(at(match, 'spPr', 'xfrm'));
    if (frame) return frame;
  }
  return undefined;
}

const ANCHORS: Readonly<Record<string, 'start' | 'center' | 'end'>> = { t: 'start', ctr: 'center', b: 'end' };

class SlideReader {
  readonly #zip: ZipEntries;
  readonly #palette: Palette;
  readonly #size: { w: number; h: number };
  readonly #known = new Map<string, Node | undefined>();
  #pictures = 0;
  cut = false;

  constructor(zip: ZipEntries, palette: Palette, size: { w: number; h: number }) {
    this.#zip = zip;
    this.#palette = palette;
    this.#size = size;
  }

  read(part: string): Slide {
    const slide = readTree(this.#zip, part);
    const links = relations(this.#zip, part);
    const parents = parentsOf(this.#zip, part, this.#known);
    const items: Item[] = [];
    const walk = (nodes: readonly Node[], place: (frame: Frame) => Frame): void => {
      for (const node of nodes) {
        if (items.length >= ITEMS) {
          this.cut = true;
          return;
        }
        if (node.name === 'grpSp') walk(node.children, this.#grouped(node, place));
        else {
          const item = this.#item(node, parents, links, place);
          if (item) items.push(item);
        }
      }
    };
    walk(at(slide, 'cSld', 'spTree')?.children ?? [], (frame) => frame);
    const background = [slide, ...parents]
      .map((each) => fillOf(at(each, 'cSld', 'bg', 'bgPr'), this.#palette))
      .find(Boolean);
    const notes = [...links.values()].find(({ type }) => type === 'notesSlide');
    return { background, items, notes: notes ? this.#notes(notes.target) : '' };
  }

  #item(
    node: Node,
    parents: readonly Node[],
    links: ReturnType<typeof relations>,
    place: (frame: Frame) => Frame,
  ): Item | undefined {
    if (node.name === 'sp') {
      const paragraphs = paragraphsOf(node, this.#palette, placeholderOf(node)?.type);
      const fill = fillOf(childOf(node, 'spPr'), this.#palette);
      if (paragraphs.length === 0 && !fill) return undefined;
      const frame = frameOf(at(node, 'spPr', 'xfrm'));
      const inherited = frame ? place(frame) : inheritedFrame(node, parents);
      const title = titles.has(placeholderOf(node)?.type ?? '');
      const anchor =
        ANCHORS[at(node, 'txBody', 'bodyPr')?.attribs.anchor ?? ''] ?? (title ? 'center' : 'start');
      return { kind: 'text', box: this.#box(inherited), paragraphs, fill, anchor, title };
    }
    if (node.name === 'pic') return this.#picture(node, parents, links, place);
    if (node.name === 'graphicFrame') {
      const table = at(node, 'graphic', 'graphicData', 'tbl');
      const frame = frameOf(childOf(node, 'xfrm'));
      if (!table) return undefined;
      const rows = table.children
        .filter((each) => each.name === 'tr')
        .slice(0, 200)
        .map((row) => row.children.filter((each) => each.name === 'tc').map((cell) => textOf(cell)));
      return { kind: 'table', box: this.#box(frame && place(frame)), rows };
    }
    return undefined;
  }

  #picture(
    node: Node,
    parents: readonly Node[],
    links: ReturnType<typeof relations>,
    place: (frame: Frame) => Frame,
  ): Item | undefined {
    const target = links.get(at(node, 'blipFill', 'blip')?.attribs.embed ?? '')?.target;
    const type = TYPES[target?.split('.').at(-1)?.toLowerCase() ?? ''];
    if (!target || !type) return undefined;
    const bytes = this.#zip.read(target);
    if (!bytes) return undefined;
    this.#pictures += bytes.length;
    if (this.#pictures > PICTURES_BYTES) {
      this.cut = true;
      return undefined;
    }
    const frame = frameOf(at(node, 'spPr', 'xfrm'));
    const box = this.#box(frame ? place(frame) : inheritedFrame(node, parents));
    const name = at(node, 'nvPicPr', 'cNvPr')?.attribs.descr ?? '';
    return { kind: 'picture', box, content: new Blob([bytes as BlobPart], { type }), name };
  }

  /** Shapes of a group have their own coordinates, which are scaled to the group's box. */
  #grouped(group: Node, place: (frame: Frame) => Frame): (frame: Frame) => Frame {
    const transform = at(group, 'grpSpPr', 'xfrm');
    const outer = frameOf(transform);
    const off = childOf(transform, 'chOff')?.attribs;
    const ext = childOf(transform, 'chExt')?.attribs;
    if (!outer || !off || !ext) return place;
    const sx = outer.w / (Number(ext.cx) || outer.w || 1);
    const sy = outer.h / (Number(ext.cy) || outer.h || 1);
    return ({ x, y, w, h }) =>
      place({
        x: outer.x + (x - Number(off.x)) * sx,
        y: outer.y + (y - Number(off.y)) * sy,
        w: w * sx,
        h: h * sy,
      });
  }

  #box(frame: Frame | undefined): Box | undefined {
    if (!frame) return undefined;
    const { w, h } = this.#size;
    const box = {
      x: (frame.x / w) * 100,
      y: (frame.y / h) * 100,
      w: (frame.w / w) * 100,
      h: (frame.h / h) * 100,
    };
    return Object.values(box).every((each) => Math.abs(each) < 1000) ? box : undefined;
  }

  #notes(part: string): string {
    const tree = readTree(this.#zip, part);
    return [...all(at(tree, 'cSld', 'spTree'), 'sp')]
      .filter((shape) => placeholderOf(shape)?.type === 'body')
      .map((shape) => textOf(shape))
      .join('\n')
      .slice(0, 10_000);
  }
}

const textOf = (node: Node): string =>
  [...all(node, 'p')]
    .map((paragraph) => [...all(paragraph, 't')].map((each) => each.text).join(''))
    .join('\n')
    .trim();

export function readPresentation(zip: ZipEntries): Presentation {
  const parts = slideParts(zip);
  if (parts.length === 0 && !zip.names.includes('ppt/presentation.xml')) throw new OfficeError('corrupt');
  const size = at(readTree(zip, 'ppt/presentation.xml'), 'sldSz')?.attribs;
  const w = Number(size?.cx) || 12_192_000;
  const h = Number(size?.cy) || 6_858_000;
  const reader = new SlideReader(zip, readPalette(zip), { w, h });
  const slides = parts.slice(0, SLIDES).map((part) => reader.read(part));
  return {
    width: w / EMU_PER_POINT,
    height: h / EMU_PER_POINT,
    slides,
    cut: reader.cut || parts.length > SLIDES,
  };
}

import { readFile } from 'node:fs/promises';
import PQueue from 'p-queue';
import { PAGES_FILE_MAX, pagedKind } from '#shared/documents/pages.ts';
import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { own } from '#shared/platform/own.ts';
import { type MadePages, type MadePagesOptions, MadePagesStore, type PagesKey, tagOf } from './made-pages.ts';
import { NoPages, type PageMaker } from './page-maker.ts';
import { photoPages } from './photo-pages.ts';
import { pngPage } from './png-page.ts';

/** So many documents are drawn at once, each by a program that may take 2 GiB. */
const AT_ONCE = 2;
/** So many thumbnails. They have a queue of their own, because those of office files wait for pages in the other. */
const THUMBNAILS_AT_ONCE = 2;

/** What is drawn of a file: all its pages, or the first one in small. */
export type Drawn = 'pages' | 'thumbnail';

/** A file whose pages are asked for. */
export interface PagedFile {
  readonly name: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** Pages that were drawn now, of which the disk had no room. */
export interface UnkeptPages {
  readonly bytes: Buffer;
  readonly tag: string;
}

interface Drawing extends PagesKey {
  readonly maker: PageMaker;
}

/** What finds the programs that draw; each takes seconds. */
export interface FindMakers {
  readonly office: () => Promise<PageMaker | null>;
  readonly photo: () => Promise<PageMaker | null>;
  readonly thumbnail: () => Promise<PageMaker | null>;
}

/** The pages of office files and photos, and thumbnails: drawn when somebody asks for them, and kept. */
export class Pages {
  readonly store: MadePagesStore;
  readonly #findMakers: FindMakers;
  readonly #makers = new Map<keyof FindMakers, Promise<PageMaker | null>>();
  readonly #found = new Set<keyof FindMakers>();
  readonly #queues: Readonly<Record<Drawn, PQueue>> = {
    pages: new PQueue({ concurrency: AT_ONCE }),
    thumbnail: new PQueue({ concurrency: THUMBNAILS_AT_ONCE }),
  };
  /** What is being drawn, by its tag. */
  readonly #drawing = new Map<string, Promise<MadePages | UnkeptPages>>();

  constructor(options: MadePagesOptions, findMakers: FindMakers) {
    this.store = new MadePagesStore(options);
    this.#findMakers = findMakers;
  }

  /** Whether there is a program that draws these, as far as was looked. */
  areDrawn(kind: keyof FindMakers): boolean {
    return this.#found.has(kind);
  }

  /** Looks for a program. */
  async look(kind: keyof FindMakers): Promise<PageMaker | null> {
    const looking = this.#makers.get(kind) ?? this.#findMakers[kind]();
    this.#makers.set(kind, looking);
    const maker = await looking;
    if (maker) this.#found.add(kind);
    return maker;
  }

  /** @returns null where they were not drawn yet @throws NoPages */
  async find(file: PagedFile, what: Drawn = 'pages'): Promise<MadePages | null> {
    return this.store.find(await this.#keysOf[what](file));
  }

  /** Draws them, once for all who ask at the same time. @throws NoPages, and what `read` throws */
  async draw(
    file: PagedFile,
    read: () => Promise<Uint8Array>,
    what: Drawn = 'pages',
  ): Promise<MadePages | UnkeptPages> {
    const key = await this.#keysOf[what](file);
    const source = what === 'thumbnail' ? () => this.#pdfOf(file, read) : read;
    const tag = tagOf(key);
    const running = this.#drawing.get(tag);
    if (running) return running;
    const drawn = this.#queues[what].add(() => this.#make(key, source));
    this.#drawing.set(tag, drawn);
    return drawn.finally(() => this.#drawing.delete(tag));
  }

  async #make(key: Drawing, read: () => Promise<Uint8Array>): Promise<MadePages | UnkeptPages> {
    const found = await this.store.find(key);
    if (found) return found;
    try {
      const bytes = await key.maker.make(await read(), key.extension);
      return (await this.store.keep(key, bytes)) ?? { bytes, tag: tagOf(key) };
    } catch (error) {
      if (error instanceof NoPages) await this.store.keepFault(key, error.fault);
      throw error;
    }
  }

  readonly #keysOf: Readonly<Record<Drawn, (file: PagedFile) => Promise<Drawing>>> = {
    pages: (file) => this.#pagesKeyOf(file),
    thumbnail: (file) => this.#thumbnailKeyOf(file),
  };

  async #pagesKeyOf({ name, sha256, size }: PagedFile): Promise<Drawing> {
    const kind = pagedKind(name);
    if (!kind) throw new NoPages('kind');
    if (size > PAGES_FILE_MAX) throw new NoPages('too_large');
    const maker = await this.look(kind === 'photo' ? 'photo' : 'office');
    if (!maker) throw new NoPages('unavailable');
    return { sha256, extension: extensionOf(name), version: maker.version, form: 'pdf', maker };
  }

  /** What a thumbnail is drawn of: the file itself, a page around its picture, or its pages. */
  async #pdfOf(file: PagedFile, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    if (pagedKind(file.name)) return bytesOf(await this.draw(file, read));
    const bytes = await read();
    return pageAround(file)?.lay(bytes) ?? bytes;
  }

  async #thumbnailKeyOf(file: PagedFile): Promise<Drawing> {
    const own = extensionOf(file.name) === 'pdf' ? 'pdf' : pageAround(file)?.kind;
    const source = own || tagOf(await this.#pagesKeyOf(file));
    if (file.size > PAGES_FILE_MAX) throw new NoPages('too_large');
    const maker = await this.look('thumbnail');
    if (!maker) throw new NoPages('unavailable');
    const version = `${maker.version} of ${source}`;
    return { sha256: file.sha256, extension: 'pdf', version, form: 'jpg', maker };
  }
}

/** How a picture is laid on a page of a PDF. */
interface PageAround {
  /** Stands for it in the names of what is kept. */
  readonly kind: 'photo' | 'png';
  readonly lay: (bytes: Uint8Array) => Promise<Buffer>;
}

const PHOTO: PageAround = { kind: 'photo', lay: (bytes) => photoPages([bytes]) };
/** A PDF can hold pictures of these kinds as they are, whatever their size: the program that draws it has limits. */
const AROUND: Readonly<Record<string, PageAround>> = {
  ...{ jpg: PHOTO, jpeg: PHOTO },
  png: { kind: 'png', lay: pngPage },
};

const pageAround = ({ name }: PagedFile): PageAround | undefined => own(AROUND, extensionOf(name));

const bytesOf = (made: MadePages | UnkeptPages): Buffer | Promise<Buffer> =>
  'bytes' in made ? made.bytes : readFile(made.path);

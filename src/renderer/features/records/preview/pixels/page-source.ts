import type { PreviewFault } from '../office/messages.ts';
import { type DrawnPage, PIXELS_LIMITS, type PixelsAnswer, type PixelsRequest } from './messages.ts';

interface Wanted {
  readonly page: number;
  readonly small: boolean;
  readonly done: (drawn: DrawnPage) => void;
}

/** What this needs of a `Worker`. */
export type PagesWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * The pages of one file, drawn by a worker one at a time: the page that somebody looks at before thumbnails. A page that
 * takes too long, or too much memory, ends the worker; the next one is drawn by another.
 */
export class PageSource {
  readonly #content: Blob;
  readonly #startWorker: () => PagesWorker;
  #worker: PagesWorker | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  #open: readonly Wanted[] = [];
  #drawing: Wanted | undefined;
  #pages: number | undefined;
  readonly #refused = new Map<number, DrawnPage>();
  readonly #thumbnails = new Map<number, DrawnPage>();

  constructor(content: Blob, startWorker: () => PagesWorker) {
    this.#content = content;
    this.#startWorker = startWorker;
  }

  /** How many pages the file has; undefined until that is known, and where the file cannot be read. */
  get pages(): number | undefined {
    return this.#pages;
  }

  /**
   * Draws a page; the first one is 0.
   * @param signal leaves it out where it is not being drawn yet. What was left out is never answered.
   */
  draw(
    page: number,
    { small = false, signal }: { small?: boolean; signal?: AbortSignal } = {},
  ): Promise<DrawnPage> {
    const known = this.#refused.get(page) ?? (small ? this.#thumbnails.get(page) : undefined);
    if (known) return Promise.resolve(known);
    return new Promise((done) => {
      const wanted = { page, small, done };
      this.#open = [...this.#open, wanted];
      signal?.addEventListener('abort', () => {
        this.#open = this.#open.filter((each) => each !== wanted);
      });
      this.#next();
    });
  }

  /** Ends the worker, and leaves out what it has not drawn. */
  close(): void {
    this.#open = [];
    this.#drawing = undefined;
    this.#end();
  }

  #next(): void {
    if (this.#drawing) return;
    const wanted = this.#open.find(({ small }) => !small) ?? this.#open[0];
    if (!wanted) return;
    const { page, small } = wanted;
    this.#open = this.#open.filter((each) => each !== wanted);
    this.#drawing = wanted;
    const isFirst = this.#worker === undefined;
    const worker = this.#worker ?? this.#start();
    this.#late = setTimeout(() => this.#giveUp('timeout'), PIXELS_LIMITS.timeMs);
    const request: PixelsRequest = { page, small, ...(isFirst && { content: this.#content }) };
    worker.postMessage(request);
  }

  #start(): PagesWorker {
    const worker = this.#startWorker();
    worker.onmessage = ({ data }: MessageEvent<PixelsAnswer>) => {
      if ('pages' in data) this.#pages = data.pages;
      else this.#answer(data);
    };
    // Also called when the worker runs out of memory.
    worker.onerror = () => this.#giveUp('too_large');
    this.#worker = worker;
    return worker;
  }

  #giveUp(fault: PreviewFault): void {
    this.#end();
    this.#answer({ fault });
  }

  #answer(drawn: DrawnPage): void {
    clearTimeout(this.#late);
    const wanted = this.#drawing;
    this.#drawing = undefined;
    if (wanted) {
      if ('fault' in drawn) this.#refused.set(wanted.page, drawn);
      else if (wanted.small) this.#thumbnails.set(wanted.page, drawn);
      wanted.done(drawn);
    }
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#late);
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

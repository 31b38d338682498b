import { EXTRACT_LIMITS, type Extraction, NoText, type PageText } from './extraction.ts';

/** Thrown to leave a parser once there is enough text. */
export class Enough extends Error {}

/** Where readers put what they find. */
export interface TextSink {
  /** @param page null for what has no pages @throws Enough, NoText to end the reading */
  add(page: number | null, text: string): void;
  /** Whether a text of this length can still be taken. Parsers of one long text call it as they go. */
  fits(length: number): boolean;
  /** Something was left out. */
  truncated: boolean;
}

/** Takes text page by page, up to the limits. */
export class Collector implements TextSink {
  readonly #pages: PageText[] = [];
  readonly #until = performance.now() + EXTRACT_LIMITS.readingMs;
  #characters = 0;
  truncated = false;

  /**
   * @throws Enough at the limit, and when time runs out; what came before is kept
   * @throws NoText timeout, where nothing came before
   */
  add(page: number | null, raw: string): void {
    const text = tidy(raw);
    const room = EXTRACT_LIMITS.characters - this.#characters;
    if (text.length > room || this.#pages.length >= EXTRACT_LIMITS.pages) {
      this.truncated = true;
      if (room > 0 && this.#pages.length < EXTRACT_LIMITS.pages)
        this.#take({ page, text: text.slice(0, room) });
      throw new Enough();
    }
    if (text !== '') this.#take({ page, text });
    this.#watch();
  }

  fits(length: number): boolean {
    return this.#characters + length <= EXTRACT_LIMITS.characters;
  }

  /** Stops before the process is ended for its memory, so that the text read by then is kept. */
  #watch(): void {
    if (performance.now() <= this.#until) return;
    if (this.#pages.length === 0) throw new NoText('timeout');
    this.truncated = true;
    throw new Enough();
  }

  result(): Extraction {
    if (this.#pages.length === 0) return { none: 'empty' };
    return { pages: this.#pages, truncated: this.truncated };
  }

  #take(page: PageText): void {
    this.#pages.push(page);
    this.#characters += page.text.length;
  }
}

/**
 * Removes control characters (NUL is an error in the database), joins blanks, and joins words that a line's end split.
 */
function tidy(raw: string): string {
  return (
    raw
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffd\ufffe\uffff]+/g, ' ')
      .replace(/(\p{L})[-\u00ad\u2010][ \t]*\n[ \t]*(\p{Ll})/gu, '$1$2')
      .replace(/[^\S\n]+/gu, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim()
  );
}

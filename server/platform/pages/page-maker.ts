import type { PagesFault } from '#shared/documents/pages.ts';

/** A file for which there are no pages. */
export class NoPages extends Error {
  override readonly name = 'NoPages';
  readonly fault: PagesFault;

  constructor(fault: PagesFault) {
    super(`no pages: ${fault}`);
    this.fault = fault;
  }
}

/** A program that draws files of its kind. */
export interface PageMaker {
  /** The program and its version: another one may draw other pages. */
  readonly version: string;
  /**
   * Draws the pages of a file as a PDF; or, where it makes thumbnails, the first page of a PDF as a small JPEG.
   * @param extension lower case, without the dot
   * @throws NoPages (`failed`, `timeout`)
   */
  make(bytes: Uint8Array, extension: string): Promise<Buffer>;
}

/** Largest PDF, in bytes: the page that shows it holds all of it. */
export const MADE_MAX = 64 * 1024 ** 2;

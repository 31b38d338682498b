/**
 * A failure that the page is told of by its code. The sentence is the server's own where it gave one, else the
 * catalogue's (src/main/i18n/es.json, `errors`).
 */
export class DesktopError extends Error {
  override readonly name = 'DesktopError';
  readonly code: string;
  readonly details?: unknown;

  constructor(code: string, message = '', details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

import type { IncomingMessage } from 'node:http';

/** Whether a call announces a body: one of a length, or one in chunks. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

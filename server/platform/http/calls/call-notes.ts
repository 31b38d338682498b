import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';

/** What the parts of the server that handle a call tell about it, for its line in the log and for the metrics. */
interface CallNotes {
  readonly requestId: string;
  /** The id of whoever makes it, once they are known. */
  person: string | null;
  area: 'api' | 'web' | null;
}

const notes = new WeakMap<IncomingMessage, CallNotes>();

/** The header in which a request's id comes from a proxy, and goes to the client. */
const REQUEST_ID = 'x-request-id';

/**
 * An id as proxies make them: a UUID, or as many hexadecimal digits. Anything else could be a text that somebody chose,
 * and ids stand in the log.
 */
const WELL_FORMED = /^(?:[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function notesOf(req: IncomingMessage): CallNotes {
  const known = notes.get(req);
  if (known) return known;
  const made: CallNotes = { requestId: randomUUID(), person: null, area: null };
  notes.set(req, made);
  return made;
}

/** The id by which a person, the log and a proxy name one request. */
export const requestIdOf = (req: IncomingMessage): string => notesOf(req).requestId;

/**
 * Takes a request's id from the proxy in front, so that the proxy's log and ours name it alike. Without a trusted proxy
 * no id is taken: clients could give many requests the same.
 */
export function takeRequestIds(http: Server, { trustProxy }: { readonly trustProxy: number }): void {
  if (trustProxy === 0) return;
  const take = (req: IncomingMessage): void => {
    const given = req.headers[REQUEST_ID];
    if (typeof given === 'string' && WELL_FORMED.test(given))
      notes.set(req, { requestId: given, person: null, area: null });
  };
  http.prependListener('request', take);
  http.prependListener('upgrade', take);
}

/** Says who makes a call. @param user their id */
export function noteCaller(req: IncomingMessage, user: string): void {
  notesOf(req).person = user;
}

/** Says that a call is one of the API, or asks for the page and its files. */
export function noteArea(req: IncomingMessage, area: 'api' | 'web'): void {
  notesOf(req).area = area;
}

export const callerOf = (req: IncomingMessage): string | null => notesOf(req).person;

/**
 * The pattern of the route that a call took, such as `/api/docs/records/:id`. Never a part of its address: that may be a
 * title, a link's token or a secret. Names in parentheses stand for all calls that took no route of their own.
 */
export function routeOf(req: IncomingMessage): string {
  const { route } = req as { route?: { path?: unknown } };
  const [path] = [route?.path].flat() as unknown[];
  const pattern = typeof path === 'string' ? path : null;
  switch (notes.get(req)?.area) {
    case 'api':
      return pattern === null ? '/api/(unknown)' : `/api${pattern}`;
    case 'web':
      return pattern === null ? '(file)' : '(page)';
    default:
      return '(refused)';
  }
}

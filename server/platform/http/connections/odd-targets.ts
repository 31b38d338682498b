import type { RequestListener, Server } from 'node:http';
import { ApiError, invalid } from '../../errors.ts';
import { t } from '../../texts.ts';
import { answerError } from './plain-answers.ts';
import { refuseUpgrade } from './upgrades.ts';

/** What some endpoint of the server answers. */
const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT';

/** What Node itself takes for `100-continue`. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Passes on the calls that Node answers by itself with an empty 417, because they expect what it does not know:
 * `refuseOddTargets` answers them, behind all limits that hold for other calls.
 */
export function takeExpectations(http: Server): void {
  http.on('checkExpectation', (req, res) => void http.emit('request', req, res));
}

/**
 * Answers calls that name no resource of this server, in the form of every other answer of the API: `*`, which asks for
 * the server as a whole (RFC 9110 §9.3.7), an address without a path, and HTTP/1.1 without a host, or any call with several
 * (RFC 9112 §3.2) or with several credentials: each program on the way might take another one, and Node takes the first
 * in silence. An absolute address is that of its path.
 */
export const refuseOddTargets =
  (serve: RequestListener): RequestListener =>
  (req, res) => {
    if ((req.httpVersion === '1.1' && req.headers.host === undefined) || repeatsSingle(req.rawHeaders))
      return answerError(res, new ApiError('invalid'));
    if (req.headers.expect !== undefined && !CONTINUE.test(req.headers.expect))
      return answerError(res, invalid('Expect', t('http.expect')));
    if (req.url === '*' && req.method === 'OPTIONS') return void res.writeHead(204, { allow: METHODS }).end();
    if (req.url?.startsWith('/') || URL.parse(req.url ?? '')?.pathname.startsWith('/'))
      return serve(req, res);
    answerError(res, new ApiError('not_found'));
  };

/** Of these Node takes the first in silence. It joins others with commas, and refuses two lengths: then nothing matches. */
const SINGLE = new Set(['host', 'authorization', 'content-type']);

/** @param raw names and values of headers, one after the other */
function repeatsSingle(raw: readonly string[]): boolean {
  const names = raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const single = names.filter((name) => SINGLE.has(name));
  return new Set(single).size < single.length;
}

/** Answers CONNECT, for which Node closes the connection without a word. */
export function refuseTunnels(http: Server): void {
  http.on('connect', (req, socket) =>
    refuseUpgrade(req, socket, new ApiError('method_not_allowed'), { allow: METHODS }),
  );
}

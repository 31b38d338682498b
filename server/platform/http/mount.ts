import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import { endpoints } from '#shared/contract.ts';
import { areaOf, type Endpoint } from '#shared/platform/endpoint.ts';
import type { ServiceName } from '../../config.ts';
import type { Actor } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { type Heavy, isHeavy } from '../heavy/heavy.ts';
import { LARGE_BODY_BYTES, type LargeBodies } from '../heavy/large-bodies.ts';
import type { Pace } from '../heavy/pace.ts';
import type { CallLimits } from '../limits/calls.ts';
import type { DisclosureLimit } from '../limits/disclosure-limit.ts';
import { type IdempotencyClaim, inRequest } from '../request-scope.ts';
import { JSON_HEADERS } from './answers/security-headers.ts';
import { sendJson } from './answers/send-json.ts';
import { goneSignal } from './connections/reader-gone.ts';
import type { AnyHandler, AnyHandlers } from './handlers.ts';
import { hasBody } from './has-body.ts';
import { type IdempotencyStore, idempotencyKey } from './idempotency.ts';
import { bytesOf, parseJson, readBytes } from './json-body.ts';
import { isLocalCall } from './local.ts';
import { parseInput } from './parse.ts';
import { PathIndex } from './path-index.ts';

export interface MountOptions {
  readonly handlers: AnyHandlers;
  readonly authenticate: (req: Request, how: Pick<Endpoint, 'beforeSecondStep'>) => Promise<Actor>;
  readonly idempotency: IdempotencyStore;
  readonly heavy: Heavy;
  /** Queues each person's calls. */
  readonly pace: Pace;
  readonly largeBodies: LargeBodies;
  readonly calls: Pick<CallLimits, 'stranger'>;
  readonly taken: DisclosureLimit;
  readonly services: readonly ServiceName[];
  /** The address by which people reach the server. */
  readonly publicUrl: string;
}

/**
 * Throws unless the endpoint's table entry lets this person call it. What a person may do with one record is decided by
 * the policies of the domains (docs/domain/roles-and-visibility.md).
 */
export function authorizeCall(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.who === 'admin' && !actor.isAdmin) throw new ApiError('forbidden');
  if (endpoint.who === 'manager' && !actor.isAdmin && !actor.isManager) throw new ApiError('forbidden');
}

/** Mounts every JSON endpoint of the contract that this process serves. The raw ones are mounted before. */
export function mountContract(router: Router, options: MountOptions): void {
  const carried = endpoints
    .filter(([, endpoint]) => options.services.includes(areaOf(endpoint.path)))
    // More specific paths first: `/users/groups` before `/users/:id`.
    .sort(([, a], [, b]) => parameters(a.path) - parameters(b.path));
  const index = new PathIndex();
  for (const [path, here] of Map.groupBy(carried, ([, endpoint]) => endpoint.path)) {
    index.add(path, (routes) => {
      for (const [name, endpoint] of here) if (!endpoint.raw) mountEndpoint(routes, options, name, endpoint);
      routes.all(path, refuseOthers(here.map(([, endpoint]) => endpoint.method)));
    });
  }
  router.use(index.handle);
}

function mountEndpoint(router: Router, options: MountOptions, name: string, endpoint: Endpoint): void {
  const handler = options.handlers[name];
  if (!handler) throw new Error(`no handler for the endpoint ${name}`);
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  const body = endpoint.body ? [requireJson, readBytes(endpoint)] : [];
  // The caller is authenticated before the body is read.
  const enter: RequestHandler = (req, res, next) => {
    admit(endpoint, options, req).then((actor) => {
      res.locals.actor = actor;
      next();
    }, next);
  };
  router[method](endpoint.path, enter, ...body, (req, res, next) =>
    serve(name, endpoint, handler, options, req, res).catch(next),
  );
}

/** Answers a method that a path does not have with those that it has (RFC 9110: Allow). */
function refuseOthers(methods: readonly string[]): RequestHandler {
  const allowed = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  const allow = [...allowed].sort().join(', ');
  return (req, res, next) => {
    res.set('allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new ApiError('method_not_allowed'));
  };
}

async function admit(endpoint: Endpoint, options: MountOptions, req: Request): Promise<Actor | null> {
  if (endpoint.who === 'anyone') {
    await options.calls.stranger(req.ip ?? '');
    return null;
  }
  const actor = await options.authenticate(req, endpoint);
  authorizeCall(endpoint, actor);
  return actor;
}

/** Refuses a body of another kind, instead of reading it as an empty one. */
const requireJson: RequestHandler = (req, _res, next) => {
  next(!hasBody(req) || req.is('application/json') ? undefined : new ApiError('media_type'));
};

const parameters = (path: string): number => path.split(':').length - 1;

async function serve(
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  options: MountOptions,
  req: Request,
  res: Response,
): Promise<void> {
  const actor = (res.locals.actor ?? null) as Actor | null;
  const gone = goneSignal(res);
  const input = await readInput(endpoint, options.largeBodies, req, actor?.user ?? req.ip ?? '', gone);
  const key = endpoint.method === 'POST' && actor && !endpoint.secret ? idempotencyKey(req) : null;
  const status = endpoint.status ?? 200;
  const send = (code: number, json: string): Promise<void> =>
    sendJson(req, res.set(JSON_HEADERS), code, json, endpoint.secret ?? false);
  const encode = (value: unknown): string =>
    JSON.stringify(endpoint.result ? endpoint.result.parse(value) : null);
  const call = {
    ...input,
    actor,
    ip: req.ip ?? '',
    local: isLocalCall(req, options),
    operation: key,
    operationToken: req.get('x-operation-token') ?? null,
    req,
    res,
  };
  const claim: IdempotencyClaim | null =
    key && actor
      ? {
          user: actor.user,
          endpoint: name,
          key,
          bodyHash: hashOf(input),
          status,
          encode: (value) => {
            const parsed = endpoint.result?.safeParse(value);
            return parsed?.success ? JSON.stringify(parsed.data) : null;
          },
          stored: null,
          claimed: false,
        }
      : null;

  if (claim) {
    const before = await options.idempotency.find(claim);
    if (before) return send(before.status, before.response);
  }
  const run = () =>
    inRequest({ requestId: String(res.locals.requestId), gone, idempotency: claim }, () => handler(call));
  const work = () => (actor ? options.taken.run(actor.user, endpoint.errors ?? [], input.body, run) : run());
  let answer: string;
  try {
    const paced = () => (actor ? options.pace(actor.user, gone, work) : work());
    answer = encode(
      await (actor && isHeavy(endpoint, input.body) ? options.heavy.run(actor.user, gone, paced) : paced()),
    );
  } catch (error) {
    // Another call with this key was first. Its effect caused this error, whatever it is, so its answer is given.
    const before = claim && !claim.claimed ? await options.idempotency.find(claim) : null;
    if (before) return send(before.status, before.response);
    throw error;
  }
  if (claim?.claimed && claim.stored !== answer) await options.idempotency.complete(claim, answer);
  if (!res.headersSent) await send(status, answer);
}

/** The parsed input of a call; that of a large body when it is its turn. */
async function readInput(
  endpoint: Endpoint,
  largeBodies: LargeBodies,
  req: Request,
  sender: string,
  gone: AbortSignal,
): Promise<Record<string, unknown>> {
  const parse = (): Record<string, unknown> => {
    if (!endpoint.body) return parseInput(endpoint, req);
    const body = parseJson(req);
    // A connection keeps its last request until the next one: hundreds of them would keep as many bodies.
    req.body = undefined;
    return parseInput(endpoint, req, body);
  };
  return bytesOf(req) > LARGE_BODY_BYTES ? largeBodies(sender, gone, parse) : parse();
}

const hashOf = (input: unknown): string => createHash('sha256').update(JSON.stringify(input)).digest('hex');

/** Answers everything that no route took. */
export function notFoundHandler(_req: Request, _res: Response, next: NextFunction): void {
  next(new ApiError('not_found'));
}

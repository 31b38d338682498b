import type { Endpoint } from '#shared/platform/endpoint.ts';
import { pathOf } from '../http.ts';
import { HOSTILE_BODIES, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts';
import { extremesIn, replaced } from './schema-extremes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A valid input of an endpoint. Each request below changes one thing in it. */
export interface Input {
  readonly params?: Fields | undefined;
  readonly query?: Fields | undefined;
  readonly body?: Fields | undefined;
}

/** One invalid or hostile request. */
export interface Shot {
  readonly what: string;
  readonly path: string;
  readonly init: RequestInit;
}

/** Number of hostile texts that are put into every field. */
const ESSENTIAL = 12;
/** Of the other texts, one in this many. They rotate, so that each kind of endpoint gets all of them. */
const TURNS = 5;
/** Longer values do not fit into the request line. */
const PATH_CHARACTERS = 5000;

let turn = 0;
function texts(): string[] {
  turn += 1;
  return HOSTILE_TEXTS.filter((_, index) => index < ESSENTIAL || (index + turn) % TURNS === 0);
}

export function expectedRequest(endpoint: Endpoint, input: Input, what = 'as expected'): Shot {
  const headers = { 'content-type': 'application/json' };
  return {
    what,
    path: pathOf(endpoint, { params: input.params ?? {}, query: input.query ?? {} }),
    init: {
      method: endpoint.method,
      ...(endpoint.body ? { headers, body: JSON.stringify(input.body) } : {}),
    },
  };
}

/**
 * For every field of an endpoint's input: missing, wrong type, too long, unreadable, too deep; and malformed bodies.
 */
export function hostileRequests(endpoint: Endpoint, input: Input): Shot[] {
  return [
    ...inPath(endpoint, input),
    ...inQuery(endpoint, input),
    ...inBody(endpoint, input),
    ...(endpoint.body ? brokenBodies(endpoint, input) : []),
    ...atTheEnds(endpoint, input),
  ];
}

/** For every field, however deep: values at the bounds of its schema, and just beyond. */
const atTheEnds = (endpoint: Endpoint, input: Input): Shot[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    return extremesIn(schema, input[part]).map((extreme) => {
      const value = replaced(input[part], extreme) as Fields;
      const shown = `${part}.${extreme.at} = ${show(extreme.value)}`;
      return expectedRequest(
        endpoint,
        { ...input, [part]: part === 'body' ? value : inAddress(value) },
        shown,
      );
    });
  });

/** Values encoded for a URL. */
const inAddress = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === undefined ? undefined : fitForPath(Array.isArray(value) ? value.join(',') : String(value)),
    ]),
  );

const fitForPath = (text: string): string => (text.isWellFormed() ? text.slice(0, PATH_CHARACTERS) : 'x');

const inPath = (endpoint: Endpoint, input: Input): Shot[] =>
  Object.keys(input.params ?? {}).flatMap((field) =>
    texts().map((text) => {
      const params = { ...input.params, [field]: fitForPath(text) };
      return expectedRequest(endpoint, { ...input, params }, `params.${field} = ${show(text)}`);
    }),
  );

const inQuery = (endpoint: Endpoint, input: Input): Shot[] =>
  Object.keys(input.query ?? {}).flatMap((field) => {
    const rest = expectedRequest(endpoint, { ...input, query: { ...input.query, [field]: undefined } });
    const join = rest.path.includes('?') ? '&' : '?';
    const odd = [`${field}=1&${field}=2`, `${field}[a]=1`, `${field}[]=1`, `${field}=%ff`, field];
    return [
      ...texts().map((text) => {
        const query = { ...input.query, [field]: fitForPath(text) };
        return expectedRequest(endpoint, { ...input, query }, `query.${field} = ${show(text)}`);
      }),
      ...odd.map((raw) => ({ ...rest, what: `query ${raw}`, path: `${rest.path}${join}${raw}` })),
    ];
  });

const inBody = (endpoint: Endpoint, input: Input): Shot[] =>
  Object.entries(input.body ?? {}).flatMap(([field, inner]) => {
    const shot = (what: string, value: unknown): Shot =>
      expectedRequest(
        endpoint,
        { ...input, body: { ...input.body, [field]: value } },
        `body.${field}${what}`,
      );
    return [
      shot(' missing', undefined),
      ...[...texts(), ...HOSTILE_VALUES].flatMap((value) => [
        shot(` = ${show(value)}`, value),
        ...(Array.isArray(inner) ? [shot(`[0] = ${show(value)}`, [value])] : []),
        ...(inner && typeof inner === 'object' && !Array.isArray(inner)
          ? Object.keys(inner).map((key) => shot(`.${key} = ${show(value)}`, { ...inner, [key]: value }))
          : []),
      ]),
    ];
  });

const brokenBodies = (endpoint: Endpoint, { params }: Input): Shot[] =>
  HOSTILE_BODIES.map(({ body, type }) => ({
    what: `${type}: ${show(body)}`,
    path: pathOf(endpoint, { params: params ?? {} }),
    init: { method: endpoint.method, headers: { 'content-type': type }, body: body as string },
  }));

/** A value as text, shortened for the message of a failed test. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);
}

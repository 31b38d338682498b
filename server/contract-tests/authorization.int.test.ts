import { beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_FIELDS } from '#shared/audit/audit-field-words.ts';
import { valueWords } from '#shared/audit/audit-values.ts';
import { contract, type EndpointName, endpoints } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import type { Row } from '../testing/authorization/rows.ts';
import { authorizationTable } from '../testing/authorization/table.ts';
import { createWorld, PERSONAS, type Persona, type World } from '../testing/authorization-world.ts';
import { createConformance } from '../testing/fuzz/conformance.ts';
import { pathOf, useTestServer } from '../testing/http.ts';

const LETTERS: Readonly<Record<string, string>> = {
  unauthenticated: '-',
  disabled: 'x',
  forbidden: 'F',
  not_found: 'N',
};
/** Statuses of a caller who passed the authorization and was then refused by a rule. */
const RULES: ReadonlySet<number> = new Set([401, 409, 410, 415, 422, 426]);
const isRule = (status: number, code?: string): boolean => RULES.has(status) || code === 'no_thumbnail';

/** A batch answers 200. Each of its items has the answer that the single call would have had. */
interface BatchAnswer {
  readonly results?: readonly { readonly ok: boolean; readonly error?: { readonly code: string } }[];
}

function letterOf(status: number, text: string, persona: Persona): string {
  // HEAD has no body, so a 401 must be the one that this caller gets.
  if (text === '' && status === 401) return persona === 'anonymous' ? '-' : 'x';
  if (text === '' && status === 404) return 'N';
  const body = /^\{/.test(text) ? (JSON.parse(text) as BatchAnswer & { error?: { code: string } }) : {};
  const code = body.error?.code ?? body.results?.find((each) => !each.ok)?.error?.code;
  if (status < 400 && !code) return '+';
  return LETTERS[code ?? ''] ?? (isRule(status, code) ? 'r' : `(${status} ${code})`);
}

describe('who may call what', () => {
  const server = useTestServer({
    engine: 'pglite',
    config: { signInFailures: { perAccount: 100_000, perAddress: 100_000 } },
  });
  let world: World;
  const nonconformity = createConformance();
  /** Answers that `/api/openapi.json` does not describe. */
  const nonconforming: string[] = [];
  beforeAll(async () => {
    world = await createWorld(server());
  });

  it('is settled for every endpoint of the contract', () => {
    expect(Object.keys(authorizationTable).sort()).toEqual(endpoints.map(([name]) => name).sort());
    const rows = Object.values(authorizationTable).flat();
    expect(rows.filter((row) => row.answers.length !== PERSONAS.length)).toEqual([]);
  });

  async function answerTo(name: EndpointName, row: Row, persona: Persona): Promise<string> {
    const endpoint: Endpoint = contract[name];
    const input = (await row.input?.(world, world.people[persona])) ?? {};
    const { body, params, query } = input as Record<'body' | 'params' | 'query', object | undefined>;
    const path = input.path ?? pathOf(endpoint, { ...(params && { params }), ...(query && { query }) });
    const response = await world.clients[persona].fetch(path, {
      method: endpoint.method,
      headers: { ...(endpoint.body ? { 'content-type': 'application/json' } : {}), ...input.headers },
      ...(endpoint.body ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(input.bytes ? { body: input.bytes } : {}),
    });
    const text = await response.text();
    const wrong = nonconformity(name, response, text);
    if (wrong) nonconforming.push(`${persona}: ${wrong}`);
    return letterOf(response.status, text, persona);
  }

  const cases = endpoints.flatMap(([name]) =>
    [authorizationTable[name]].flat().map((row) => [name, row.on ?? '', row as Row] as const),
  );

  it.each(cases)('%s %s', async (name, _on, row) => {
    const answers: string[] = [];
    nonconforming.length = 0;
    for (const persona of PERSONAS) answers.push(await answerTo(name, row, persona));
    expect(answers.join('')).toBe(row.answers);
    expect(nonconforming).toEqual([]);
  });

  it('leaves nothing in the audit trail that has no words: every field that these calls wrote, and every code in it', async () => {
    const events = await server()
      .database.db.selectFrom('audit_events')
      .select(['action', 'before', 'after'])
      .execute();
    const codes: string[] = [];
    const look = (action: string, field: string, value: unknown): void => {
      if (!(field in AUDIT_FIELDS)) codes.push(`${action} ${field}`);
      if (Array.isArray(value)) for (const each of value) look(action, field, each);
      else if (typeof value === 'object' && value !== null) lookIn(action, value);
      else if (typeof value === 'string' && valueWords(field, value) === undefined && CODE.test(value))
        codes.push(`${action} ${field}: ${value}`);
    };
    const lookIn = (action: string, side: object | null): void => {
      for (const [field, value] of Object.entries(side ?? {})) look(action, field, value);
    };
    for (const { action, before, after } of events) {
      lookIn(action, before);
      lookIn(action, after);
    }
    expect(events.length).toBeGreaterThan(200);
    expect([...new Set(codes)].sort()).toEqual([]);
  });
});

/** Looks like a code of a program rather than like what a person wrote: `FREQ=DAILY`, `eachChild`, `2026-10-13`. */
const CODE = /^([A-Z]+=.*|[a-z]+[A-Z]\w*|\d{4}-\d\d-\d\d)$/;

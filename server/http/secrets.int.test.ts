import { beforeAll, describe, expect, it } from 'vitest';
import { contract, endpoints } from '#shared/contract/contract.ts';
import { pathOf, useTestServer } from '../testing/http.ts';
import type { Caller } from '../testing/secrets/callers.ts';
import { type Call, callsOf, howToCall } from '../testing/secrets/calls.ts';
import { everythingIn } from '../testing/secrets/decode.ts';
import { createSecretWorld, type SecretWorld } from '../testing/secrets/world.ts';

/** Calls under way at once. */
const AT_ONCE = 8;
const unlimited = { perAccount: 100_000, perAddress: 100_000 };

describe('what was planted in every field', () => {
  const server = useTestServer({ config: { fileTexts: true, signInFailures: unlimited } });
  let world: SecretWorld;
  beforeAll(async () => {
    const a = performance.now();
    world = await createSecretWorld(server());
    console.info('made in', performance.now() - a);
  }, 120_000);

  it('knows how to call every endpoint of the contract', () => {
    for (const [name] of endpoints) expect(() => howToCall(name)).not.toThrow();
  });

  it('x', async () => {
    const a = performance.now();
    const bad = new Map<string, number>();
    const leaks = new Map<string, number>();
    const met = new Map<string, Set<string>>();
    const reached = new Set<string>();
    let n = 0;
    async function one(caller: Caller, call: Call) {
      const { name, endpoint } = call;
      const path = pathOf(endpoint, {
        ...(call.params && { params: call.params }),
        ...(call.query && { query: call.query }),
      });
      const response = await (endpoint.who === 'anyone' ? server().anyone : caller.client).fetch(path, {
        method: endpoint.method,
        ...(call.body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(call.body) }),
      });
      const { text } = await everythingIn(response);
      n += 1;
      if (response.ok) reached.add(name);
      else if (![401, 403, 404].includes(response.status))
        bad.set(`${name} ${response.status} ${text.slice(-200)}`, 1);
      for (const secret of world.ledger.in(text)) {
        if (secret.entitled(caller))
          met.set(secret.token, (met.get(secret.token) ?? new Set()).add(caller.name));
        else {
          const k = `${secret.what} | ${caller.name} | ${name}`;
          leaks.set(k, (leaks.get(k) ?? 0) + 1);
        }
      }
    }
    for (const caller of world.cast.callers) {
      const calls = callsOf(world, caller.name).reverse();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let call = calls.pop(); call; call = calls.pop()) await one(caller, call);
        }),
      );
    }
    const per = new Map<string, number>();
    for (const c of world.cast.callers)
      for (const k of callsOf(world, c.name)) per.set(k.name, (per.get(k.name) ?? 0) + 1);
    console.info(
      [...per]
        .sort((x, y) => y[1] - x[1])
        .slice(0, 30)
        .join(' '),
    );
    console.info('calls', n, performance.now() - a, world.ledger.all.length);
    console.info('BAD', [...bad.keys()].join('\n'));
    console.info(
      'LEAKS',
      [...leaks]
        .map((x) => x.join(' '))
        .sort()
        .join('\n'),
    );
    const missing = world.ledger.all.flatMap((s) => {
      const ent = world.cast.callers.filter((c) => s.entitled(c)).map((c) => c.name);
      const got = met.get(s.token) ?? new Set();
      if (s.answered === 'elsewhere') return [];
      const miss = ent.filter((c) => !got.has(c));
      if (s.answered === 'some' ? got.size > 0 : miss.length === 0 && ent.length > 0) return [];
      return [`${s.what}: ${miss.join()} (of ${ent.length})`];
    });
    console.info('MISSING', missing.join('\n'));
    console.info(
      'NOTREACHED',
      endpoints.flatMap(([name]) => (howToCall(name) && !reached.has(name) ? [name] : [])).join(),
    );
    expect(contract).toBeDefined();
  }, 300_000);
});

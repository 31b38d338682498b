import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#shared/contract.ts';
import { pathOf, useTestServer } from '../testing/http.ts';
import { mailsOf } from '../testing/mail.ts';
import type { Caller } from '../testing/secrets/callers.ts';
import { type Call, callsOf, howToCall } from '../testing/secrets/calls.ts';
import { mailWords } from '../testing/secrets/decode.ts';
import {
  heardOf,
  type Listening,
  listen,
  lookAtFrames,
  makeThingsHappen,
} from '../testing/secrets/realtime.ts';
import { everythingIn, Sightings } from '../testing/secrets/sightings.ts';
import { causeTrouble } from '../testing/secrets/trouble.ts';
import { createSecretWorld, type SecretWorld } from '../testing/secrets/world.ts';

/** Number of calls at a time. */
const AT_ONCE = 8;
const MINUTES = 60_000;
const unlimited = { perAccount: 100_000, perAddress: 100_000 };
/** Every valid call must get one of these statuses. */
const ANSWERS: ReadonlySet<number> = new Set([200, 201, 303, 401, 403, 404]);
/**
 * Calls that cannot succeed: empty places have nothing to download, only the upgrade is served here, and somebody
 * else's labels cannot be merged.
 */
const OTHERS: Readonly<Record<string, number>> = {
  downloadCreate: 422,
  realtime: 426,
  // A busy machine may take longer than it waits.
  ready: 503,
  // Nothing draws pages or thumbnails here; pages.routes.int.test.ts and thumbnail.routes.int.test.ts show who sees them.
  versionPages: 422,
  labelMergePreview: 400,
};

/** A person's exports and ZIPs run one at a time, so a refused one is repeated. */
async function inTurn(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await answer.arrayBuffer();
    await wait(100);
  }
}

describe('a secret in every field', () => {
  const lines: string[] = [];
  const server = useTestServer({
    config: { fileTexts: true, signInFailures: unlimited, logLevel: 'trace' },
    logTo: { write: (line) => void lines.push(line) },
  });
  let world: SecretWorld;
  let calls = 0;

  beforeAll(async () => {
    world = await createSecretWorld(server());
    const files = [...new Set(world.documents.hashes.map(({ sha256 }) => sha256))];
    const read = () =>
      server().database.db.selectFrom('blob_texts').select('sha256').where('sha256', 'in', files).execute();
    // File texts are found and shown only after they were extracted.
    while ((await read()).length < files.length) await wait(50);
  });

  it('is looked for by every endpoint of the contract that tells something', () => {
    for (const [name] of endpoints) expect(() => howToCall(name)).not.toThrow();
  });

  it('is in no answer to who is not entitled, and in one to each who is', {
    timeout: 10 * MINUTES,
  }, async () => {
    const sightings = new Sightings(world);
    const reached = new Set<string>();
    const odd = new Set<string>();

    async function ask(caller: Caller, { name, endpoint, params, query, body }: Call): Promise<void> {
      const path = pathOf(endpoint, { ...(params && { params }), ...(query && { query }) });
      // Addresses without a sign-in: the caller is the person whom the address names.
      const client = endpoint.who === 'anyone' ? server().anyone : caller.client;
      const response = await inTurn(() =>
        client.fetch(path, {
          ...{ method: endpoint.method, redirect: 'manual' },
          ...(body === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        }),
      );
      const { text, body: bytes } = await everythingIn(response);
      calls += 1;
      sightings.look(caller, text, name);
      if (response.status < 400) reached.add(name);
      else if (!ANSWERS.has(response.status) && OTHERS[name] !== response.status)
        odd.add(`${name} ${response.status}`);
      if (name === 'recordSearch' && query?.text) found(caller, query.text, bytes);
      if (name === 'downloadCreate' && response.ok) {
        const { url } = JSON.parse(String(bytes)) as { url: string };
        sightings.look(
          caller,
          (await everythingIn(await inTurn(() => fetch(url)))).text,
          'the zip that downloadCreate leads to',
        );
      }
    }
    /** The number of results must not depend on hidden documents either. */
    function found(caller: Caller, word: string, bytes: Buffer): void {
      const secret = world.ledger.all.find(({ token }) => token === word);
      const { total } = JSON.parse(String(bytes)) as { total?: { count: number } };
      if (total && total.count > 0 && !secret?.entitled(caller))
        odd.add(`${caller.name} finds ${secret?.what}`);
    }

    for (const caller of world.cast.callers) {
      const waiting = callsOf(world, caller.name).reverse();
      const one = async (): Promise<void> => {
        for (let call = waiting.pop(); call; call = waiting.pop()) await ask(caller, call);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    }
    expect(sightings.leaks).toEqual([]);
    expect(sightings.unmet(world.cast.callers)).toEqual([]);
    expect([...odd]).toEqual([]);
    const unreached = endpoints.flatMap(([name]) => (howToCall(name) && !reached.has(name) ? [name] : []));
    expect(unreached).toEqual(['realtime', 'versionPages', 'versionThumbnail']);
    const secrets = world.ledger.all.length;
    console.info(
      `${world.cast.callers.length} callers, ${calls} calls, ${secrets} secrets, ${sightings.texts * secrets} comparisons`,
    );
  });

  it('is in no realtime message to who is not entitled; who is hears of it', async () => {
    const listening: Listening[] = await listen(server(), world);
    await makeThingsHappen(server(), world, listening);
    const sightings = new Sightings(world);
    const wrong = listening.flatMap((each) => lookAtFrames(world, each, sightings));
    expect([...wrong, ...sightings.leaks]).toEqual([]);
    const documents = Object.values(world.documents.all);
    for (const each of listening) {
      const heard = heardOf(each);
      const unheard = documents.filter(({ id, seen }) => seen(each.caller) && !heard.has(id));
      expect(unheard.map(({ what }) => `${each.caller.name} hears nothing of “${what}”`)).toEqual([]);
    }
    // Only these frames contain names: people who see the document learn who else has it open.
    expect(sightings.metBy(world.cast.people.coauthor.lastname)).toContain('publish');
    for (const { socket } of listening) await socket.close();
  });

  it('is in no line of the log, not even of what went wrong with it', async () => {
    const log = () => lines.join('');
    const broken = await causeTrouble(server(), world, log);
    expect(broken).toBeGreaterThanOrEqual(10);
    expect(log().split('request failed').length - 1).toBeGreaterThanOrEqual(broken);
    expect(world.ledger.in(log()).map(({ what }) => what)).toEqual([]);
    // It names the place and the database constraint that refused the row.
    expect(log()).toContain('"path":"/files/:token"');
    expect(log()).toContain('"constraint":"refusing"');
    console.info(`${lines.length} lines of the log`);
  });

  it('is in no mail to who is not entitled, and in those that bring it', async () => {
    const { db } = server().database;
    /** Mails that are queued, being sent, or held back to be combined: all are sent within minutes. */
    const under = () => {
      const soon = new Date(server().running.services.deps.now().getTime() + 3 * MINUTES);
      const open = db.selectFrom('outbox').select('id').where('done_at', 'is', null);
      return open.where('available_at', '<=', soon).execute();
    };
    // Reminders and the daily mail are sent; a day later, the next daily mail.
    for (let day = 0; day < 2; day += 1) {
      server().advance(25 * 3600);
      for (let left = await under(); left.length > 0; left = await under()) {
        await wait(200);
        server().advance(60);
      }
    }
    const sightings = new Sightings(world);
    const strangers: string[] = [];
    const mails = await mailsOf(server());
    for (const { to, raw } of mails) {
      const caller = [...world.cast.callers, world.accounts.invited].find(
        ({ person }) => person?.email === to,
      );
      if (caller)
        sightings.look(
          caller,
          await mailWords(raw),
          `the mail ${/^Subject: (.*)$/m.exec(raw)?.[1]}`,
          'mailed',
        );
      else strangers.push(to);
    }
    expect(strangers).toEqual([]);
    expect(sightings.leaks).toEqual([]);
    const told = (what: string) => {
      const secret = world.ledger.all.find((each) => each.what === what);
      return [...sightings.metBy(secret?.token ?? '')].sort();
    };
    expect(told('first-time password')).toEqual(['invited']);
    expect(told('code to reset a password')).toEqual(['reader']);
    expect(told('reminder of author for review')).toEqual(['review']);
    expect(told('draft: message of the request for review')).toContain('review');
    expect(told('approved: message of the request for publication')).toContain('publish');
    expect(told('confidential draft: title')).toContain('review');
    expect(told('collaborative: title')).toContain('upload');
    expect(told('public: title')).toContain('review');
    console.info(`${mails.length} mails`);
  });
});

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type RequestOptions, request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { openSocket } from '../../server/testing/realtime.ts';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../fixtures/api.ts';

/** What people do through a proxy, and what would break by its settings. */

const MIB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
/** Another address of this computer, which no proxy has. */
const CLIENT = '127.0.0.2';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** A call; with `breakAfter`, its connection is ended once so many bytes of the body were sent. */
function send(
  url: string,
  { body, breakAfter, ...options }: RequestOptions & { body?: Buffer; breakAfter?: number },
): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const call = request(url, options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    call.on('error', (error) => (breakAfter === undefined ? reject(error) : resolve(null)));
    if (body === undefined || breakAfter === undefined) call.end(body);
    else call.write(body.subarray(0, breakAfter), () => call.destroy());
  });
}

async function heard(promise: Promise<Answer | null>): Promise<Answer> {
  const answer = await promise;
  assert.ok(answer);
  return answer;
}

/**
 * Signs in, opens a socket, uploads with a break, downloads a part, and looks at heads and the audit trail.
 *
 * @param url of the proxy
 * @param say is told each step that went well
 * @throws AssertionError at the first that did not
 */
export async function drive(url: string, megabytes: number, say: (step: string) => void): Promise<void> {
  const api = await signInApi(url, demoEmail('autora'));
  say('signs in');
  const page = await heard(send(url, { headers: { 'accept-encoding': 'br, gzip' } }));
  assert.equal(page.status, 200);
  assert.equal(page.headers['content-encoding'], 'br');
  assert.match(`${page.headers['strict-transport-security']}`, /^max-age=\d+[^,]*$/);
  assert.ok(page.headers['content-security-policy']);
  say('gives the page, compressed once, with one Strict-Transport-Security');

  const socket = await openSocket(url, api.idToken);
  await socket.close();
  say('opens a socket');

  const bytes = randomBytes(megabytes * MIB);
  const authorization = `Bearer ${api.idToken}`;
  const { items } = await api.call('recordSearch', { query: {} });
  const group = items[0]?.group._id ?? '';
  const [label] = await api.call('labels', { query: { group } });
  const file = { name: 'grande.pdf', size: bytes.length };
  const body = {
    group,
    title: `Grande ${Date.now()}`,
    state: 0 as const,
    labels: [label?._id ?? ''],
    date: '2026-03-02',
    file,
  };
  const { version } = await api.call('recordCreate', { body });
  const metadata = `key ${Buffer.from(version.key ?? '').toString('base64')}`;
  const created = await heard(
    send(`${url}/api/docs/uploads`, {
      method: 'POST',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-length': bytes.length,
        'upload-metadata': metadata,
      },
    }),
  );
  assert.equal(created.status, 201);
  const place = new URL(`${created.headers.location}`, url).href;
  assert.ok(place.startsWith(`${url}/`), `an upload lies behind the proxy, not at ${place}`);
  const patch = (from: number, breakAfter?: number) =>
    send(place, {
      method: 'PATCH',
      headers: { ...TUS, authorization, 'upload-offset': from, 'content-length': bytes.length - from },
      body: bytes.subarray(from),
      ...(breakAfter === undefined ? {} : { breakAfter }),
    });
  await patch(0, Math.floor(bytes.length / 2));
  let offset = 0;
  for (let tries = 0; tries < 100 && offset === 0; tries += 1, await delay(100)) {
    const head = await heard(
      send(place, { method: 'HEAD', headers: { authorization, 'tus-resumable': '1.0.0' } }),
    );
    offset = Number(head.headers['upload-offset'] ?? 0);
  }
  assert.ok(offset > 0, 'of a broken upload nothing was kept');
  say(`keeps ${Math.round((100 * offset) / bytes.length)} % of an upload that broke off halfway`);
  assert.equal((await heard(patch(offset))).status, 204);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await api.call('confirm', { body: { version: version._id, size: bytes.length, sha256 } });
  say(`goes on with it, and ${megabytes} MiB have arrived`);

  const content = `${url}/api/docs/versions/${version._id}/content`;
  const range = await heard(send(content, { headers: { authorization, range: 'bytes=1048570-1048999' } }));
  assert.equal(range.status, 206);
  assert.ok(range.body.equals(bytes.subarray(1_048_570, 1_049_000)));
  say('gives a range of it');

  const signIn = { email: demoEmail('lectora'), password: DEMO_PASSWORD, client: 'api' };
  const spoofed = await heard(
    send(`${url}/api/auth/sign-in`, {
      ...{ method: 'POST', localAddress: CLIENT, family: 4 },
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: Buffer.from(JSON.stringify(signIn)),
    }),
  );
  assert.equal(spoofed.status, 200);
  const admin = await signInApi(url, demoEmail('admin'));
  const trail = await admin.call('auditTrail', { query: {} });
  const addresses = trail.items.map(({ ip }) => ip);
  assert.ok(addresses.includes(CLIENT), `the audit trail has ${[...new Set(addresses)]}`);
  assert.ok(!addresses.includes('203.0.113.9'), 'a client chose its own address');
  say('names the client’s address, and not one that the client sends');
}

import { describe, expect, it } from 'vitest';
import { endpoints } from '#shared/contract.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { makeDocument } from '../../../testing/documents.ts';
import type { TestOrganization } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { openSocket } from '../../../testing/realtime.ts';
import { enter, verify } from '../../../testing/second-factor.ts';

const said = ({ status, body }: { status: number; body: { error?: { code: string } } }): string =>
  body?.error ? `${status} ${body.error.code}` : String(status);
const REFUSED = '403 second_step_required';

/** What a call has with it, so that nothing but who calls is wrong with it. */
const sent = (method: string, path: string): RequestInit => {
  if (path.startsWith('/docs/uploads/:') || (path === '/docs/uploads' && method === 'POST')) {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '3',
      'upload-offset': '0',
      'upload-metadata': 'key MDFhMWIyYzM=',
      'content-type': 'application/offset+octet-stream',
    };
    return method === 'PATCH' ? { headers, body: 'uno' } : { headers };
  }
  if (method === 'GET' || method === 'HEAD') return {};
  return { body: '{}', headers: { 'content-type': 'application/json' } };
};

describe('an organization that asks for a second step of sign-in', () => {
  const server = useTestServer();
  const ask = (admin: TestClient, required: 'nobody' | 'admins' | 'all', rev = 0) =>
    admin.call('settingsSecondStep', { body: { required, rev } });

  /** Its admin, who has a second step, and somebody who has none. */
  async function world() {
    const organization: TestOrganization = await server().make.organization();
    const admin = await verify(server(), await server().make.person(organization, { isAdmin: true }));
    const person = await server().make.person(organization);
    return { organization, admin, person, client: await server().signIn(person.email) };
  }

  it('of all lets whoever lacks it set it up, and do nothing else, at once', async () => {
    const { admin, person, client } = await world();
    expect(said(await client.call('groupsByMember'))).toBe('200');
    expect(said(await ask(admin.client, 'all'))).toBe('200');
    expect(said(await client.call('groupsByMember'))).toBe(REFUSED);
    expect((await client.ok('session')).lacksSecondStep).toBe(true);
    expect(
      (await (await server().signIn(person.email)).ok('session')).lacksSecondStep,
      'signed in anew',
    ).toBe(true);
    expect((await admin.client.ok('session')).lacksSecondStep).toBe(false);

    const verified = await verify(server(), person);
    expect((await client.ok('session')).lacksSecondStep).toBe(false);
    expect(said(await client.call('groupsByMember'))).toBe('200');
    server().advance(60);
    expect(said(await (await enter(server(), person.email, verified.code())).call('groupsByMember'))).toBe(
      '200',
    );
  });

  it('keeps every door closed but those that lead there', async () => {
    const { admin, client } = await world();
    await ask(admin.client, 'all');
    const open = endpoints.filter(([, { beforeSecondStep }]) => beforeSecondStep).map(([name]) => name);
    expect(open.sort()).toEqual(['session', 'totpConfirm', 'totpSetup']);
    const doors = endpoints.filter(([name, { who }]) => who !== 'anyone' && !open.includes(name));
    const answers = await Promise.all(
      doors.map(async ([name, { method, path }]) => {
        const filled = path.replace(/:\w+/g, '01a1b2c3-0000-7000-8000-000000000000');
        const answer = await client.fetch(filled, { method, ...sent(method, path) });
        const body = await answer.text();
        // An answer to HEAD has no body to say why.
        if (method === 'HEAD') return [name, answer.status === 403 ? REFUSED : answer.status] as const;
        return [name, said({ status: answer.status, body: JSON.parse(body) })] as const;
      }),
    );
    expect(answers.length).toBeGreaterThan(120);
    expect(answers.filter(([, answer]) => answer !== REFUSED)).toEqual([]);
  });

  it('closes what was opened before: links, feeds and sockets', async () => {
    const { make } = server();
    const { organization, admin } = await world();
    const library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const client = await server().signIn(person.email);
    const { record, version } = await makeDocument(server(), client, library, { bytes: Buffer.from('uno') });
    const links = [
      await client.ok('versionLink', { params: { id: version._id } }),
      await client.ok('downloadCreate', { body: { records: [record] } }),
      await client.ok('calendarFeedCreate'),
    ].map(({ url }) => url.replace(/^.*\/api/, ''));
    const follow = async () =>
      Promise.all(links.map(async (link) => (await server().anyone.fetch(link)).status));
    expect(await follow()).toEqual([200, 200, 200]);
    const socket = await openSocket(server().url, client.token);
    await socket.subscribe(userChannel(person.id));

    await ask(admin.client, 'all');
    // A screen that nobody touches hears of it.
    await socket.message('session.changed');
    // A feed says no more than that it is not there.
    expect(await follow()).toEqual([403, 403, 404]);
    expect(await socket.closed).toBeGreaterThanOrEqual(4000);
    const again = await openSocket(server().url);
    again.send({ frame: 'auth', token: client.token ?? '' });
    expect(await again.closed).toBeGreaterThanOrEqual(4000);
    await verify(server(), person);
    expect(await follow()).toEqual([200, 200, 200]);
  });

  it('of admins asks it of nobody else, and of whoever becomes one', async () => {
    const { admin, person, client } = await world();
    await ask(admin.client, 'admins');
    expect(said(await client.call('groupsByMember'))).toBe('200');
    await admin.client.ok('userUpdate', { params: { id: person.id }, body: { roles: ['admin'] } });
    expect(said(await client.call('groupsByMember'))).toBe(REFUSED);
    await ask(admin.client, 'nobody', 1);
    expect(said(await client.call('groupsByMember'))).toBe('200');
  });

  it('is asked for by an admin who has it themselves, and is not theirs to turn off then', async () => {
    const { organization, admin, person } = await world();
    const other = await server().make.person(organization, { isAdmin: true });
    const without = await server().signIn(other.email);
    expect(said(await ask(without, 'admins'))).toBe(REFUSED);
    expect(said(await ask(without, 'all'))).toBe(REFUSED);
    expect((await admin.client.ok('settings')).secondStep).toEqual({ required: 'nobody', rev: 0 });

    const theirs = await verify(server(), person);
    await ask(admin.client, 'all');
    server().advance(60);
    const proof = { password: 'x', code: theirs.code() };
    expect(said(await theirs.client.call('totpDisable', { body: proof }))).toBe(REFUSED);
    expect((await theirs.client.ok('access')).totp).not.toBeNull();
  });

  it('asks nothing of another organization’s people, and stands in the trail', async () => {
    const { admin } = await world();
    const elsewhere = await world();
    await ask(admin.client, 'all');
    expect(said(await elsewhere.client.call('groupsByMember'))).toBe('200');
    const trail = await admin.client.ok('auditTrail', { query: {} });
    expect(trail.items.map(({ action }) => action)).toContain('settings.secondStep');
  });

  it('asks again after an admin has reset somebody’s', async () => {
    const { admin, person } = await world();
    const theirs = await verify(server(), person);
    await ask(admin.client, 'all');
    await admin.client.ok('userTotpReset', { params: { id: person.id } });
    expect(said(await theirs.client.call('groupsByMember'))).toBe(REFUSED);
  });
});

import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CACHE_MS } from '#shared/platform/limits.ts';
import { type SeenCall, testServer } from './testing/test-server.ts';

const PERSON = { _id: 'p', firstname: 'Ana', lastname: 'Soto', organization: { _id: 'o', name: 'Andes' } };
const error = (status: number, code: string) => ({ status, body: { error: { code, message: code } } });

/** What a server that is well answers. */
function well(call: SeenCall): { status?: number; body?: unknown } {
  if (call.path === '/auth/sign-in') return { body: { idToken: 'first', expiresIn: 3600 } };
  if (call.path === '/auth/refresh') return { body: { idToken: 'second', expiresIn: 3600 } };
  if (call.path === '/session') return { body: PERSON };
  return { body: [] };
}

let server: Awaited<ReturnType<typeof testServer>>;
let api: typeof import('./client.ts');
let session: typeof import('./session.ts');
let store: typeof import('./session-store.ts');
let queries: typeof import('./query-client.ts');

/** The client keeps its session in modules: each test gets new ones, in a page that is as new. */
beforeEach(async () => {
  server = await testServer(well);
  vi.resetModules();
  const kept = new Map<string, string>();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubEnv('VITE_API_CORE', `${server.origin}/api`);
  vi.stubEnv('VITE_API_DOCS', `${server.origin}/api`);
  vi.stubEnv('VITE_API_EVENTS', `${server.origin}/api`);
  [api, session, store, queries] = await Promise.all([
    import('./client.ts'),
    import('./session.ts'),
    import('./session-store.ts'),
    import('./query-client.ts'),
  ]);
  await session.signIn('ana@legajo.test', 'Legajo-2026');
});

afterEach(async () => {
  session.forget();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await server.close();
});

const status = () => store.useSession.getState().status;

describe('every call (docs/protocols/rest.md)', () => {
  it('carries the identity token', async () => {
    await api.call('groupsByMember', {});
    expect(server.to('/groups/by/member')[0]?.headers.authorization).toBe('Bearer first');
  });

  it('fills the path and keeps what is in it from leading elsewhere', async () => {
    await api.call('recordByTitle', { params: { group: 'g', title: 'Plano A/B? 50%' } });
    expect(server.seen.at(-1)?.path).toBe('/docs/records/by/title/g/Plano%20A%2FB%3F%2050%25');
  });

  it('has a key of its own when it is a POST, but for auth', async () => {
    const body = { record: 'r', version: 'v' };
    await api.call('reviewRequest', { body });
    await api.call('reviewRequest', { body });
    const [first, second] = server.to('/docs/reviews/request').map((call) => call.headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(server.to('/auth/sign-in')[0]?.headers['idempotency-key']).toBeUndefined();
  });
});

describe('a token that ran out', () => {
  it('is renewed once for all calls that met it, and each goes again as the same operation', async () => {
    server.answer((call) => {
      if (call.headers.authorization === 'Bearer first') return error(401, 'unauthenticated');
      return well(call);
    });
    await Promise.all([
      api.call('groupsByMember', {}),
      api.call('usersByOrganization', {}),
      api.call('reviewRequest', { body: { record: 'r', version: 'v' } }),
    ]);
    expect(server.to('/auth/refresh')).toHaveLength(1);
    const tries = server.to('/docs/reviews/request');
    expect(tries.map((call) => call.headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
    expect(tries[1]?.headers['idempotency-key']).toBe(tries[0]?.headers['idempotency-key']);
  });

  it('is not renewed for a refusal of what was typed', async () => {
    server.answer(() => error(401, 'bad_credentials'));
    const change = api.call('changePassword', { body: { current: 'x', password: 'y' } });
    await expect(change).rejects.toMatchObject({ code: 'bad_credentials' });
    expect(server.to('/auth/refresh')).toHaveLength(0);
    expect(status()).toBe('signed-in');
  });
});

describe('a session that fails (docs/protocols/rest.md)', () => {
  it('signs out when the server refuses it', { tags: 'spec-8.2-signed-out' }, async () => {
    server.answer(() => error(401, 'unauthenticated'));
    await expect(api.call('groupsByMember', {})).rejects.toMatchObject({ status: 401 });
    expect(status()).toBe('signed-out');
    expect(store.useSession.getState().user).toBeUndefined();
  });

  it('signs out somebody who was disabled', async () => {
    server.answer(() => error(401, 'disabled'));
    await expect(api.call('groupsByMember', {})).rejects.toMatchObject({ code: 'disabled' });
    expect(status()).toBe('signed-out');
  });

  it('is fetched again when the person changed: refused means signed out, unanswered means nothing', {
    tags: 'spec-8.2-signed-out',
  }, async () => {
    server.answer(() => error(500, 'internal'));
    await session.reloadUser();
    expect(status()).toBe('signed-in');
    server.answer((call) => (call.path === '/session' ? { body: { ...PERSON, isAdmin: true } } : well(call)));
    await session.reloadUser();
    expect(store.useSession.getState().user).toMatchObject({ isAdmin: true });
    server.answer(() => error(401, 'unauthenticated'));
    await session.reloadUser();
    expect(status()).toBe('signed-out');
  });

  it.each(['/session', '/auth/refresh'])('does not come back with a late answer of %s', async (late) => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    server.answer(async (call) => {
      if (call.path === late) await held;
      return well(call);
    });
    const asked = late === '/session' ? session.reloadUser() : session.renew();
    await expect.poll(() => server.to(late)).not.toHaveLength(late === '/session' ? 1 : 0);
    await session.signOut();
    answer();
    await asked;
    expect(store.useSession.getState()).toMatchObject({ status: 'signed-out', idToken: undefined });
    expect(localStorage.getItem('legajo.signed-in')).toBeNull();
    await session.signIn('ana@legajo.test', 'Legajo-2026');
    expect(status()).toBe('signed-in');
  });

  it('stays through an outage, and goes on after it', async () => {
    server.answer(() => error(503, 'unavailable'));
    await expect(session.renew()).rejects.toMatchObject({ status: 503 });
    expect(status()).toBe('signed-in');
    await session.resume().catch(() => undefined);
    server.answer(well);
    await session.resume();
    expect(status()).toBe('signed-in');
  });

  it('is not known while nobody answers on start, and is not forgotten', async () => {
    store.useSession.setState({ status: 'unknown', idToken: undefined, user: undefined });
    localStorage.setItem('legajo.signed-in', '1');
    await server.close();
    vi.resetModules();
    const fresh = await import('./session.ts');
    const state = await import('./session-store.ts');
    await fresh.resume();
    expect(state.useSession.getState().status).toBe('unreachable');
    expect(localStorage.getItem('legajo.signed-in')).toBe('1');
  });

  it('goes to sign-in without a call where none is stored', {
    tags: ['spec-5.9-session', 'spec-8.2-to-sign-in'],
  }, async () => {
    await session.signOut();
    server.seen.length = 0;
    await session.resume();
    expect(status()).toBe('signed-out');
    expect(server.seen).toHaveLength(0);
  });
});

describe('the cache (docs/domain/limits.md)', () => {
  it('keeps GETs for 15 minutes, and makes concurrent equal ones one', {
    tags: ['spec-9.1-cache', 'spec-9.1-concurrent'],
  }, async () => {
    expect(queries.queryClient.getDefaultOptions().queries?.staleTime).toBe(900_000);
    expect(CACHE_MS).toBe(900_000);
    await Promise.all([api.fetchEndpoint('groupsByMember', {}), api.fetchEndpoint('groupsByMember', {})]);
    await api.fetchEndpoint('groupsByMember', {});
    expect(server.to('/groups/by/member')).toHaveLength(1);
  });

  it('never serves session and records/by/id', async () => {
    const input = { params: { id: 'r' } };
    await api.fetchEndpoint('recordById', input);
    await api.fetchEndpoint('recordById', input);
    await api.fetchEndpoint('session', {});
    await api.fetchEndpoint('session', {});
    expect(server.to('/docs/records/by/id/r')).toHaveLength(2);
    expect(server.to('/session')).toHaveLength(3);
  });

  it('invalidates versions, records, labels, groups and users on any non-GET, and nothing else', async () => {
    const read = async (): Promise<void> => {
      await api.fetchEndpoint('recordSearch', { query: {} });
      await api.fetchEndpoint('versionsByRecord', { params: { id: 'r' } });
      await api.fetchEndpoint('labelsByOrganization', {});
      await api.fetchEndpoint('groupsByMember', {});
      await api.fetchEndpoint('usersByOrganization', {});
      await api.fetchEndpoint('departmentsByOrganization', {});
      await api.fetchEndpoint('notificationsPending', {});
    };
    await read();
    await api.call('mailReview', { body: { _id: 'n' } as never });
    await read();
    const times = (path: string): number => server.to(path).length;
    expect(times('/docs/records/search')).toBe(2);
    expect(times('/docs/versions/by/record/r')).toBe(2);
    expect(times('/docs/labels/by/organization')).toBe(2);
    expect(times('/groups/by/member')).toBe(2);
    expect(times('/users/by/organization')).toBe(2);
    expect(times('/departments/by/organization')).toBe(1);
    expect(times('/events/notifications/pending')).toBe(1);
  });

  it('invalidates what the entry itself names, and fetches again what is on screen', async () => {
    const observer = new QueryObserver(queries.queryClient, {
      ...api.endpointQuery('notificationsPending', {}),
    });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    await api.call('notificationDismiss', { body: { type: 'RECORD.CREATED' } });
    await expect.poll(() => server.to('/events/notifications/pending')).toHaveLength(2);
    stop();
  });

  it('is empty after sign-out: the next person sees nothing of it', async () => {
    await api.fetchEndpoint('groupsByMember', {});
    await session.signOut();
    expect(queries.queryClient.getQueryCache().getAll()).toHaveLength(0);
  });
});

describe('errors', () => {
  it('are sentences for people, with the details of each field', async () => {
    const { fieldErrors, errorMessage } = await import('./errors.ts');
    server.answer(() => ({
      status: 400,
      body: {
        error: { code: 'invalid', message: 'Revisa los datos marcados.', details: { title: 'Muy corto.' } },
      },
    }));
    const failure: unknown = await api.call('groupsByMember', {}).catch((thrown: unknown) => thrown);
    expect(errorMessage(failure)).toBe('Revisa los datos marcados.');
    expect(fieldErrors(failure)).toEqual({ title: 'Muy corto.' });
  });

  it('say that nobody answered, and never show what a proxy wrote', async () => {
    const { errorMessage } = await import('./errors.ts');
    server.answer(() => ({ status: 502, body: '<html>Bad gateway</html>' }));
    const failure: unknown = await api.call('groupsByMember', {}).catch((thrown: unknown) => thrown);
    expect(errorMessage(failure)).toBe('El servidor tuvo un problema. Inténtalo de nuevo en un momento.');
    await server.close();
    const silence: unknown = await api.call('usersByOrganization', {}).catch((thrown: unknown) => thrown);
    expect(errorMessage(silence)).toBe(
      'No hay respuesta del servidor. Revisa tu conexión e inténtalo de nuevo.',
    );
  });
});

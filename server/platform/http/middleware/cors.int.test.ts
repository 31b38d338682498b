import { describe, expect, it } from 'vitest';
import { contract, type EndpointName, endpoints } from '#shared/contract.ts';
import { useTestServer } from '../../../testing/http.ts';

/** Pages of other sites may call nothing: only the desktop's own page may, and never with cookies. */

const DESKTOP = 'app://legajo';
const STRANGERS = [
  'https://example.com',
  'null',
  'app://legajo.example.com',
  'app://other',
  'http://legajo',
  'APP://LEGAJO',
  'app://legajo, https://example.com',
];
const called = endpoints.filter(([, { path }]) => path !== '/realtime').map(([name]) => name);

describe('every endpoint, called by a page from elsewhere', () => {
  const server = useTestServer();

  /** What an answer lets the page do that called, by preflight and by the call itself. */
  async function allowed(name: EndpointName, origin: string): Promise<(Record<string, string> | null)[]> {
    const { method, path } = contract[name];
    const url = `${server().url}/api${path.replaceAll(/:\w+/g, 'x')}`;
    const asked = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-any',
    };
    const answers = [
      await fetch(url, { method: 'OPTIONS', headers: asked }),
      await fetch(url, { method, headers: { origin, cookie: 'legajo_refresh=x' } }),
    ];
    return Promise.all(
      answers.map(async (answer) => {
        await answer.arrayBuffer();
        const said = [...answer.headers].filter(([header]) =>
          /^access-control-allow-(origin|credentials)$/.test(header),
        );
        return said.length > 0 ? Object.fromEntries(said) : null;
      }),
    );
  }

  it.each(called)('%s answers the desktop’s page, and lets no other read it', async (name) => {
    const forDesktop = { 'access-control-allow-origin': DESKTOP };
    expect(await allowed(name, DESKTOP)).toEqual([forDesktop, forDesktop]);
    for (const origin of STRANGERS)
      expect([origin, await allowed(name, origin)]).toEqual([origin, [null, null]]);
  });

  it('tells caches that its answer depends on who asks', async () => {
    const answer = await fetch(`${server().url}/api/health`, { headers: { origin: DESKTOP } });
    expect(answer.headers.get('vary')).toMatch(/origin/i);
  });
});

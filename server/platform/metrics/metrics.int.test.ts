import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type TestServer, useTestServer } from '../../testing/http.ts';
import { openSocket } from '../../testing/realtime.ts';

const metrics = { port: 0, host: '127.0.0.1' };

async function read(server: TestServer): Promise<string> {
  const answer = await fetch(`${server.running.metricsAddress}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.text();
}

/** The value of a series; undefined where there is none. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('metrics', () => {
  const server = useTestServer({ config: { metrics } });

  it('are in the format that Prometheus reads: help, kind, then lines of that name', async () => {
    const text = await read(server());
    expect(text.endsWith('\n')).toBe(true);
    const seen = new Set<string>();
    let name = '';
    for (const line of text.trimEnd().split('\n')) {
      const head = /^# (HELP|TYPE) ([a-z0-9_]+) (.+)$/.exec(line);
      if (head?.[1] === 'HELP') {
        name = head[2] ?? '';
        expect(seen.has(name)).toBe(false);
        seen.add(name);
      } else if (head)
        expect([head[2], head[3]]).toEqual([name, expect.stringMatching(/^(counter|gauge|histogram)$/)]);
      else {
        expect(line).toMatch(/^[a-z0-9_]+(\{([a-z]+="(\\.|[^"\\\n])*",?)*\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$/);
        expect(line.startsWith(name)).toBe(true);
      }
    }
  });

  it('count calls by their route’s pattern, and never have an address', async () => {
    const series = 'legajo_http_requests_total{method="GET",route="/api/files/:token",status="4xx"}';
    const before = seriesValue(await read(server()), series) ?? 0;
    for (const secret of ['uno-secreto', 'dos-secreto'])
      await (await fetch(`${server().url}/api/files/${secret}?${secret}`)).arrayBuffer();
    const text = await eventually(async () => {
      const now = await read(server());
      expect(seriesValue(now, series)).toBe(before + 2);
      return now;
    });
    expect(text).not.toContain('secreto');
    expect(
      seriesValue(text, 'legajo_http_request_duration_seconds_count{method="GET",route="/api/files/:token"}'),
    ).toBe(before + 2);
  });

  it('tell of sockets, of connections, of what waits and of the disk', async () => {
    const person = await server().make.person(await server().make.organization());
    const client = await server().signIn(person.email);
    const socket = await openSocket(server().url, client.token);
    const text = await read(server());
    expect(seriesValue(text, 'legajo_sockets_open')).toBe(1);
    expect(seriesValue(text, 'legajo_database_up')).toBe(1);
    expect(seriesValue(text, 'legajo_outbox_messages{state="due"}')).toBeGreaterThanOrEqual(0);
    expect(seriesValue(text, 'legajo_storage_free_bytes')).toBeGreaterThan(0);
    expect(seriesValue(text, 'legajo_storage_used_bytes')).toBe(0);
    expect(seriesValue(text, 'legajo_job_last_run_timestamp_seconds{name="bin"}')).toBeGreaterThan(1e9);
    expect(seriesValue(text, 'legajo_job_interval_seconds{name="bin"}')).toBe(600);
    expect(seriesValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    await socket.close();
    await eventually(async () => expect(seriesValue(await read(server()), 'legajo_sockets_open')).toBe(0));
  });

  it('are all there that the dashboard and the alert rules ask for', async () => {
    const known = new Set([...(await read(server())).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
      const text = await readFile(new URL(`../../../deploy/observing/${file}`, import.meta.url), 'utf8');
      const asked = [...text.matchAll(/\b(?:legajo|process)_[a-z_]+/g)].map(([name]) =>
        name.replace(/_bucket$/, ''),
      );
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('are at one address of their own port, and at none of the other', async () => {
    const { url, running } = server();
    expect((await fetch(`${running.metricsAddress}/`)).status).toBe(404);
    expect((await fetch(`${running.metricsAddress}/metrics`, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('legajo_');
    expect((await fetch(`${url}/api/metrics`)).status).toBe(404);
  });
});

describe('a server that nobody measures', () => {
  const server = useTestServer();

  it('has no port for metrics', () => {
    expect(server().running.metricsAddress).toBeNull();
  });
});

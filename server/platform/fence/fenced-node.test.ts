import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeAnswer, ProbeQuestion } from '../../testing/fence-probe.worker.ts';
import { createFencedNode, type FencedNode, WALL_FACTOR } from './fenced-node.ts';

/* A worker that stands in for the readers of documents, templates and tables, and tries what a hostile file would. */

const MB = 1024 ** 2;
const RESIDENT = 300 * MB;
const said: { holds?: readonly string[]; ended?: string; exitCode?: number }[] = [];
let dataDir: string;
let node: FencedNode<ProbeQuestion, ProbeAnswer>;
const make = (timeMs: number): FencedNode<ProbeQuestion, ProbeAnswer> =>
  createFencedNode({
    ...{ name: 'probe', worker: '../../testing/fence-probe.worker', from: import.meta.url, dataDir },
    ...{ heapMb: 128, residentBytes: RESIDENT, timeMs },
    log: { info: (about) => said.push(about as (typeof said)[number]) },
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'legajo-secret-'));
  await writeFile(join(dataDir, 'key'), 'secreto');
  process.env.DATABASE_URL = 'postgres://legajo:clave@db/legajo';
  node = make(20_000);
});
afterAll(async () => {
  delete process.env.DATABASE_URL;
  await node.close();
  await rm(dataDir, { recursive: true });
});

async function ask(question: ProbeQuestion, of = node): Promise<ProbeAnswer> {
  const outcome = await of.ask(question);
  return 'answer' in outcome ? outcome.answer : { ...outcome };
}

describe('a process of Node that reads hostile files', () => {
  it('knows nothing of the server’s environment, and works in a folder that goes with it', async () => {
    const own = make(20_000);
    const { env, cwd } = await ask({ ask: 'about' }, own);
    const allowed =
      /^(PATH|LANG|OMP_THREAD_LIMIT|TESSDATA_PREFIX|SYSTEMROOT|NODE_CHANNEL_\w+|PWD|OLDPWD|SHLVL|_)$/;
    expect((env as string[]).filter((name) => !allowed.test(name))).toEqual([]);
    expect((await lstat(`${cwd}`)).mode & 0o777).toBe(0o700);
    await own.close();
    await expect(lstat(`${cwd}`)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reads the server’s code and no other file, and writes none', async () => {
    const code = fileURLToPath(new URL('./fenced-node.ts', import.meta.url));
    expect(await ask({ ask: 'read', path: code })).toHaveProperty('read');
    for (const path of [join(dataDir, 'key'), '/etc/hostname', `/proc/${process.pid}/environ`])
      expect(await ask({ ask: 'read', path })).toEqual({ refused: 'ERR_ACCESS_DENIED' });
    expect(await ask({ ask: 'write', path: join(tmpdir(), 'legajo-x') })).toEqual({
      refused: 'ERR_ACCESS_DENIED',
    });
  });

  it('is ended where it takes too long or too much, or ends itself, and the next question is answered', async () => {
    const hasty = make(3000);
    expect(await ask({ ask: 'hang' }, hasty)).toEqual({ ended: 'timeout' });
    expect(await ask({ ask: 'about' }, hasty)).toHaveProperty('pid');
    await hasty.close();
    expect(await ask({ ask: 'grow' })).toEqual({ ended: 'memory' });
    // Outside of the heap: met by whichever looks first, the kernel or the server.
    const swollen = [{ ended: 'memory' }, { refused: 'ERR_MEMORY_ALLOCATION_FAILED' }];
    if (process.platform === 'linux') expect(swollen).toContainEqual(await ask({ ask: 'swell' }));
    for (const ends of ['die', 'throw'] as const)
      expect(await ask({ ask: ends })).toEqual({ ended: 'crashed' });
    expect(await ask({ ask: 'about' })).toHaveProperty('pid');
    expect(said.filter(({ ended }) => ended).map(({ ended, exitCode }) => [ended, exitCode])).toContainEqual([
      'crashed',
      3,
    ]);
  });

  it.skipIf(process.platform !== 'linux')(
    'is given processor time: a busy machine is no fault of a file',
    async () => {
      const own = make(1500);
      // It sleeps for longer than it may compute, and answers.
      expect(await ask({ ask: 'sleep', ms: 2500 }, own)).toEqual({ slept: 2500 });
      const began = Date.now();
      expect(await ask({ ask: 'sleep', ms: 60_000 }, own)).toEqual({ ended: 'timeout' });
      expect(Date.now() - began).toBeGreaterThanOrEqual(1500 * WALL_FACTOR - 50);
      await own.close();
    },
  );

  it('that does not start is a failure of our own, and no fault of a file', async () => {
    const none: FencedNode<object, unknown> = createFencedNode({
      ...{ name: 'none', worker: './no-such.worker', from: import.meta.url },
      ...{ heapMb: 128, residentBytes: RESIDENT, timeMs: 3000 },
    });
    expect(await none.ask({})).toEqual({ ended: 'failed' });
    await none.close();
  });

  it.skipIf(process.platform !== 'linux')('has the limits and walls that the log tells', async () => {
    const { pid, uid, groups, network } = await ask({ ask: 'about' });
    const holds = said.at(0)?.holds ?? [];
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    if (holds.some((each) => each.startsWith('limits'))) {
      expect(limits).toMatch(new RegExp(`^Max data size\\s+${RESIDENT + 512 * MB}`, 'm'));
      expect(limits).toMatch(/^Max file size\s+0\s+0/m);
      expect(limits).toMatch(/^Max open files\s+256\s+256/m);
    }
    if (holds.includes('limit of processes')) expect(limits).toMatch(/^Max processes\s+64\s+64/m);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    if (holds.includes('no new privileges')) {
      expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
      expect(status).toMatch(/^CapEff:\s*0+$/m);
    }
    if (holds.includes('other user'))
      expect([uid, ...(groups as number[])].every((id) => Number(id) >= 65_000)).toBe(true);
    if (holds.includes('no network')) expect(network).toEqual([]);
    // What this machine has, asked without the fence's own code.
    const can = (command: string, ...args: string[]): boolean => {
      try {
        execFileSync(command, [...args, 'true'], { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    };
    if (can('prlimit', '--cpu=5', '--')) expect(holds).toContain('limits by prlimit');
    if (can('setpriv', '--no-new-privs', '--')) expect(holds).toContain('no new privileges');
    const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
    if (can('unshare', ...own, '--net', '--mount', '--')) expect(holds).toContain('no network');
  });
});

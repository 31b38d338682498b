import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, lstat, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramFault, runFenced } from './fenced-program.ts';
import { findFence } from './find-fence.ts';
import type { ProgramLimits } from './limits.ts';
import type { FencePlan } from './plan.ts';
import { openWorkFolder } from './work-folder.ts';

/* A shell stands in for the program, and tells what it can reach: every fence is looked at from inside. */

const MB = 1024 ** 2;
const LIMITS: ProgramLimits = {
  wallMs: 60_000,
  cpuSeconds: 20,
  addressBytes: 512 * MB,
  dataBytes: 512 * MB,
  fileBytes: MB,
  openFiles: 20,
  processes: 12,
  outputBytes: MB,
};
const isRoot = process.getuid?.() === 0;
const able = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const asRootOfOwn = isRoot ? [] : ['--user', '--map-root-user'];
/** What this machine can do, asked without the fence's own code. */
const canPart =
  process.platform === 'linux' &&
  able('unshare', ...asRootOfOwn, '--net', '--pid', '--fork', '--mount', 'mount', '-t', 'tmpfs', 'x', '/mnt');
const canLimit = able('prlimit', '--cpu=5', '--', 'true');
const canDrop = able('setpriv', '--no-new-privs', '--', 'true');
const canEnclose = able('bwrap', '--unshare-net', '--unshare-pid', '--ro-bind', '/', '/', 'true');

describe.skipIf(process.platform !== 'linux')('a program that reads hostile files', () => {
  /** Where this system cannot have a fence, whoever runs the server reads so in the log. */
  const isToldMissing = (...fences: string[]): void =>
    expect(plan.missing).toEqual(expect.arrayContaining(fences));
  let plan: FencePlan;
  /** On a system that has no such tools, but a shell. */
  let poor: FencePlan;
  let dataDir: string;
  const before = { ...process.env };

  const find = async (): Promise<FencePlan> => {
    const probe = { program: 'sh', args: ['-c', 'exit 0'] };
    const found = await findFence({ probe, limits: LIMITS, hide: dataDir, forks: true });
    if (!found) throw new Error('no shell');
    return found;
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'legajo-secret-'));
    // As open as a careless administrator leaves it: nothing but the fence keeps it closed.
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, 'key'), 'secreto', { mode: 0o644 });
    Object.assign(process.env, {
      DATABASE_URL: 'postgres://legajo:clave@db/legajo',
      SMTP_URL: 'smtp://u:clave@mail',
      LEGAJO_PASSWORD: 'clave',
      LD_LIBRARY_PATH: dataDir,
      HOME: before.HOME ?? '/root',
    });
    plan = await find();
    const bare = await mkdtemp(join(tmpdir(), 'legajo-bare-'));
    await chmod(bare, 0o755);
    for (const name of ['sh', 'nice'])
      await symlink(
        spawnSync('sh', ['-c', `command -v ${name}`])
          .stdout.toString()
          .trim(),
        join(bare, name),
      );
    const path = process.env.PATH;
    process.env.PATH = bare;
    try {
      poor = await find();
    } finally {
      process.env.PATH = path;
      await rm(bare, { recursive: true });
    }
  });
  afterAll(async () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    await rm(dataDir, { recursive: true });
  });

  async function sh(script: string, limits: Partial<ProgramLimits> = {}, by = plan): Promise<string> {
    const folder = await openWorkFolder(by.owner);
    const run = {
      program: 'sh',
      args: ['-c', script],
      limits: { ...LIMITS, ...limits },
      folder: folder.path,
    };
    try {
      return (await runFenced(by, run)).toString();
    } finally {
      await folder.remove();
    }
  }
  const fault = async (script: string, limits?: Partial<ProgramLimits>, by = plan): Promise<ProgramFault> => {
    const error: unknown = await sh(script, limits, by).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ProgramFault)) throw new Error(`It ended as it liked: ${error}`);
    return error;
  };
  const limitOf = async (name: string): Promise<string[]> =>
    ((await sh('cat /proc/self/limits')).split('\n').find((line) => line.startsWith(name)) ?? '')
      .slice(name.length)
      .trim()
      .split(/\s+/)
      .slice(0, 2);

  it('has an environment that holds nothing of the server’s', async () => {
    const names = (await sh('env')).split('\n').flatMap((line) => line.split('=')[0] || []);
    const allowed = ['PATH', 'LANG', 'OMP_THREAD_LIMIT', 'TESSDATA_PREFIX', 'PWD', 'OLDPWD', 'SHLVL', '_'];
    expect(names).toContain('PATH');
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('works in an empty folder of its own, which is gone afterwards, whatever it did', async () => {
    const tell = 'pwd; stat -c %a .; test -O . && echo own; ls -A | wc -l; echo x > y; ls -A';
    const [path = '', mode, own, count, written] = (await sh(tell)).split('\n');
    expect([mode, own, count, written]).toEqual(['700', 'own', '0', 'y']);
    expect(path.startsWith(tmpdir())).toBe(true);
    const failing = await fault('mkdir -p a/b; chmod 500 a; pwd >&2; exit 9');
    for (const gone of [path, failing.stderr.trim()])
      await expect(lstat(gone)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('leaves no folder for good where the server is killed meanwhile', async () => {
    // The owner may be another one each time.
    const [left, fresh] = [await openWorkFolder(plan.owner), await openWorkFolder(plan.owner)];
    await utimes(left.path, new Date(0), new Date(0));
    await find();
    await expect(lstat(left.path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await lstat(fresh.path)).isDirectory()).toBe(true);
    await fresh.remove();
  });

  it('is bounded in processor time, memory, files and what it writes', async () => {
    if (!canLimit) return expect(plan.holds).toContain('limits by ulimit');
    expect(plan.holds).toContain('limits by prlimit');
    expect(await limitOf('Max cpu time')).toEqual(['20', '20']);
    expect(await limitOf('Max address space')).toEqual([`${512 * MB}`, `${512 * MB}`]);
    expect(await limitOf('Max data size')).toEqual([`${512 * MB}`, `${512 * MB}`]);
    expect(await limitOf('Max core file size')).toEqual(['0', '0']);
    await fault('while :; do :; done', { cpuSeconds: 1 });
    // `tail` keeps a line without an end in memory.
    expect((await fault('head -c 900000000 /dev/zero | tail | wc -c; exit 3')).stderr).toMatch(/memory/);
    // 153 is the signal for files that are too large; where it cannot be sent, writing fails.
    const large = 'head -c 2000000 /dev/zero > big; echo $? $(stat -c %s big)';
    expect(await sh(large)).toMatch(/^(153|1) 1048576$/m);
    const open = 'for n in 3 4 5 6 7 8 9; do eval "exec $n</dev/null" || exit 3; done; echo all';
    expect(await sh(open)).toContain('all');
    expect((await fault(open, { openFiles: 6 })).code).not.toBe(0);
  });

  it('cannot start processes without end', async () => {
    if (!canLimit || !(isRoot || canPart)) return isToldMissing('limit of processes');
    expect(plan.holds).toContain('limit of processes');
    const many = 'i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); done; echo forty';
    expect((await fault(many)).stderr).toMatch(/fork|temporarily/i);
  });

  it('ends with all that it started: in time, by its signal, and when it ends itself', async () => {
    const odd = (): string => `${600 + Math.random()}`;
    const alive = (mark: string): boolean =>
      readdirSync('/proc').some((pid) => {
        try {
          return (
            /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`sleep\0${mark}`)
          );
        } catch {
          return false;
        }
      });
    for (const by of [plan, poor]) {
      const [inTime, atEnd] = [odd(), odd()];
      const two = `sleep ${inTime} & sleep ${inTime}; exit 5`;
      expect((await fault(two, { wallMs: 1500 }, by)).code).toBeNull();
      // It holds the output open, for which the call would wait.
      expect(await sh(`sleep ${atEnd} & echo done`, {}, by)).toBe('done\n');
      await expect.poll(() => alive(inTime) || alive(atEnd)).toBe(false);
    }
    if (canPart) {
      expect(plan.holds).toContain('own processes');
      expect(Number(await sh('echo $$'))).toBeLessThan(10);
      const away = odd();
      await sh(`setsid sleep ${away} >/dev/null 2>&1 & echo done`);
      await expect.poll(() => alive(away)).toBe(false);
    }
    const folder = await openWorkFolder(plan.owner);
    const signal = AbortSignal.abort();
    const run = {
      program: 'sh',
      args: ['-c', 'echo > started'],
      limits: LIMITS,
      folder: folder.path,
      signal,
    };
    await expect(runFenced(plan, run)).rejects.toBeInstanceOf(ProgramFault);
    expect(readdirSync(folder.path)).not.toContain('started');
    await folder.remove();
  });

  it('cannot fill the server’s memory by what it says', async () => {
    expect((await fault('yes')).code).toBeNull();
    const complaining = await fault('head -c 3000000 /dev/zero | tr "\\0" x >&2; exit 7');
    expect(complaining.code).toBe(7);
    expect(complaining.stderr.length).toBeLessThanOrEqual(2000);
  });

  it('has no rights of the server’s', async () => {
    if (!canDrop) return isToldMissing('no new privileges');
    expect(plan.holds).toContain('no new privileges');
    const status = await sh('cat /proc/self/status');
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${set}:\\s*0+$`, 'm'));
    if (!isRoot) return;
    expect(plan.holds).toContain('other user');
    // The server's own further groups are left behind, too.
    const groups = process.getgroups?.() ?? [];
    process.setgroups?.([...groups, 4]);
    const ids = (await sh('id -u; id -g; id -G')).trim().split('\n');
    process.setgroups?.(groups);
    expect(ids.every((id) => /^\d{5}$/.test(id))).toBe(true);
    // The environment of the server's own process.
    expect((await fault(`cat /proc/${process.pid}/environ`)).stderr).toMatch(/denied|No such/);
  });

  it('has no network, and an empty data folder', async () => {
    if (!canPart) return isToldMissing('no network', 'no data folder');
    expect(plan.holds).toEqual(expect.arrayContaining(['no network', 'no data folder']));
    const interfaces = (await sh('cat /proc/net/dev')).split('\n').slice(2).filter(Boolean);
    expect(interfaces.map((line) => line.trim().split(':')[0])).toEqual(['lo']);
    expect((await fault(`cat ${dataDir}/key`)).stderr).toMatch(/denied|No such/);
  });

  it('sees no other file than the system’s and its own', async () => {
    if (!canEnclose) return isToldMissing('only its folder');
    expect(plan.holds).toContain('only its folder');
    expect((await sh('ls -A / | sort; ls -A /tmp')).split('\n')).not.toContain('home');
    expect(await sh('ls -A /tmp | wc -l')).toBe('1\n');
  });

  it('runs with what there is where the system has no such tools, and says what is missing', async () => {
    expect(poor.holds).toContain('limits by ulimit');
    expect(poor.missing).toEqual(expect.arrayContaining(['no new privileges', 'no network']));
    const limits = await sh('cat /proc/self/limits', {}, poor);
    expect(limits).toMatch(/^Max cpu time\s+20\s+20/m);
    expect(limits).toMatch(/^Max file size\s+1048576\s+1048576/m);
    expect(limits).toMatch(/^Max open files\s+20\s+20/m);
    for (const memory of ['address space', 'data size'])
      expect(limits).toMatch(new RegExp(`^Max ${memory}\\s+${512 * MB}`, 'm'));
    expect(limits).toMatch(/^Max core file size\s+0\s+0/m);
    expect(await sh('env', {}, poor)).not.toMatch(/clave/);
    if (!isRoot) return;
    expect(await sh('id -u', {}, poor)).not.toBe('0\n');
    expect(limits).toMatch(/^Max processes\s+12\s+12/m);
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, isInstalled, type Program, run, start, until } from './programs.ts';

/** A program that copies one folder's files to another one over loopback. */
export interface Other {
  readonly name: string;
  /** Whether it is installed (as a Debian package). */
  installed(): Promise<boolean>;
  /**
   * Copies everything from `from` to `to`; resolves once `arrived` does. Keys, configuration and daemons are prepared
   * before and not measured.
   *
   * @param state a folder for its own files
   */
  copy(from: string, to: string, state: string, arrived: () => Promise<boolean>): Promise<Cost>;
}

export interface Cost {
  readonly ms: number;
  /** CPU seconds of both sides. */
  readonly cpu: number;
}

const LIMIT_MS = 600_000;
/** Milliseconds between two checks whether all has arrived. */
const LOOK_MS = 200;

export const rsync: Other = {
  name: 'rsync, through its daemon, with fsync',
  installed: () => isInstalled('rsync'),
  async copy(from, to, state) {
    const port = await freePort();
    const config = join(state, 'rsyncd.conf');
    await writeFile(
      config,
      `use chroot = no\n[to]\n path = ${to}\n read only = no\n uid = root\n gid = root\n`,
    );
    const args = ['--daemon', '--no-detach', `--config=${config}`, `--port=${port}`, '--address=127.0.0.1'];
    const daemon = start('rsync', args);
    try {
      await until(
        () => answers(port),
        () => `rsync: ${daemon.output()}`,
        LIMIT_MS,
      );
      const begin = performance.now();
      const client = start('rsync', ['-a', '--fsync', `${from}/`, `rsync://127.0.0.1:${port}/to/`]);
      if ((await client.ended) !== 0) throw new Error(`rsync: ${client.output()}`);
      return { ms: performance.now() - begin, cpu: client.cpu() + daemon.cpu() };
    } finally {
      await daemon.stop();
    }
  },
};

export const unison: Other = {
  name: 'unison, over a socket',
  installed: () => isInstalled('unison'),
  async copy(from, to, state) {
    const port = await freePort();
    const env = (side: string) => ({ UNISON: join(state, side), HOME: state });
    const server = start('unison', ['-socket', String(port), '-listen', '127.0.0.1'], env('server'));
    try {
      await until(
        () => answers(port),
        () => `unison: ${server.output()}`,
        LIMIT_MS,
      );
      const begin = performance.now();
      const client = start(
        'unison',
        [from, `socket://127.0.0.1:${port}/${to}`, '-batch', '-auto', '-silent', '-confirmbigdel=false'],
        env('client'),
      );
      if ((await client.ended) !== 0) throw new Error(`unison: ${client.output()}`);
      return { ms: performance.now() - begin, cpu: client.cpu() + server.cpu() };
    } finally {
      await server.stop();
    }
  },
};

export const syncthing: Other = {
  name: 'syncthing, two programs',
  installed: () => isInstalled('syncthing'),
  async copy(from, to, state, arrived) {
    const pair = await SyncthingPair.make(state, from, to);
    try {
      const begin = performance.now();
      await pair.start();
      await until(arrived, () => `syncthing: ${pair.output()}`, LIMIT_MS, LOOK_MS);
      return { ms: performance.now() - begin, cpu: pair.cpu() };
    } finally {
      await pair.stop();
    }
  },
};

interface Side {
  readonly home: string;
  readonly folder: string;
  readonly id: string;
  readonly port: number;
}

/** Two instances that know only each other: no discovery, no relays, no internet. */
export class SyncthingPair {
  private programs: Program[] = [];
  private readonly sides: readonly [Side, Side];

  private constructor(sides: readonly [Side, Side]) {
    this.sides = sides;
  }

  static async make(state: string, from: string, to: string): Promise<SyncthingPair> {
    const side = async (name: string, folder: string): Promise<Side> => {
      const home = join(state, `syncthing-${name}`);
      await mkdir(home, { recursive: true });
      await run('syncthing', ['generate', `--home=${home}`, '--no-default-folder', '--skip-port-probing']);
      const { stdout } = await run('syncthing', ['serve', `--home=${home}`, '--device-id']);
      return { home, folder, id: stdout.trim(), port: await freePort() };
    };
    const sides = [await side('a', from), await side('b', to)] as const;
    for (const [mine, other] of [sides, [...sides].reverse() as unknown as typeof sides])
      await writeFile(join(mine.home, 'config.xml'), configOf(mine, other));
    return new SyncthingPair(sides);
  }

  async start(): Promise<void> {
    for (const { home } of this.sides)
      this.programs.push(
        start('syncthing', ['serve', `--home=${home}`, '--no-browser', '--no-restart', '--no-upgrade'], {
          STNOUPGRADE: '1',
        }),
      );
  }

  output(): string {
    return this.programs.map((program) => program.output()).join('\n');
  }

  cpu(): number {
    return this.programs.reduce((sum, program) => sum + program.cpu(), 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop()));
    this.programs = [];
  }
}

/** Its defaults, without anything that would leave this machine, and with the shortest delay of its watcher. */
function configOf(mine: Side, other: Side): string {
  const device = ({ id, port }: Side) =>
    `<device id="${id}" name="${id.slice(0, 4)}" compression="metadata"><address>tcp://127.0.0.1:${port}</address></device>`;
  return `<configuration version="36">
  <folder id="bench" label="bench" path="${mine.folder}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1">
    <filesystemType>basic</filesystemType>
    <device id="${mine.id}"></device><device id="${other.id}"></device>
  </folder>
  ${device(mine)}${device(other)}
  <gui enabled="false"></gui>
  <options>
    <listenAddress>tcp://127.0.0.1:${mine.port}</listenAddress>
    <globalAnnounceEnabled>false</globalAnnounceEnabled><localAnnounceEnabled>false</localAnnounceEnabled>
    <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled><urAccepted>-1</urAccepted>
    <crashReportingEnabled>false</crashReportingEnabled><startBrowser>false</startBrowser>
    <reconnectionIntervalS>1</reconnectionIntervalS><autoUpgradeIntervalH>0</autoUpgradeIntervalH>
  </options>
</configuration>
`;
}

async function answers(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}

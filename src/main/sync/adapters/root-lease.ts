import { createHash } from 'node:crypto';
import { constants, promises as fs, readFileSync, rmSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_FOLDER } from '../engine/layout.ts';
import { RootError } from '../host/root-error.ts';
import type { RootClaim } from '../ports/root-claim.ts';

/** Milliseconds between two renewals. After three missing ones the holder is gone, or asleep. */
const BEAT_MS = 60_000;
const STALE_MS = 3 * BEAT_MS;
/** An empty note: its writer is about to fill it, or could not because the disk is full. */
const EMPTY_MS = 10_000;

/**
 * Says in the folder itself which computer and account sync it, so that a folder on a network drive is synced by one of
 * them: two would make two documents of each file. It is a note beside the documents, renewed each minute, and judged
 * by the clock of its own disk. Where none can be written, the folder is synced without one. Engines of one account on
 * one computer exclude each other by `lockRoot`.
 */
export class RootLease implements RootClaim {
  private readonly path: string;
  private readonly probe: string;
  private readonly holder: string;
  private writtenAt = Number.NEGATIVE_INFINITY;
  private readonly beat: NodeJS.Timeout;

  /** @param holder names this engine: the same for one account on one computer */
  constructor(root: string, holder = thisComputer()) {
    this.holder = holder;
    this.path = join(root, SYSTEM_FOLDER, 'lease.json');
    // Engines of two computers may have one process id, and would remove each other's.
    const mine = createHash('sha256').update(holder).digest('hex').slice(0, 12);
    this.probe = join(root, SYSTEM_FOLDER, `lease-${mine}-${process.pid}`);
    // By a timer, because a cycle may take hours.
    this.beat = setInterval(() => void this.signal(), BEAT_MS).unref();
  }

  async hold(): Promise<void> {
    try {
      const found = await this.read();
      if (found === this.holder) await this.renew();
      else if (found === undefined) await this.take();
      else if (await this.isOlderThan(found === '' ? EMPTY_MS : STALE_MS)) {
        await fs.rm(this.path, { force: true });
        await this.take();
      } else throw new RootError('root_shared', found || '?');
    } catch (error) {
      if (error instanceof RootError) throw error;
    }
  }

  release(): void {
    clearInterval(this.beat);
    try {
      if (holderIn(readFileSync(this.path, 'utf8')) === this.holder) rmSync(this.path, { force: true });
    } catch {
      // The folder is away, so its note expires.
    }
  }

  /** Renews the note, if it is still this engine's. */
  private async signal(): Promise<void> {
    try {
      if ((await this.read()) === this.holder) await this.renew();
    } catch {
      // The folder is away, so its note expires.
    }
  }

  /** The current holder; `undefined` where there is none. */
  private async read(): Promise<string | undefined> {
    try {
      return holderIn(await fs.readFile(this.path, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Creates the note. Of several engines at one moment, one succeeds. */
  private async take(): Promise<void> {
    try {
      await fs.writeFile(this.path, this.text, { flag: 'wx', mode: 0o600 });
      this.writtenAt = performance.now();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        // The disk is full and the note is empty: it would count as another engine's.
        await fs.rm(this.path, { force: true });
        throw error;
      }
      const found = await this.read();
      if (found !== this.holder) throw new RootError('root_shared', found || '?');
    }
  }

  /** Writes the same bytes in place, so that nobody reads half a note. */
  private async renew(): Promise<void> {
    if (performance.now() - this.writtenAt < BEAT_MS / 2) return;
    const file = await fs.open(this.path, constants.O_WRONLY);
    try {
      await file.write(this.text, 0);
    } finally {
      await file.close();
    }
    this.writtenAt = performance.now();
  }

  private async isOlderThan(ms: number): Promise<boolean> {
    await fs.writeFile(this.probe, '');
    try {
      const [note, now] = await Promise.all([fs.stat(this.path), fs.stat(this.probe)]);
      return now.mtimeMs - note.mtimeMs > ms;
    } finally {
      await fs.rm(this.probe, { force: true });
    }
  }

  private get text(): string {
    return JSON.stringify({ holder: this.holder });
  }
}

/** A note that cannot be parsed belongs to somebody; an empty one to nobody yet. */
function holderIn(text: string): string {
  if (text === '') return '';
  try {
    return String((JSON.parse(text) as { holder?: unknown }).holder);
  } catch {
    return '?';
  }
}

/** A name for this account on this computer: readable for people, and unique by the system's id. */
function thisComputer(): string {
  const account = process.getuid?.() ?? userInfo().username;
  const key = createHash('sha256')
    .update(`${hostname()}\n${account}\n${machineId()}`)
    .digest('hex')
    .slice(0, 12);
  return `${hostname()} ${key}`;
}

/** The id of a Linux installation; on other systems the host name is used. */
function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
}

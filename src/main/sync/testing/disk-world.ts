import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { addVersion, makeDocument, sha256Of } from '../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary, type TestPerson } from '../../../../server/testing/factories.ts';
import {
  startTestServer,
  type TestClient,
  type TestServer,
  type TestServerOptions,
} from '../../../../server/testing/http.ts';
import type { BlockedReason } from '../ports/journal.ts';
import { type DesktopOptions, eventually, TestDesktop } from './desktop.ts';

const PDF = 'application/pdf';

/** A document that was uploaded in the browser, with its first version. */
export interface Made {
  readonly name: string;
  readonly record: string;
  readonly version: string;
}

/**
 * One server with a library whose files become documents without a question, one person who works in it, and
 * their desktops. Remembers every content that somebody wrote and let settle, to ask for each at the end.
 */
export class DiskWorld {
  readonly server: TestServer;
  readonly library: TestLibrary;
  readonly ana: TestPerson;
  readonly browser: TestClient;
  /** Every request to the API since the last `countFromHere`, as `PUT /docs/folders/:id`. */
  readonly requests: string[] = [];
  private readonly written = new Map<string, string>();
  private readonly desktops: TestDesktop[] = [];

  private constructor(server: TestServer, library: TestLibrary, ana: TestPerson, browser: TestClient) {
    this.server = server;
    this.library = library;
    this.ana = ana;
    this.browser = browser;
    // Before the server's own: it rewrites the address as it goes.
    server.running.http.prependListener('request', ({ method, url }) => {
      this.requests.push(
        `${method} ${String(url)
          .replace(/\?.*/, '')
          .replace(/[\da-f-]{36}/g, ':id')}`,
      );
    });
  }

  static async start(options: TestServerOptions = {}): Promise<DiskWorld> {
    const server = await startTestServer(options);
    const { make } = server;
    const { organization, library } = await make.workplace();
    const values = { firstname: 'Ana', lastname: 'Pérez', libraries: [[library, ['upload']]] } as const;
    const ana = await make.person(organization, values);
    return new DiskWorld(server, library, ana, await server.signIn(ana.email));
  }

  async stop(): Promise<void> {
    for (const desktop of this.desktops) await desktop.stop();
    await this.server.stop();
  }

  /** Path of a name in the library, below a desktop's root. */
  path(...names: string[]): string {
    return ['Andes', 'Calidad', ...names].join('/');
  }

  /** Another desktop of Ana's, at work and at rest. */
  async desktop(options: DesktopOptions = {}): Promise<TestDesktop> {
    const desktop = await this.prepare(options);
    await desktop.resume();
    await this.rests(desktop);
    return desktop;
  }

  /** A desktop that nobody has started yet. */
  async prepare(options: DesktopOptions = {}): Promise<TestDesktop> {
    const desktop = await TestDesktop.make(this.server, this.ana.email, TEST_PASSWORD, options);
    this.desktops.push(desktop);
    return desktop;
  }

  /** A desktop that is used no more: its disk goes, and with it what only it had. */
  async dismiss(desktop: TestDesktop): Promise<void> {
    await desktop.stop();
    this.desktops.splice(this.desktops.indexOf(desktop), 1);
  }

  /** Something that a person writes: it must be found again at the end. */
  wrote(bytes: string | Uint8Array, what: string): Buffer {
    const buffer = Buffer.from(bytes as string);
    this.written.set(sha256Of(buffer), what);
    return buffer;
  }

  /** A program writes a file at one go. */
  async save(desktop: TestDesktop, path: string, bytes: string | Uint8Array): Promise<void> {
    await mkdir(dirname(desktop.path(path)), { recursive: true });
    await writeFile(desktop.path(path), this.wrote(bytes, path));
  }

  /** A document that is uploaded in the browser. */
  async document(name: string, bytes: string | Uint8Array, folder?: string): Promise<Made> {
    const { record, version } = await makeDocument(this.server, this.browser, this.library, {
      bytes: this.wrote(bytes, name),
      file: { name, type: PDF },
      ...(folder ? { folder } : {}),
    });
    return { name, record, version: version._id };
  }

  /** A new version of it, uploaded in the browser. */
  async edit({ name, record, version }: Made, bytes: string | Uint8Array): Promise<void> {
    const values = { bytes: this.wrote(bytes, name), file: { name, type: PDF } };
    await addVersion(this.server, this.browser, record, version, values);
  }

  async folder(name: string, parent: string | null = null): Promise<string> {
    const body = { group: this.library.id, parent, name };
    return (await this.browser.ok('folderCreate', { body }))._id;
  }

  /** The documents of the library, by the name of their file as it was given. */
  async records(name?: string) {
    const query = { group: this.library.id, limit: '200' };
    const { items } = await this.browser.ok('recordSearch', { query });
    return name === undefined ? items : items.filter((item) => item.name === name);
  }

  /** Number, whether it is a conflict, and text of each version of the one document of that name. */
  async versions(name: string): Promise<{ number: number; conflict: boolean; sha256: string }[]> {
    const found = await this.records(name);
    expect(found.map((item) => item.name)).toEqual([name]);
    const versions = await this.browser.ok('versionsByRecord', { params: { id: found[0]?._id ?? '' } });
    return versions
      .filter(({ status }) => status === 'ready')
      .map(({ number, conflict, sha256 }) => ({ number: number ?? 0, conflict, sha256: sha256 ?? '' }))
      .sort((a, b) => a.number - b.number);
  }

  /** Waits until this desktop has nothing to do, and asserts which files it holds. */
  async rests(desktop: TestDesktop, blocked: readonly BlockedReason[] = []): Promise<void> {
    desktop.cycle = undefined;
    desktop.runner.lookEverywhere();
    const state = () => {
      const { engine, cycle, runner } = desktop;
      const { operations, placing, blocked: kept } = engine.memory.content;
      const conflicts = [...kept.values()].filter(({ reason }) => reason === 'conflict');
      return {
        resting: cycle?.resting === true && cycle.failures.length === 0,
        waiting: operations.size + placing.size,
        status: runner.status,
        question: engine.question,
        blocked: [...engine.blocked, ...conflicts].map(({ reason }) => reason).sort(),
      };
    };
    const at = { resting: true, waiting: 0, status: 'online', question: undefined };
    const wanted = JSON.stringify({ ...at, blocked: [...blocked].sort() });
    await eventually(
      () => JSON.stringify(state()) === wanted,
      () => `${wanted}, got ${JSON.stringify(state())}\n${desktop.log.slice(-10).join('\n')}`,
    );
  }

  /**
   * Invariant 1: each content that was written and settled is a version whose bytes the server has, or a file that
   * a person finds below one of the roots (in place, set aside beside it, or in quarantine).
   */
  async nothingLost(): Promise<void> {
    const found = new Set<string>();
    for (const desktop of this.desktops) {
      for (const path of await desktop.documents()) found.add(await shaOf(desktop.path(path)));
    }
    for (const [sha256, what] of this.written) {
      if (!found.has(sha256)) expect(await this.onServer(sha256), `what was written to ${what}`).toBe(sha256);
    }
  }

  /** Nothing is left of what the engine keeps while it works, once it has looked at everything again. */
  async nothingHalf(desktop: TestDesktop): Promise<void> {
    desktop.runner.lookEverywhere();
    for (const folder of ['tmp', 'up']) {
      const left = () => readdir(desktop.path('.legajo', folder)).catch(() => []);
      await expect.poll(left, { message: `what is left in ${folder}` }).toEqual([]);
    }
  }

  private async onServer(sha256: string): Promise<string | undefined> {
    const row = await this.server.database.db
      .selectFrom('versions')
      .select('id')
      .where('sha256', '=', sha256)
      .where('status', '=', 'ready')
      .limit(1)
      .executeTakeFirst();
    // As the bytes lie there: of a deleted document only an admin has them, once it is restored.
    return row && shaOf(join(this.server.config.dataDir, 'files', sha256.slice(0, 1), sha256));
  }
}

async function shaOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** Where an upload is under way at the server: the files that are still incoming. */
export const incomingOf = ({ server }: DiskWorld): string => join(server.config.dataDir, 'files', 'incoming');

/** Removes a folder as a person does, also while the engine writes into it. */
export const removeTree = (path: string): Promise<void> =>
  rm(path, { recursive: true, maxRetries: 10, retryDelay: 20 });

/** Empties a folder, as a person or a broken program does. */
export async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await removeTree(join(folder, name));
}

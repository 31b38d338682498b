import { readdir } from 'node:fs/promises';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { sha256Of } from '../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestPerson } from '../../../../server/testing/factories.ts';
import type { TestClient } from '../../../../server/testing/http.ts';
import type { EngineOptions } from '../engine/engine-parts.ts';
import { eventually, TestDesktop } from './desktop.ts';

const OWN_FOLDERS = ['.legajo/up', '.legajo/tmp'];

/** Everything that was written while faults happened, and where it must be found in the end. */
export class Ledger {
  /** May do everything in every library. */
  witness: TestClient;
  /** Ids of the libraries in which documents are looked for. */
  protected readonly places: string[];
  private readonly far: { readonly url: string };
  private readonly desktops: TestDesktop[] = [];
  /** What was written, by its SHA-256. */
  private readonly written = new Map<string, string>();

  constructor(line: { readonly url: string }, witness: TestClient, places: readonly string[]) {
    this.far = line;
    this.witness = witness;
    this.places = [...places];
  }

  async stopDesktops(): Promise<void> {
    for (const desktop of this.desktops) await desktop.stop();
  }

  /** A desktop of somebody at the far end of the line. */
  async desktop(person: TestPerson, options: Partial<EngineOptions> = {}): Promise<TestDesktop> {
    const engine = { settleMs: 150, ...options };
    const desktop = await TestDesktop.start(this.far, person.email, TEST_PASSWORD, engine);
    this.desktops.push(desktop);
    return desktop;
  }

  /** What somebody writes on their desktop, remembered for the end. */
  async write(desktop: TestDesktop, path: string, content: string | Buffer): Promise<void> {
    this.remember(path, content);
    await desktop.write(path, content);
  }

  remember(what: string, content: string | Buffer): void {
    this.written.set(sha256Of(Buffer.from(content)), what);
  }

  /** The documents of this name, wherever they are. */
  async recordsOf(name: string): Promise<readonly { _id: string; title: string }[]> {
    const found: { _id: string; title: string }[] = [];
    for (const id of this.places) {
      const { items } = await this.witness.ok('recordSearch', { query: { group: id, limit: '200' } });
      found.push(...items.filter((item) => item.name === name));
    }
    return found;
  }

  /** Every version of the one document of this name, oldest first; none where there is no such document. */
  async versionsOf(name: string): Promise<readonly Version[]> {
    const [record] = await this.recordsOf(name);
    if (!record) return [];
    const versions = await this.witness.ok('versionsByRecord', { params: { id: record._id } });
    return [...versions].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  }

  /** Waits until the document has so many versions. */
  versions(name: string, count: number): Promise<readonly Version[]> {
    return eventually(
      async () => {
        const versions = await this.versionsOf(name);
        return versions.length >= count && versions;
      },
      () => `${count} of ${name}\n${this.logs()}`,
    );
  }

  /** Waits until a desktop is in step and nothing waits in it but these many blocked items. */
  async rest(desktop: TestDesktop, blocked = 0): Promise<void> {
    await eventually(
      async () => desktop.rests && (await this.waiting(desktop)).length === blocked,
      async () => `${JSON.stringify(await this.waiting(desktop))}\n${desktop.log.join('\n')}`,
    );
  }

  /** Every content that was written can be had, from the server or from a disk; and nothing waits. */
  async nothingLost(blocked: ReadonlyMap<TestDesktop, number> = new Map()): Promise<void> {
    for (const desktop of this.desktops)
      if (desktop.runs) await this.rest(desktop, blocked.get(desktop) ?? 0);
    const lost = new Map(this.written);
    for (const desktop of this.desktops)
      for (const path of await desktop.documents()) {
        const bytes = await desktop.read(path);
        if (bytes) lost.delete(sha256Of(bytes));
      }
    for (const id of this.places) {
      if (lost.size === 0) break;
      const { items } = await this.witness.ok('recordSearch', { query: { group: id, limit: '200' } });
      for (const item of items)
        for (const version of await this.witness.ok('versionsByRecord', { params: { id: item._id } }))
          if (lost.has(version.sha256 ?? '') && (await this.canBeRead(version)))
            lost.delete(version.sha256 ?? '');
    }
    if (lost.size > 0) throw new Error(`Lost: ${[...lost.values()].join(', ')}\n${this.logs()}`);
  }

  logs(): string {
    return this.desktops.map((desktop) => desktop.log.join('\n')).join('\n--\n');
  }

  private async canBeRead(version: Version): Promise<boolean> {
    const response = await this.witness.fetch(`/docs/versions/${version._id}/content`);
    return response.ok && sha256Of(Buffer.from(await response.arrayBuffer())) === version.sha256;
  }

  /** What is under way or blocked in a desktop, in words. */
  private async waiting(desktop: TestDesktop): Promise<readonly string[]> {
    const { operations, placing, blocked } = desktop.engine.memory.content;
    const spooled = await Promise.all(
      OWN_FOLDERS.map((folder) => readdir(desktop.path(folder)).catch(() => [] as string[])),
    );
    return [
      ...[...operations.values()].map(({ path }) => `operation ${path}`),
      ...[...placing.values()].map(({ name }) => `placing ${name}`),
      ...[...blocked.values()].map(({ reason, path, detail }) => `item ${reason} ${path} ${detail}`),
      ...desktop.engine.blocked
        .filter(({ key }) => !blocked.has(key))
        .map(({ reason, path }) => `${reason} ${path}`),
      ...spooled.flat().map((name) => `file ${name}`),
    ];
  }
}

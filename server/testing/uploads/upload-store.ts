import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { expect } from 'vitest';
import { UploadStore } from '../../platform/uploads/upload-store.ts';

/** The largest upload that has no file before its bytes come, in bytes. */
export const SMALL = 256 * 1024;

/** Bytes that do not look like a program. */
export const someBytes = (size: number): Buffer =>
  Buffer.concat([Buffer.from('acta'), randomBytes(size)]).subarray(0, size);

/** An upload store in a folder of its own, without a server or a database. */
export class TestUploadStore {
  readonly folder: string;
  store: UploadStore;
  /** Keys of uploads of which bytes arrived. */
  arrived: string[] = [];
  /** Keys of uploads that the store gave up. */
  gaveUp: string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.store = this.newStore();
  }

  static async create(): Promise<TestUploadStore> {
    return new TestUploadStore(await mkdtemp(join(tmpdir(), 'legajo-uploads-')));
  }

  /** Opens the store as after a start: what earlier ones knew in memory is gone. */
  open(): void {
    [this.arrived, this.gaveUp] = [[], []];
    this.store = this.newStore();
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  announce(key: string, size: number): Promise<Upload> {
    return this.store.create(new Upload({ id: key, size, offset: 0 }));
  }

  /** Names of the files in the folder, in order. */
  async names(): Promise<string[]> {
    return (await readdir(this.folder)).sort();
  }

  send(key: string, bytes: Uint8Array, offset = 0): Promise<number> {
    return this.store.write(Readable.from([bytes]), key, offset);
  }

  /** The connection breaks after these bytes. */
  async breakOff(key: string, bytes: readonly Uint8Array[], offset = 0): Promise<void> {
    async function* until() {
      yield* bytes;
      throw new Error('cut');
    }
    await expect(this.store.write(Readable.from(until()), key, offset)).rejects.toThrow('cut');
  }

  private newStore(): UploadStore {
    return new UploadStore(
      this.folder,
      (key) => void this.arrived.push(key),
      async (key) => void this.gaveUp.push(key),
    );
  }
}

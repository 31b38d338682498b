import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import { SYSTEM_FOLDER } from '../../engine/layout.ts';
import { isLockFile } from '../../local/office-locks.ts';
import { baseName, joinPath, parentPath } from '../../planner/trees.ts';
import {
  type CheckedFile,
  type FileEntry,
  type Files,
  FilesError,
  isUnchanged,
  type KeptFile,
  type Packed,
} from '../../ports/files.ts';
import type { Safeguards } from '../safeguards.ts';
import { type DiskNode, type FakeDisk, sha256Of } from './fake-disk.ts';

/** The Files port over a fake disk. `tick` runs before every step: crashes and other people's acts happen there. */
export class FakeFiles implements Files {
  readonly stableIdentity = true;
  private readonly disk: FakeDisk;
  private readonly tick: (label: string) => Promise<void>;
  private readonly safe: Safeguards;

  constructor(disk: FakeDisk, tick: (label: string) => Promise<void>, safe: Safeguards) {
    this.disk = disk;
    this.tick = tick;
    this.safe = safe;
  }

  async list(path: string): Promise<readonly FileEntry[] | undefined> {
    await this.tick('list');
    if (path !== '' && this.disk.node(path)?.kind !== 'folder') return undefined;
    const entries: FileEntry[] = [];
    for (const [each, node] of this.disk.names) {
      if (parentPath(each) === path && each !== '' && this.counts(each)) entries.push(entryOf(each, node));
    }
    return entries;
  }

  async stat(path: string): Promise<FileEntry | undefined> {
    await this.tick('stat');
    const node = this.disk.node(path);
    return node && entryOf(path, node);
  }

  async birthmark(path: string): Promise<string | undefined> {
    return (await this.stat(path))?.identity;
  }

  async openForWriting(): Promise<ReadonlySet<string>> {
    return this.safe.kept ? new Set([...this.disk.handles].map(({ ino }) => `1:${ino}`)) : new Set();
  }

  async hash(path: string): Promise<{ sha256: string; size: number }> {
    await this.tick('hash');
    const bytes = this.file(path).bytes;
    return { sha256: sha256Of(bytes), size: bytes.length };
  }

  async examine(path: string): Promise<{ sha256: string; size: number; incomplete: boolean }> {
    return { ...(await this.hash(path)), incomplete: false };
  }

  async makeFolder(path: string): Promise<void> {
    await this.tick('makeFolder');
    let at = '';
    for (const name of path.split('/')) {
      at = joinPath(at, name);
      const node = this.disk.node(at);
      if (node?.kind === 'file') throw new FilesError('exists', at);
      if (!node) this.disk.make(at, 'folder');
    }
  }

  async makeOneFolder(path: string): Promise<void> {
    this.mustHaveFolder(path);
    await this.makeFolder(path);
  }

  async removeEmptyFolder(path: string): Promise<boolean> {
    await this.tick('removeFolder');
    if (!this.disk.node(path)) return true;
    if ([...this.disk.names.keys()].some((each) => parentPath(each) === path && this.counts(each)))
      return false;
    this.disk.unlink(path);
    return true;
  }

  async move(from: string, to: string): Promise<void> {
    await this.tick('move');
    this.mustHaveFolder(to);
    if (!this.disk.node(from)) throw new FilesError('missing', from);
    if (this.disk.node(to)) throw new FilesError('exists', to);
    // No plan may ever do that.
    if (to.startsWith(`${from}/`)) throw new Error(`${from} into itself: ${to}`);
    this.disk.rename(from, to);
  }

  async replace(from: string, to: string, looked: CheckedFile | undefined): Promise<void> {
    await this.tick('replace');
    this.mustHaveFolder(to);
    this.file(from);
    const there = this.disk.node(to);
    if (looked && (!there || !isUnchanged(entryOf(to, there), looked))) throw new FilesError('changed', to);
    if (this.disk.node(to)?.kind === 'folder') throw new FilesError('exists', to);
    this.disk.unlink(to);
    this.disk.rename(from, to);
  }

  async link(from: string, to: string): Promise<'linked'> {
    await this.tick('link');
    const node = this.file(from);
    if (this.disk.node(to)) throw new FilesError('exists', to);
    this.disk.names.set(to, node);
    node.changed = this.disk.now();
    return 'linked';
  }

  async renameRaw(folder: string): Promise<void> {
    throw new FilesError('missing', folder);
  }

  async copy(from: string, to: string): Promise<void> {
    await this.tick('copy');
    this.mustHaveFolder(to);
    this.disk.make(to, 'file', this.file(from).bytes);
  }

  async keepCopy(from: string, to: string): Promise<{ sha256: string; size: number }> {
    await this.copy(from, to);
    const copied = await this.hash(to);
    await this.syncFile(to);
    return copied;
  }

  async pack(from: readonly string[], to: string): Promise<(Packed | FilesError)[]> {
    await this.tick('pack');
    this.mustHaveFolder(to);
    let all = '';
    const packed = from.map((path) => {
      const node = this.disk.node(path);
      if (node?.kind !== 'file') return new FilesError('missing', path);
      const copy = { sha256: sha256Of(node.bytes), size: node.bytes.length, at: all.length };
      all += node.bytes;
      return copy;
    });
    this.disk.make(to, 'file', all);
    await this.syncFile(to);
    return packed;
  }

  async unpack(pack: string, { at, size }: { at: number; size: number }, to: string): Promise<void> {
    await this.tick('unpack');
    this.disk.make(to, 'file', this.file(pack).bytes.slice(at, at + size));
    await this.syncFile(to);
  }

  async unlink(path: string, { identity, stamp }: CheckedFile): Promise<boolean> {
    await this.tick('remove');
    const node = this.disk.node(path);
    if (!node) return true;
    const there = entryOf(path, node);
    if (there.identity !== identity || (stamp !== undefined && there.stamp !== stamp)) return false;
    this.disk.unlink(path);
    return true;
  }

  async start(path: string, bytes: number): Promise<Uint8Array> {
    await this.tick('start');
    return new TextEncoder().encode(this.file(path).bytes).subarray(0, bytes);
  }

  async space(): Promise<undefined> {
    return undefined;
  }

  async write(path: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await this.tick('write');
    this.mustHaveFolder(path);
    const node = this.disk.node(path) ?? this.disk.make(path, 'file');
    this.disk.overwrite(node, node.bytes.slice(0, offset));
    for await (const chunk of chunks) {
      await this.tick('write chunk');
      this.disk.overwrite(node, node.bytes + new TextDecoder().decode(chunk));
    }
  }

  async keep(path: string, bytes: Uint8Array): Promise<KeptFile> {
    await this.tick('keep');
    this.mustHaveFolder(path);
    this.disk.unlink(path);
    const text = new TextDecoder().decode(bytes);
    const node = this.disk.make(path, 'file', text.slice(0, 5));
    await this.tick('write chunk');
    this.disk.overwrite(node, text);
    await this.syncFile(path);
    return { sha256: sha256Of(text), entry: entryOf(path, node) };
  }

  async readText(path: string): Promise<string | undefined> {
    await this.tick('readText');
    return this.disk.read(path);
  }

  async writeText(path: string, text: string): Promise<void> {
    await this.tick('writeText');
    this.disk.settle(this.disk.make(path, 'file', text));
  }

  async setWritable(path: string): Promise<void> {
    await this.tick('setWritable');
    this.file(path).changed = this.disk.now();
  }

  async syncFile(path: string): Promise<void> {
    await this.tick('syncFile');
    if (this.safe.fsync) this.disk.settle(this.file(path));
  }

  async syncFolder(): Promise<void> {
    await this.tick('syncFolder');
  }

  /** Without its safeguard, files with an ignored name do not count, and are removed with their folder. */
  private counts(path: string): boolean {
    const name = baseName(path);
    return this.safe.removal || !isIgnored(name) || isLockFile(name) || path.startsWith(SYSTEM_FOLDER);
  }

  private file(path: string): DiskNode {
    const node = this.disk.node(path);
    if (node?.kind !== 'file') throw new FilesError('missing', path);
    return node;
  }

  private mustHaveFolder(path: string): void {
    const folder = parentPath(path);
    if (folder !== '' && this.disk.node(folder)?.kind !== 'folder') throw new FilesError('missing', path);
  }
}

function entryOf(path: string, node: DiskNode): FileEntry {
  return {
    name: baseName(path),
    kind: node.kind,
    identity: `1:${node.ino}`,
    stamp: `${node.bytes.length}:${node.modified}:${node.changed}`,
    size: node.bytes.length,
    modifiedAt: node.modified,
  };
}

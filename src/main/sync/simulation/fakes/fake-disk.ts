import { createHash } from 'node:crypto';

/** A file or a folder, whatever its names are. */
export interface DiskNode {
  readonly ino: number;
  readonly kind: 'file' | 'folder';
  bytes: string;
  /** What is left after a power failure. */
  durable: string;
  modified: number;
  changed: number;
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A disk in memory: inodes, hard links, stamps, and bytes that a power failure loses unless they were flushed. */
export class FakeDisk {
  readonly names = new Map<string, DiskNode>();
  /** Files that somebody's program has open for writing, whatever they are called now. */
  readonly handles = new Set<DiskNode>();
  /** Called for each change, as a watcher would. */
  onChange: (path: string) => void = () => {};
  private nextIno = 1;
  private time = 1;

  now(): number {
    return this.time++;
  }

  /** Copies the disk; from then on they are separate. Hard links stay hard links. */
  copyFrom(other: FakeDisk): void {
    // Copied together: an open file must stay the one that has the name.
    const { names, handles } = structuredClone({ names: other.names, handles: other.handles });
    for (const [path, node] of names) this.names.set(path, node);
    for (const node of handles) this.handles.add(node);
    this.nextIno = other.nextIno;
    this.time = other.time;
  }

  node(path: string): DiskNode | undefined {
    return this.names.get(path);
  }

  read(path: string): string | undefined {
    const node = this.names.get(path);
    return node?.kind === 'file' ? node.bytes : undefined;
  }

  /** Every file below a folder, with its bytes. */
  filesBelow(folder: string): { path: string; bytes: string }[] {
    const found: { path: string; bytes: string }[] = [];
    for (const [path, node] of this.names) {
      if (node.kind === 'file' && (folder === '' || path.startsWith(`${folder}/`)))
        found.push({ path, bytes: node.bytes });
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  make(path: string, kind: 'file' | 'folder', bytes = ''): DiskNode {
    const at = this.now();
    const node = { ino: this.nextIno++, kind, bytes, durable: '', modified: at, changed: at };
    this.names.set(path, node);
    this.onChange(path);
    return node;
  }

  overwrite(node: DiskNode, bytes: string): void {
    node.bytes = bytes;
    node.modified = this.now();
    node.changed = node.modified;
    for (const [path, each] of this.names) if (each === node) this.onChange(path);
  }

  rename(from: string, to: string): void {
    for (const [path, node] of [...this.names]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.names.delete(path);
      this.names.set(to + path.slice(from.length), node);
      if (path === from) node.changed = this.now();
    }
    this.onChange(from);
    this.onChange(to);
  }

  unlink(path: string): void {
    for (const each of [...this.names.keys()])
      if (each === path || each.startsWith(`${path}/`)) this.names.delete(each);
    this.onChange(path);
  }

  /** Cuts off what was not flushed. */
  powerCut(): void {
    for (const node of this.names.values()) {
      if (node.kind === 'file' && node.durable !== node.bytes) this.overwrite(node, node.durable);
    }
  }

  /** A person's programs flush their own writes; only the engine's may be lost. */
  settle(node: DiskNode): void {
    node.durable = node.bytes;
  }
}

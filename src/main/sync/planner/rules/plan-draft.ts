import { clashKey } from '#shared/platform/files/names.ts';
import type { BlockedItem, BlockedReason } from '../../ports/journal.ts';
import type { Matched } from '../matching/matched.ts';
import type { EmptyFolder, Operation, OperationOf, Plan } from '../operations.ts';
import type { LocalEntry, LocalFile, LocalTree, RemoteNode, RemoteTree, SyncedTree } from '../trees.ts';
import { baseName, DEEPEST, joinPath, parentPath, placeKey, serverPlaceKey } from '../trees.ts';
import { NamesInFolders } from './names-in-folders.ts';
import type { PlanOptions } from './plan-options.ts';

/** Files in a library's folder that belong to no record. */
export interface Found {
  /** By sha256; each is taken once. */
  readonly byBytes: ReadonlyMap<string, LocalFile[]>;
  /** Sizes of those whose bytes are not known yet. */
  readonly unread: ReadonlySet<number>;
}

/** A plan that is being made: the trees, the decisions so far, and the paths that operations use. */
export class PlanDraft {
  readonly batch: Operation[] = [];
  readonly blocked: BlockedItem[] = [];
  readonly emptyFolders: EmptyFolder[] = [];
  /** The record that is being decided; `undefined` for folders and new files. */
  about: string | undefined;
  private waits = false;
  private readonly active = new Set<string>();
  private others = false;
  private refused = false;
  /** The index in `blocked` of each folder that is blocked for its name. */
  private readonly blockedFolders = new Map<string, number>();
  private readonly blockedAbout: (string | undefined)[] = [];
  readonly remote: RemoteTree;
  readonly synced: SyncedTree;
  readonly local: LocalTree;
  readonly options: PlanOptions;
  readonly matched: Matched;
  /** The path of a folder's children, by folder or library id; missing while that is not decided. */
  readonly placeOf = new Map<string, string>();
  /** Folders on the server that lie in a library, and the libraries themselves. */
  readonly reached = new Set<string>();
  /** Folders that are not kept on this computer: what the server moves into one of them leaves the disk. */
  readonly closed = new Set<string>();
  private readonly claimed = new Set<string>();
  /** Paths of folders that this plan makes on the server. */
  private readonly newFolders = new Set<string>();
  private readonly obstacles: ReadonlySet<string>;
  // Made only when a name is needed: where nothing differs it never is.
  private localNames: NamesInFolders<LocalEntry> | undefined;
  private remoteNames: NamesInFolders<RemoteNode> | undefined;
  /** Files that only a folder has which was taken for the right one, as far as is known. */
  readonly onlyHere: OperationOf<'sort'>[] = [];
  /** A file may turn out to be a document's, once it was read or a folder was made. */
  mayFindMore = false;
  /** By the library's folder. */
  readonly found = new Map<string, Found>();
  private readonly strangers = new Map<string, readonly LocalFile[]>();

  constructor(remote: RemoteTree, synced: SyncedTree, local: LocalTree, options: PlanOptions) {
    this.remote = remote;
    this.synced = synced;
    this.local = local;
    this.options = options;
    this.matched = options.matched;
    this.obstacles = new Set(options.obstacles?.map(placeKey));
    for (const [id, library] of options.libraries) {
      this.placeOf.set(id, library.path);
      this.reached.add(id);
    }
  }

  /** Adds an operation, unless another one uses one of its paths; then it waits for the next plan. */
  add(operation: Operation, ...paths: readonly string[]): boolean {
    this.note();
    const keys = paths.map(placeKey);
    if (keys.some((key) => this.claimed.has(key))) {
      this.refused = true;
      return false;
    }
    for (const key of keys) this.claimed.add(key);
    this.batch.push(operation);
    if (operation.kind === 'create folder') this.newFolders.add(operation.path);
    return true;
  }

  /** Whether the folder at a path, in this very spelling, is made on the server by an operation of this plan. */
  makesFolder(path: string): boolean {
    return this.newFolders.has(path);
  }

  block(key: string, reason: BlockedReason, path: string, recordId?: string, detail?: string): void {
    this.blocked.push({ key, reason, path, recordId, detail });
    this.blockedAbout.push(this.about);
  }

  /** Blocks a folder whose name cannot be used: one item, with the number of files that wait in it. */
  blockFolder(path: string): void {
    const entry = this.local.get(path);
    if (entry?.kind !== 'folder') return;
    const at = this.blockedFolders.get(path) ?? this.blocked.length;
    this.blockedFolders.set(path, at);
    if (at === this.blocked.length) this.block(entry.identity, 'name', path);
    const item = this.blocked[at];
    if (item) this.blocked[at] = { ...item, inside: (item.inside ?? 0) + 1 };
  }

  /**
   * Notes that a folder is still here and leaves, because the server has it in a closed one. Until it has left, its
   * records cannot be planned by themselves (`planAgain`).
   */
  close(id: string): void {
    this.closed.add(id);
    this.others = true;
  }

  get unsettled(): boolean {
    return this.waits;
  }

  set unsettled(value: boolean) {
    if (value) this.note();
    this.waits = value;
  }

  /** Notes that something was left out which must be decided in a later plan, and is not a record's. */
  leaveForLater(): void {
    this.others = true;
  }

  private note(): void {
    if (this.about === undefined) this.others = true;
    else this.active.add(this.about);
  }

  /** The plan as it was made. */
  result(): Plan {
    const { batch, blocked, emptyFolders, unsettled, active: records, others, refused } = this;
    return {
      batch,
      blocked,
      emptyFolders,
      unsettled,
      origin: { records, others, refused, blocked: this.blockedAbout },
    };
  }

  /**
   * What lies at a path, under any spelling of its name that some disk takes for the same; `but` is not counted. What lies
   * in another folder is elsewhere, also where only the letters of the folders' names differ.
   */
  occupant(path: string, but?: LocalEntry): LocalEntry | undefined {
    const there = this.names
      .like(parentPath(path), baseName(path))
      .filter((entry) => entry.path !== but?.path);
    return there.find((entry) => entry.path === path) ?? there[0];
  }

  /** Whether something that the engine leaves alone has the path, such as a symbolic link: nothing can be put there. */
  isObstructed(path: string): boolean {
    return this.obstacles.has(placeKey(path));
  }

  childrenOf(path: string): readonly LocalEntry[] {
    return this.names.in(path);
  }

  /** What keeps a folder here: its children without the backups of documents, which go along with it. */
  contentsOf(path: string): readonly LocalEntry[] {
    return this.childrenOf(path).filter((entry) => !this.matched.backups.has(entry.path));
  }

  private get names(): NamesInFolders<LocalEntry> {
    this.localNames ??= new NamesInFolders(this.local.values(), ({ path }) => parentPath(path));
    return this.localNames;
  }

  /** Files below a folder that belong to no record. */
  strangersIn(folder: string): readonly LocalFile[] {
    const known = this.strangers.get(folder);
    if (known) return known;
    const found = [...this.local.values()].filter(
      (entry): entry is LocalFile =>
        entry.kind === 'file' && entry.path.startsWith(`${folder}/`) && this.idAt(entry.path) === undefined,
    );
    this.strangers.set(folder, found);
    return found;
  }

  /** The id of the synced node or library at a local path. */
  idAt(path: string): string | undefined {
    return this.matched.idOf.get(path);
  }

  /** Clash keys of the names in a folder. */
  takenIn(path: string): Set<string> {
    return new Set(this.childrenOf(path).map((entry) => clashKey(entry.name)));
  }

  /** Whether the server has something of this name in a folder, under any spelling. */
  isTakenRemotely(parent: string, name: string): boolean {
    return this.remoteAt(parent, name) !== undefined;
  }

  /** Whether the server has another node at a place. */
  isTakenByOther(id: string, { parent, name }: { readonly parent: string; readonly name: string }): boolean {
    const there = this.remoteAt(parent, name);
    return there !== undefined && there.id !== id;
  }

  /** What the server has of this name in a folder, under any spelling. */
  remoteAt(parent: string, name: string): RemoteNode | undefined {
    this.remoteNames ??= new NamesInFolders(this.remote.values(), (node) => node.parent);
    return this.remoteNames.like(parent, name).at(-1);
  }

  /** On the server: a node's folder and those above it, from the inside outwards, up to the library. */
  above(id: string): string[] {
    const found: string[] = [];
    for (let at = this.remote.get(id)?.parent; at !== undefined; at = this.remote.get(at)?.parent) {
      // A cycle, which the server excludes, must not make the engine hang.
      if (found.includes(at) || found.length > DEEPEST) break;
      found.push(at);
    }
    return found;
  }

  /** Whether a node is kept online only, by itself or by a folder above it. */
  isOnlineOnly(id: string): boolean {
    const { onlineOnly, onlineOnlyByDefault } = this.options;
    if (onlineOnly.size === 0) return onlineOnlyByDefault;
    let at: string | undefined = id;
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth += 1) {
      const said = onlineOnly.get(at);
      if (said !== undefined) return said;
      at = this.remote.get(at)?.parent;
    }
    return onlineOnlyByDefault;
  }

  /** Whether a new document of this name is being made there, of another file than this one. */
  isBeingMade(parent: string, { name, identity }: LocalEntry): boolean {
    const file = this.options.beingMade?.get(serverPlaceKey(parent, name));
    return file !== undefined && file !== identity;
  }

  /** The local path that a server node should have now, where its folder's path is decided. */
  remotePath(node: { readonly parent: string; readonly name: string }): string | undefined {
    const parent = this.placeOf.get(node.parent);
    return parent === undefined ? undefined : joinPath(parent, node.name);
  }
}

import type { LibraryInfo, Remote, SessionInfo } from '../ports/remote.ts';
import type { Memory } from './comparing/memory.ts';
import { dropLeftLibraries, refreshLibraries, unblockByRights } from './libraries/libraries.ts';
import { pullLibrary } from './pull.ts';
import type { Conflicts } from './saves/conflicts.ts';

/** Updates what is known of the server, as far as something was marked as changed. */
export class CatchUp {
  /** The libraries that this person has now and wants on this computer. */
  libraries: readonly LibraryInfo[] = [];
  private session: SessionInfo | undefined;
  private readonly toPull = new Set<string>();
  private refresh = true;
  private readonly remote: Remote;
  private readonly memory: Memory;
  private readonly conflicts: Conflicts;
  /** Names of libraries; empty for all. */
  private readonly wanted: readonly string[];

  constructor(remote: Remote, memory: Memory, conflicts: Conflicts, wanted: readonly string[]) {
    this.remote = remote;
    this.memory = memory;
    this.conflicts = conflicts;
    this.wanted = wanted;
  }

  /** Marks a library's feed as changed; without an id, all of them. */
  markLibrary(id?: string): void {
    if (id !== undefined) this.toPull.add(id);
    else for (const library of this.memory.content.libraries.keys()) this.toPull.add(library);
  }

  /** Marks the list of libraries and everything in them. */
  markAll(): void {
    this.refresh = true;
    this.conflicts.mark();
  }

  /** Marks roles, libraries and session. */
  markAccess(): void {
    this.session = undefined;
    this.refresh = true;
  }

  /** Whether anything is marked. */
  get isMarked(): boolean {
    return this.session === undefined || this.refresh || this.toPull.size > 0;
  }

  /** Drops libraries that this person has no more and of which nothing is left here. */
  dropLeft(): void {
    const open = new Set(this.libraries.map(({ id }) => id));
    dropLeftLibraries(this.memory, open);
  }

  /** Requests everything that was marked. What is marked meanwhile is left for the next run. */
  async run(): Promise<SessionInfo> {
    const { remote, memory } = this;
    this.session ??= await remote.session();
    const { session } = this;
    if (this.refresh) {
      this.refresh = false;
      try {
        this.libraries = await refreshLibraries(remote, memory, session, this.wanted);
        unblockByRights(memory, this.libraries);
      } catch (error) {
        this.refresh = true;
        throw error;
      }
      this.markLibrary();
    }
    const open = new Set(this.libraries.map((library) => library.id));
    let gone = false;
    for (const id of [...this.toPull]) {
      this.toPull.delete(id);
      try {
        if (open.has(id)) gone = (await pullLibrary(remote, memory, id)).gone || gone;
      } catch (error) {
        this.toPull.add(id);
        throw error;
      }
    }
    // What left one library may be in another: no copy is removed before that is known.
    if (gone) for (const id of open) await pullLibrary(remote, memory, id);
    await this.conflicts.refresh();
    return session;
  }
}

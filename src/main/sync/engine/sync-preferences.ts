import { DEEPEST } from '../planner/trees.ts';
import type { Memory } from './comparing/memory.ts';

/** A person's choices about this computer's copies and about blocked files, kept over restarts. */
export class SyncPreferences {
  /** By library, folder and record: true is "solo en línea". */
  onlineOnly: ReadonlyMap<string, boolean>;
  /** What holds where nothing was chosen. */
  readonly onlineOnlyByDefault: boolean;
  private readonly memory: Memory;

  constructor(memory: Memory, onlineOnlyByDefault: boolean) {
    this.memory = memory;
    this.onlineOnlyByDefault = onlineOnlyByDefault;
    const said = memory.content.meta.get('onlineOnly') ?? '[]';
    this.onlineOnly = new Map(JSON.parse(said) as [string, boolean][]);
  }

  /** Removes the documents of a library or folder from this computer, or keeps them on it. */
  setOnlineOnly(id: string, value: boolean): void {
    const next = new Map(this.onlineOnly).set(id, value);
    this.memory.commit([{ type: 'meta', key: 'onlineOnly', value: JSON.stringify([...next]) }]);
    this.onlineOnly = next;
  }

  /** Whether a library, folder or record is kept online only. */
  isOnlineOnly(id: string): boolean {
    const { remote } = this.memory.content;
    let at: string | undefined = id;
    // A cycle of folders, which our server excludes, must not make the engine hang.
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth += 1) {
      const said = this.onlineOnly.get(at);
      if (said !== undefined) return said;
      at = remote.get(at)?.parent;
    }
    return this.onlineOnlyByDefault;
  }

  /** A record that was asked for is kept from now on, whatever was chosen for its folder. */
  keep(id: string): void {
    this.syncAgain(id);
    if (this.isOnlineOnly(id)) this.setOnlineOnly(id, false);
  }

  /** "Sincronizar de nuevo": downloads a copy again that was removed here. */
  syncAgain(id: string): void {
    const node = this.memory.content.synced.get(id);
    if (node?.stopped) this.memory.commit([{ type: 'forget', id }]);
  }
}

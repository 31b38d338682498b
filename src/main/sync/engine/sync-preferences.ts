import { DEEPEST } from '../planner/trees.ts';
import type { Memory } from './memory.ts';

/** What a person said of this computer's copies and of blocked files; it outlives a restart. */
export class SyncPreferences {
  /** Of libraries, folders and records: true is "solo en línea". */
  onlineOnly: ReadonlyMap<string, boolean>;
  /** What holds where nothing was said. */
  readonly onlineOnlyByDefault: boolean;
  private readonly memory: Memory;

  constructor(memory: Memory, onlineOnlyByDefault: boolean) {
    this.memory = memory;
    this.onlineOnlyByDefault = onlineOnlyByDefault;
    const said = memory.content.meta.get('onlineOnly') ?? '[]';
    this.onlineOnly = new Map(JSON.parse(said) as [string, boolean][]);
  }

  /** Keeps or drops the documents of a library or folder on this computer. */
  setOnlineOnly(id: string, value: boolean): void {
    const next = new Map(this.onlineOnly).set(id, value);
    this.memory.commit([{ type: 'meta', key: 'onlineOnly', value: JSON.stringify([...next]) }]);
    this.onlineOnly = next;
  }

  /** Whether a library, folder or record is kept online only. */
  isOnlineOnly(id: string): boolean {
    const { remote } = this.memory.content;
    let at: string | undefined = id;
    // A folder that lies in itself, which our server excludes, must not hang the engine.
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth += 1) {
      const said = this.onlineOnly.get(at);
      if (said !== undefined) return said;
      at = remote.get(at)?.parent;
    }
    return this.onlineOnlyByDefault;
  }

  /** A record that was asked for is kept from now on, whatever was said of its folder. */
  keep(id: string): void {
    this.syncAgain(id);
    if (this.isOnlineOnly(id)) this.setOnlineOnly(id, false);
  }

  /** "Sincronizar de nuevo": a copy that was removed here comes back. */
  syncAgain(id: string): void {
    const node = this.memory.content.synced.get(id);
    if (node?.stopped) this.memory.commit([{ type: 'forget', id }]);
  }
}

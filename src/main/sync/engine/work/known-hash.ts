import type { KnownBytes, KnownHash } from '../../local/settling.ts';
import type { Memory } from '../comparing/memory.ts';

/** Up to this many files are looked up one by one: an index of all costs as much as ten walks through them. */
const FEW_UNKNOWN = 8;

/** What both sides know of a file's bytes, so that it need not be read again. */
export function knownHash(memory: Memory): KnownHash {
  const { synced } = memory.content;
  let byIdentity: Map<string, KnownBytes> | undefined;
  let asked = 0;
  const index = () => {
    const made = new Map<string, KnownBytes>();
    for (const node of synced.values()) if (node.kind === 'record') made.set(node.identity, node);
    return made;
  };
  const find = (identity: string) => {
    let found: KnownBytes | undefined;
    for (const node of synced.values())
      if (node.identity === identity && node.kind === 'record') found = node;
    return found;
  };
  return (identity, stamp) => {
    asked += 1;
    if (asked > FEW_UNKNOWN) byIdentity ??= index();
    const node = byIdentity ? byIdentity.get(identity) : find(identity);
    return node?.stamp === stamp ? node : undefined;
  };
}

import { isLockedNow } from '../../local/lock-check.ts';
import type { SessionInfo } from '../../ports/remote.ts';
import type { CreatedParts } from '../create-parts.ts';
import type { EnginePorts } from '../engine-parts.ts';
import type { Work } from './work.ts';

/** What the operations of a cycle work with. */
export function createWork(
  ports: EnginePorts,
  parts: CreatedParts,
  person: SessionInfo,
  signal: AbortSignal,
): Work {
  const { files, remote, clock, newId } = ports;
  const { memory, reporter, scanner, catchUp, pace, transfers, room, bundles, requests } = parts;
  return {
    files,
    remote,
    memory,
    clock,
    reporter,
    person,
    newId,
    signal,
    recheck: ports.recheck ?? true,
    isIgnored: (path) => scanner.isIgnored(path),
    isLocked: (path) => isLockedNow(files, clock, path),
    stale: (library) => catchUp.markLibrary(library),
    touched: (folder) => scanner.mark(folder),
    pace,
    transfers,
    room,
    bundles,
    askedFor: (recordId, kind) => requests.operationFor(recordId, kind),
  };
}

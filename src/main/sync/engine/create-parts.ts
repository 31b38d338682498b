import { BundleRoom } from '../executors/bundle-room.ts';
import { DiskRoom } from '../executors/disk-room.ts';
import { Outside } from '../local/outside.ts';
import { Scanner } from '../local/scanner.ts';
import { CatchUp } from './catch-up.ts';
import { Comparison } from './comparing/comparison.ts';
import { Memory } from './comparing/memory.ts';
import type { EngineListener, EngineOptions, EnginePorts } from './engine-parts.ts';
import { Setbacks } from './failures/setbacks.ts';
import { Shortage } from './failures/shortage.ts';
import { Deletions } from './removals/deletions.ts';
import { EmptyFolders } from './removals/empty-folders.ts';
import { RootGuard } from './removals/root-guard.ts';
import { ServerRemovals } from './removals/server-removals.ts';
import { ReplacedFiles } from './replaced/replaced-files.ts';
import { ChannelReporter } from './reporter.ts';
import { Requests } from './requests.ts';
import { Conflicts } from './saves/conflicts.ts';
import { EarlierContents } from './saves/earlier-contents.ts';
import { VersionPace } from './saves/version-pace.ts';
import { SyncPreferences } from './sync-preferences.ts';
import { Leases } from './work/leases.ts';
import { Transfers } from './work/transfers.ts';

/** What an engine and its cycles share. */
export type CreatedParts = ReturnType<typeof createParts>;

/**
 * @param onTransferEnd called whenever a large file has come, gone or failed
 * @param pathOf where a document lies on this computer
 */
export function createParts(
  ports: EnginePorts,
  options: EngineOptions,
  listener: EngineListener,
  onTransferEnd: () => void,
  pathOf: (recordId: string) => string | undefined,
) {
  const { files, remote, channel, clock, newId } = ports;
  const { settleMs, versionDistanceMs } = options;
  const memory = new Memory(ports.journal);
  const scanner = new Scanner(files, clock, options, options.ignore);
  const reporter = new ChannelReporter(channel, clock, newId, listener);
  const replaced = new ReplacedFiles(options.replaced, settleMs, versionDistanceMs);
  const leases = new Leases(reporter, clock, newId);
  const conflicts = new Conflicts(memory, remote, pathOf);
  const catchUp = new CatchUp(remote, memory, conflicts, options.libraries);
  const preferences = new SyncPreferences(memory, options.onlineOnlyByDefault);
  const pace = new VersionPace(clock, settleMs, versionDistanceMs);
  const deletions = new Deletions(memory, clock, reporter);
  const transfers = new Transfers(options.largeBytes, onTransferEnd);
  const room = new DiskRoom(files);
  const setbacks = new Setbacks();
  const shortage = new Shortage({ room, setbacks, replaced, preferences, transfers });
  const removedAt = deletions.markedAt;
  const comparison = new Comparison({
    files,
    clock,
    memory,
    scanner,
    reporter,
    preferences,
    pace,
    transfers,
    settleMs,
    removedAt,
  });
  return {
    memory,
    scanner,
    reporter,
    replaced,
    leases,
    conflicts,
    catchUp,
    preferences,
    pace,
    deletions,
    transfers,
    room,
    setbacks,
    shortage,
    comparison,
    root: new RootGuard(files, memory, clock, newId),
    requests: new Requests(),
    bundles: new BundleRoom(),
    outside: new Outside(),
    emptyFolders: new EmptyFolders(settleMs),
    earlier: new EarlierContents(memory, versionDistanceMs),
    serverRemovals: new ServerRemovals(),
  };
}

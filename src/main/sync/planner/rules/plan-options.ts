import type { KeptBlockedItem, VacatedPlace } from '../../ports/journal.ts';
import type { Matched } from '../matching/matched.ts';

/** What a plan goes by, besides the three trees. */

export interface PlannedLibrary {
  /** Its folder below the sync root. */
  readonly path: string;
  readonly canUpload: boolean;
  readonly hasDefaultLabels: boolean;
  /** Both sides were compared to the end once: what is new on the disk now is really new. */
  readonly settledOnce: boolean;
  /** What its folder holds may be of another time; see `LibraryState`. */
  readonly startedOver?: number | undefined;
  /** Its person was removed from it. */
  readonly left: boolean;
}

export interface PlanOptions {
  readonly libraries: ReadonlyMap<string, PlannedLibrary>;
  readonly matched: Matched;
  /**
   * By folder, library and record, whether it is kept on this computer; true is "solo en línea". The nearest one above
   * decides.
   */
  readonly onlineOnly: ReadonlyMap<string, boolean>;
  /** What holds where nothing was chosen. */
  readonly onlineOnlyByDefault: boolean;
  /** Node ids, and identities of local files, with a running call. */
  readonly busy: ReadonlySet<string>;
  /**
   * By their places (`serverPlaceKey`), the local files of new documents that are being made: the server has their names
   * already.
   */
  readonly beingMade?: ReadonlyMap<string, string>;
  /** Contents that wait for their time, by record id; see `VersionPace`. */
  readonly waiting?: ReadonlyMap<string, { readonly sha256: string }>;
  /** By identity of the local file. */
  readonly blocked: ReadonlyMap<string, KeptBlockedItem>;
  /** By path, the files that may be saves of documents which the engine moved from there lately. */
  readonly lateSaves?: ReadonlyMap<string, VacatedPlace>;
  /** Nodes that have been missing on the disk for the settle time. */
  readonly goneSettled: ReadonlySet<string>;
  /** Paths of what is neither file nor folder. */
  readonly obstacles?: readonly string[];
  /** Paths of folders that could not be listed. */
  readonly unseen?: readonly string[];
  /** Failed items that are listed are tried once more. */
  readonly tryAgain?: boolean;
}

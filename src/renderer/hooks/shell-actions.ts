import { type ComponentType, createContext, useContext } from 'react';
import type { z } from 'zod';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import type { recordCreate } from '#shared/documents/records.schemas.ts';
import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';

/** A file without its bytes, which may be on a desktop instead of in this page. */
export interface DescribedFile {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  lastModified: number;
  /** The names of its folders, from the outermost, where a whole folder was dropped. */
  folders?: readonly string[];
}

/** The body of `POST docs/records`. */
export type DocumentBody = z.input<typeof recordCreate>;

/**
 * What the wizard does with each document once it was confirmed. Returns the record where there is one already; throws
 * ApiError where the document is refused.
 */
export type SubmitDocument = (
  body: DocumentBody,
  file: DescribedFile,
) => Promise<{ record?: string | undefined }>;

/** The due day that documents are to show was met. They are linked to it by the server, once their bytes are there. */
export interface EvidenceOf {
  readonly occurrence: string;
  /** Of its obligation. */
  readonly title: string;
  readonly period: string;
}

/** What a wizard starts with: dropped files, or the place where "Cargar aquí" was pressed. */
export interface UploadSeed {
  files?: readonly File[];
  group?: string;
  folder?: string | null;
  notes?: string;
  documentType?: string | null;
  /** Labels to begin with, in whatever library has them, in the place of its default ones. */
  labels?: readonly string[];
  evidence?: EvidenceOf;
  /** What files become that are given as evidence. With it, and where nothing is wrong, they are sent without the wizard. */
  draft?: OccurrenceSheet['draft'];
  /** Called once the files were sent, or are in the wizard. */
  onTaken?: () => void;
  /** Files whose bytes are elsewhere; they need a `submit` of their own. */
  described?: readonly DescribedFile[];
  /** Used instead of creating the record and sending the bytes from here: sends "create record" to the desktop. */
  submit?: SubmitDocument;
}

/** A new version of a document: its file, and the version that the edit started from. */
export interface VersionSeed {
  record: string;
  base: string;
  /** The document's title, for the list of uploads. */
  title: string;
  file: File;
  comment: string;
}

/** A folder, or a library's root, whose compliance rules are to be shown. */
export interface RulesSeed {
  group: string;
  /** For a library's root, the library's id. */
  folder: string;
  name: string;
}

/** Where a document that people write together is begun: the place that was on screen. */
export interface CollaborativeSeed {
  group?: string;
  folder?: string | null;
}

/** A document that is shown at a glance, over the list that it is in. */
export interface QuickLookProps {
  opened: boolean;
  /** Undefined while it is being loaded. */
  item: SearchItem | undefined;
  /** Its place in the list, from 0, and the length of the list as far as it is loaded. */
  at: number;
  count: number;
  /** How many there are in the list, loaded or not; undefined where all of it is loaded. */
  total?: { readonly count: number; readonly more: boolean } | undefined;
  /** Goes to the next document (1) or the previous one (-1). */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  /** Called once it is out of sight. */
  onClosed: () => void;
}

/** The question before documents go to the bin. */
export interface DeleteDialogProps {
  records: readonly { readonly _id: string; readonly title: string }[];
  opened: boolean;
  onClose: () => void;
  /** Called with those that were deleted, where at least one was. */
  onDone?: ((deleted: readonly string[]) => void) | undefined;
  /** Called once it is out of sight. */
  onClosed?: (() => void) | undefined;
}

/** Documents that somebody is uploading from this computer or another one. */
export interface OwnUploadsProps {
  /** Accessible name of the list. */
  label: string;
  records: readonly { readonly _id: string; readonly title: string; readonly stopped: boolean }[];
}

/** Parts of the document's screen that lists show too. They are loaded when they are first drawn. */
export interface DocumentParts {
  readonly QuickLook: ComponentType<QuickLookProps>;
  readonly DeleteDialog: ComponentType<DeleteDialogProps>;
  readonly OwnUploads: ComponentType<OwnUploadsProps>;
}

/** What screens may ask of the shell around them. */
export interface ShellActions {
  /** Opens the upload wizard; absent where this person may upload nowhere. */
  openUpload: ((seed?: UploadSeed) => void) | undefined;
  /** Opens the form for a document that people write together; absent where this person may upload nowhere. */
  openCollaborative: ((seed?: CollaborativeSeed) => void) | undefined;
  /** Uploads a new version through the list of uploads; settles when it is confirmed, with what was made of it. */
  uploadVersion: (seed: VersionSeed) => Promise<Confirmed>;
  /** Whether the file has the bytes of the version that it would follow. */
  isFileOf: (seed: VersionSeed) => Promise<boolean>;
  /** Opens the compliance rules of a folder, beside the screen. */
  openRules: (seed: RulesSeed) => void;
  /** Why `openUpload` and `openCollaborative` are absent, as a sentence. */
  uploadBlocked: string | undefined;
  /** Asks first where uploads would stop. */
  reload: () => void;
  /** Asks first where something would be lost. */
  signOut: () => void;
  startTour: () => void;
  openPalette: () => void;
  openShortcuts: () => void;
  documents: DocumentParts;
  /** The desktop's section of the dashboard; absent in a browser. */
  SyncSummary: ComponentType | undefined;
}

const context = createContext<ShellActions | undefined>(undefined);

export const ShellActionsProvider = context.Provider;

/** The shell's actions; only behind the session guard. */
export function useShell(): ShellActions {
  const actions = useContext(context);
  if (!actions) throw new Error('the shell stands around the guarded screens only');
  return actions;
}

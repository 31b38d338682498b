import type { ComponentType } from 'react';
import { collaborativeSlot } from '../features/collaborative/slot.ts';
import { rulesSlot } from '../features/rules/slot.ts';
import { syncSlot } from '../features/sync/slot.ts';
import { uploadsSlot } from '../features/upload/slot.ts';
import type { CollaborativeSeed, RulesSeed, UploadSeed, VersionSeed } from '../hooks/shell-actions.ts';

/** What the upload feature gives the shell. */
export interface UploadsSlot {
  /** The button of the top bar with its ring, and the list that it opens. */
  Dropdown: ComponentType;
  /** Mounted once in the shell: the wizard's dialog, files dropped anywhere, the warning on leaving. */
  Host: ComponentType;
  open: (seed?: UploadSeed) => void;
  /** Uploads a new version of a document beside the others; settles when it is confirmed. */
  uploadVersion: (seed: VersionSeed) => Promise<void>;
  /** How many uploads have not come to their end. */
  running: () => number;
}

/** What the rules feature gives the shell. */
export interface RulesSlot {
  /** Mounted once in the shell: the panel in which a folder's rules are read and edited. */
  Host: ComponentType;
  open: (seed: RulesSeed) => void;
}

/** What the feature of documents that people write together gives the shell. */
export interface CollaborativeSlot {
  /** Mounted once in the shell: the dialog in which one begins. */
  Host: ComponentType;
  open: (seed?: CollaborativeSeed) => void;
}

/** What the sync feature gives the shell. */
export interface SyncSlot {
  /** The state in the top bar, with its panel. */
  Indicator: ComponentType;
  /** The panel beside the screen, on a wide window of the desktop. */
  Dock: ComponentType;
  /** The section of the dashboard; none in a browser, which only listens to one's desktops. */
  Summary: ComponentType | undefined;
}

/** Filled in by the features that bring them; the shell leaves out what is not there. */
export const uploads: UploadsSlot | undefined = uploadsSlot;
export const sync: SyncSlot | undefined = syncSlot;
export const rules: RulesSlot | undefined = rulesSlot;
export const collaborative: CollaborativeSlot | undefined = collaborativeSlot;

import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Scope } from '#shared/access/scopes.ts';
import type { ImportedKind } from '#shared/imports/imports.schemas.ts';
import type { Retention, RetentionEvent } from '#shared/keeping/retention.ts';
import type { ChosenSettings, SettingsSection } from '#shared/organization/settings.ts';
import type { Moment, MomentDefault, Uuid } from './columns.ts';

/* Organizations, people, libraries, labels and document types. */

export interface OrganizationsTable {
  id: Uuid;
  name: string;
  tax_id: string | null;
  timezone: Generated<string>;
  settings: JSONColumnType<OrganizationSettings, string | undefined>;
  email: string | null;
  phone: string | null;
  address: string | null;
  /** The hash of the picture, and its media type by its first bytes. */
  logo: string | null;
  logo_type: string | null;
  /** Grows with each change of the profile; its optimistic lock. */
  rev: Generated<number>;
  /** The same for each section of the settings. */
  settings_revs: JSONColumnType<Partial<Record<SettingsSection, number>>, string | undefined>;
  created_at: MomentDefault;
}

/** The settings. Where one is missing, its default holds (shared/organization/settings.ts). */
export interface OrganizationSettings extends Partial<ChosenSettings> {
  /** For the demo organization: whether it is complete. */
  demo?: 'making' | 'ready';
  /** Whether its admins have put the list of first steps away. */
  firstSteps?: 'dismissed';
}

export interface UsersTable {
  id: Uuid;
  organization: Uuid;
  /** Lower case; unique in the installation. */
  email: string;
  firstname: string;
  lastname: string;
  rut: string | null;
  department: Uuid | null;
  enabled: Generated<boolean>;
  is_admin: Generated<boolean>;
  is_manager: Generated<boolean>;
  /**
   * Grows when membership or flags change. The sync feed then gives everything, and desktops compare it
   * (docs/protocols/sync.md).
   */
  access: Generated<number>;
  last_sign_in_at: Moment | null;
  created_at: MomentDefault;
  /** The key by which lists of people are sorted and searched; computed by the database from the other columns. */
  name_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
}

export interface DepartmentsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  parent: Uuid | null;
  head: Uuid | null;
  /** Grows with each change: the optimistic lock of its form. */
  rev: Generated<number>;
}

/** Libraries. Paths, rows and the contract call them groups (docs/glossary.md). */
export interface GroupsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  name_key: string;
  description: Generated<string>;
  department: Uuid | null;
  default_labels: Generated<Uuid[]>;
  /** Grows with every change in the library, in the change's own transaction. The sync feed's cursors hold it. */
  seq: Generated<number>;
  /** Grows when scope or authors of one of its records change. The sync feed then gives everything. */
  access: Generated<number>;
  /** Tombstones up to this seq are deleted: an older cursor is answered 410 (docs/protocols/sync.md). */
  feed_floor: Generated<number>;
  created_at: MomentDefault;
  /** Since when it is archived; null while it is open. */
  archived_at: Generated<Date | null>;
  /** Grows with each change of what its form shows, apart from its members. */
  rev: Generated<number>;
}

export interface GroupMembersTable {
  organization: Uuid;
  group_id: Uuid;
  user_id: Uuid;
  roles: LibraryRole[];
}

export interface LabelsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  icon: string;
  parent: Uuid | null;
  groups: Generated<Uuid[]>;
  /** Grows with each change; the optimistic lock of edits. */
  rev: Generated<number>;
}

/** Labels that were merged or deleted: their names, for history, and the label that replaces each. */
export interface GoneLabelsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  icon: string;
  replaced_by: Uuid | null;
  at: Moment;
}

export interface DocumentTypesTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  code: string;
  retention: Generated<Retention>;
  /** The length of a period. */
  retention_months: number | null;
  retention_from: Generated<RetentionEvent>;
  /** The law or rule that requires it. */
  retention_basis: string | null;
  review_months: number | null;
  default_scope: Scope | null;
  rev: Generated<number>;
}

/** A moment at which desktops asked for changes (sync-feed/feed-marks.queries.ts). */
export interface FeedMarksTable {
  id: Uuid;
  at: Moment;
}

/** What an import of a table made and changed, for as long as it can be undone (domains/imports, domains/people). */
export interface TableImportsTable {
  id: Uuid;
  organization: Uuid;
  made_by: Uuid;
  made_at: Moment;
  kind: ImportedKind;
  steps: JSONColumnType<UndoStep[], string, never>;
}

/**
 * How one thing that an import did is taken back. `remove`: it was made; `restore`: it was changed, and `body` is what
 * is written to have it as it was.
 */
export type UndoStep = { readonly of: string; readonly id: string; readonly name: string } & (
  | { readonly what: 'remove' }
  | { readonly what: 'restore'; readonly body: object }
);

/** One row about this installation. */
export interface InstallationTable {
  id: Generated<number>;
  /**
   * Changes when the database was restored, or may have lost its last moments. Cursors of another epoch are not
   * believed (docs/protocols/sync.md).
   */
  epoch: string;
  created_at: MomentDefault;
}

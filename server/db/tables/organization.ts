import type { Generated, JSONColumnType } from 'kysely';
import type { LibraryRole } from '#shared/domain/roles.ts';
import type { Moment, MomentDefault, Uuid } from './columns.ts';

/* Organizations, people, libraries and what is chosen in them. */

export interface OrganizationsTable {
  id: Uuid;
  name: string;
  tax_id: string | null;
  timezone: Generated<string>;
  settings: JSONColumnType<OrganizationSettings, string | undefined>;
  created_at: MomentDefault;
}

export interface OrganizationSettings {
  uploadLimit?: number;
  passwordMin?: number;
  /** Days that a document stays in the bin. */
  binDays?: number;
  /** This is the demo organization, and how far its making came. */
  demo?: 'making' | 'ready';
}

export interface UsersTable {
  id: Uuid;
  organization: Uuid;
  /** Lower case; belongs to one person per installation. */
  email: string;
  firstname: string;
  lastname: string;
  rut: string | null;
  department: Uuid | null;
  enabled: Generated<boolean>;
  is_admin: Generated<boolean>;
  is_manager: Generated<boolean>;
  /** Grows when membership or flags change: desktops then compare everything (sync feed). */
  access: Generated<number>;
  last_sign_in_at: Moment | null;
  created_at: MomentDefault;
}

export interface DepartmentsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  parent: Uuid | null;
  head: Uuid | null;
}

/** Libraries. The specification calls them groups. */
export interface GroupsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  name_key: string;
  description: Generated<string>;
  department: Uuid | null;
  default_labels: Generated<Uuid[]>;
  /** Grows with every change in the library, in the change's own transaction (sync feed). */
  seq: Generated<number>;
  /** Grows when scope or authors of one of its records change (sync feed). */
  access: Generated<number>;
  /** Tombstones up to this seq are purged: an older cursor cannot be answered (sync feed, 410). */
  feed_floor: Generated<number>;
  created_at: MomentDefault;
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
}

export interface DocumentTypesTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  code: string;
  retention_years: number | null;
  review_months: number | null;
}

/** One row: what this installation knows of itself. */
export interface InstallationTable {
  id: Generated<number>;
  /** Changes when the database was restored, or lost its last moments (sync feed). */
  epoch: string;
  created_at: MomentDefault;
}

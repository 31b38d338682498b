import type { Generated } from 'kysely';
import type { Moment, Uuid } from './columns.ts';

/* Templates of documents that people write together. */

export interface DocumentTemplatesTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  /** By which two names of one organization are the same. */
  name_key: string;
  file_name: string;
  sha256: string;
  size: number;
  /** As they are written in it: those that are filled in, and those that nobody knows. */
  variables: string[];
  unknown: string[];
  rev: Generated<number>;
  updated_by: Uuid;
  updated_at: Moment;
}

import type { Generated } from 'kysely';
import type { Moment, Uuid } from './columns.ts';

/* Templates of documents that people write together. */

export interface DocumentTemplatesTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  /** The name for comparison: two templates of one organization may not have the same. */
  name_key: string;
  file_name: string;
  sha256: string;
  size: number;
  /** The variables as they are written in it, known and unknown ones. */
  variables: string[];
  unknown: string[];
  rev: Generated<number>;
  updated_by: Uuid;
  updated_at: Moment;
}

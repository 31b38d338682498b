import type { RecordState } from '#shared/access/states.ts';
import { buildFile } from './build/build.ts';
import { MEDIA_TYPES } from './content.ts';
import type { DocumentRow, Persona, Step, VersionRow } from './row.ts';
import { CALIBRATIONS } from './tables/calibrations.ts';
import { CONTRACTORS } from './tables/contractors.ts';
import { PREVENTION } from './tables/prevention.ts';
import { PREVENTION_RECORDS } from './tables/prevention-records.ts';
import { PROTOCOLS } from './tables/protocols.ts';
import { QUALITY } from './tables/quality.ts';
import { SITE_DOCUMENTS } from './tables/site.ts';
import { SITE_RECORDS } from './tables/site-records.ts';
import { STAFF } from './tables/staff.ts';
import { WORKERS } from './tables/workers.ts';

/** One version of a demo document, with its bytes. */
export interface DemoVersion extends Omit<VersionRow, 'steps'> {
  bytes: Buffer;
  /** The states after draft, in order, each with its comment. */
  steps: readonly { state: RecordState; comment: string }[];
}

/** One demo document: its metadata from the table, its media type, and its versions with bytes. */
export interface DemoDocument extends Omit<DocumentRow, 'versions'> {
  creator: Persona;
  mediaType: string;
  versions: readonly DemoVersion[];
}

/** All rows of all tables, in the order in which the demo creates them. */
export const DOCUMENT_ROWS: readonly DocumentRow[] = [
  ...QUALITY,
  ...CALIBRATIONS,
  ...PROTOCOLS,
  ...PREVENTION,
  ...PREVENTION_RECORDS,
  ...SITE_DOCUMENTS,
  ...SITE_RECORDS,
  ...CONTRACTORS,
  ...WORKERS,
  ...STAFF,
];

/** Builds the demo's documents with their files; the same bytes on every run. */
export async function demoDocuments(): Promise<DemoDocument[]> {
  const documents: DemoDocument[] = [];
  for (const row of DOCUMENT_ROWS) {
    const versions: DemoVersion[] = [];
    for (const version of row.versions) {
      const bytes = await buildFile(version.content, version.day);
      versions.push({ ...version, bytes, steps: (version.steps ?? []).map(step) });
    }
    const [creator = 'autora'] = row.authors;
    documents.push({ ...row, creator, mediaType: MEDIA_TYPES[row.versions[0].content.kind], versions });
  }
  return documents;
}

function step(from: Step): { state: RecordState; comment: string } {
  return typeof from === 'number' ? { state: from, comment: '' } : { state: from[0], comment: from[1] };
}

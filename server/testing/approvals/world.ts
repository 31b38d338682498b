import type { Record as Shown } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import type { TestLibrary } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';
import type { Ledger } from './ledger.ts';

export const WRITERS = ['uploader', 'reviewer', 'publisher', 'boss'] as const;
export type Writer = (typeof WRITERS)[number];

/** One record of one organization, and all people with a role for it. */
export interface World {
  readonly server: TestServer;
  readonly people: Readonly<Record<Writer | 'reader', TestClient>>;
  /** Uploader, reviewer and publisher have one role each in the first library; the boss has all three in both. */
  readonly libraries: readonly [TestLibrary, TestLibrary];
  readonly labels: readonly string[];
  readonly record: string;
  readonly ledger: Ledger;
}

/** The random choices of a move; each move uses those that it needs. */
export interface Dice {
  readonly who: Writer;
  readonly pick: number;
  readonly state: number;
  readonly flag: boolean;
  /** A word that occurs nowhere else. */
  readonly word: string;
}

/** The record as the boss sees it; null while it is in the bin. */
export async function working({ people, record }: World): Promise<Shown | null> {
  const answer = await people.boss.call('recordById', { params: { id: record } });
  return answer.status === 200 ? answer.body : null;
}

/** Ready versions, oldest first; empty while the record is in the bin. */
export async function readyVersions({ people, record }: World): Promise<Version[]> {
  const answer = await people.boss.call('versionsByRecord', { params: { id: record } });
  if (answer.status !== 200) return [];
  return answer.body.filter((each) => each.status === 'ready').reverse();
}

export const anyOf = <T>(list: readonly T[], pick: number): T => {
  const found = list[pick % list.length];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
};

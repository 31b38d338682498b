import type { Scope } from '#shared/access/scopes.ts';
import type { RecordState } from '#shared/access/states.ts';
import { formatRut, rutDigit } from '#shared/people/rut.ts';
import type { Content } from './content.ts';

/** The demo's people by the local part of their address (`autora@legajo.test`). */
export type Persona =
  | 'admin'
  | 'autora'
  | 'revisor'
  | 'publicadora'
  | 'lectora'
  | 'gestora'
  | 'sinbiblioteca';

export type LibraryName = 'Calidad' | 'Prevención y obras' | 'Personas';

/** A state that was reached, by whoever does that in the library, perhaps with a comment. */
export type Step = RecordState | readonly [state: RecordState, comment: string];

export interface VersionRow {
  /** Last-modified day of the file. */
  day: string;
  content: Content;
  comment?: string;
  /** From draft on; none = it stays a draft. */
  steps?: readonly Step[];
}

/** One demo document as its table tells it. */
export interface DocumentRow {
  title: string;
  name: string;
  notes: string;
  library: LibraryName;
  /** Path of its folder, names joined by ` / `; '' is the library's root. */
  folder: string;
  /** Last parts of label paths; label names are unique in the demo. */
  labels: readonly string[];
  /** Code of its document type. */
  type: string;
  scope?: Scope;
  code?: string;
  issuedOn?: string;
  expiresOn?: string;
  nextReviewOn?: string;
  /** The first made it. */
  authors: readonly Persona[];
  versions: readonly [VersionRow, ...VersionRow[]];
}

/** The usual ways of a version. 5 asked for review, 1 approved, 6 asked for publication, 3 published, 4 obsolete. */
export const WAY = {
  draft: [],
  inReview: [5],
  approved: [5, 1],
  toPublish: [5, 1, 6],
  published: [5, 1, 6, 3],
  obsolete: [5, 1, 6, 3, 4],
} as const satisfies Record<string, readonly RecordState[]>;

/** A RUT with its right verification digit, as people write it. */
export const rut = (number: number): string => formatRut(`${number}-${rutDigit(number)}`);

export const COMPANY = `Constructora Andes SpA, RUT ${rut(76_412_905)}`;
export const SITE = 'Edificio Mirador del Maipo, Avenida Los Toros 1480, Puente Alto';

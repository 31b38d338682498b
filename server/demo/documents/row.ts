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

/** A state, set by the library's person with the role for it, with an optional comment. */
export type Step = RecordState | readonly [state: RecordState, comment: string];

export interface VersionRow {
  /** Last-modified day of the file. */
  day: string;
  content: Content;
  comment?: string;
  /** States after draft; empty for a draft. */
  steps?: readonly Step[];
}

/** One demo document as its table describes it. */
export interface DocumentRow {
  title: string;
  name: string;
  notes: string;
  library: LibraryName;
  /** Path of its folder, names joined by ` / `; '' for the library's root. */
  folder: string;
  /** Names of labels, without their parents; they are unique in the demo. */
  labels: readonly string[];
  /** Code of its document type. */
  type: string;
  scope?: Scope;
  code?: string;
  issuedOn?: string;
  expiresOn?: string;
  nextReviewOn?: string;
  /** The first one created the document. */
  authors: readonly Persona[];
  versions: readonly [VersionRow, ...VersionRow[]];
}

/**
 * The usual paths of a version. States: 5 review requested, 1 approved, 6 publication requested, 3 published, 4
 * obsolete.
 */
export const WAY = {
  draft: [],
  inReview: [5],
  approved: [5, 1],
  toPublish: [5, 1, 6],
  published: [5, 1, 6, 3],
  obsolete: [5, 1, 6, 3, 4],
} as const satisfies Record<string, readonly RecordState[]>;

/** A RUT with its correct check digit, formatted. */
export const rut = (number: number): string => formatRut(`${number}-${rutDigit(number)}`);

export const COMPANY = `Constructora Andes SpA, RUT ${rut(76_412_905)}`;
export const SITE = 'Edificio Mirador del Maipo, Avenida Los Toros 1480, Puente Alto';

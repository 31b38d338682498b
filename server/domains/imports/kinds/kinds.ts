import type { ImportedKind, ImportKindName } from '#shared/imports/imports.schemas.ts';
import { departmentsKind } from './departments.ts';
import { importedPeople } from './imported-people.ts';
import type { ImportKind, Undoable } from './kind.ts';
import { labelsKind } from './labels.ts';
import { librariesKind } from './libraries.ts';
import { obligationsKind } from './obligations.ts';
import { typesKind } from './types.ts';

/** Every kind by its name. Each reads its own columns only, so that all of them may be handled as one type. */
export const KINDS: Readonly<Record<ImportKindName, ImportKind<string>>> = {
  types: typesKind as unknown as ImportKind<string>,
  labels: labelsKind as unknown as ImportKind<string>,
  departments: departmentsKind as unknown as ImportKind<string>,
  libraries: librariesKind as unknown as ImportKind<string>,
  obligations: obligationsKind as unknown as ImportKind<string>,
};

/** How each kind is taken back. */
export const UNDOABLE: Readonly<Record<ImportedKind, Undoable>> = { ...KINDS, people: importedPeople };

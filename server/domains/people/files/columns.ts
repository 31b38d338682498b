import {
  DIRECTORY_GROUPS,
  type DirectoryGroup,
  LIBRARY_ROLES,
  type LibraryRole,
} from '#shared/access/roles.ts';
import { sortKey } from '#shared/platform/sort-key.ts';
import { t } from '../texts.ts';

/* The columns of a table of people. An import reads what an export writes. */

/** In the order of an export; an import takes them in any order. */
export const COLUMNS = ['firstname', 'lastname', 'email', 'rut', 'department', 'roles', 'libraries'] as const;
export type Column = (typeof COLUMNS)[number];
export const REQUIRED: readonly Column[] = ['firstname', 'lastname', 'email'];

/** The title that an export writes and messages name. */
export const titleOf = (column: Column): string => t(`file.columns.${column}`);
/** Columns that an export writes and an import ignores. */
export const REMARKS = {
  enabled: t('file.columns.enabled'),
  lastSignIn: t('file.columns.lastSignIn'),
} as const;

/** A title or a name for comparison: without accents, case and punctuation. */
export const fold = (text: string): string =>
  sortKey(text)
    .replaceAll('n~', 'n')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  firstname: ['nombres', 'nombre', 'primer nombre', 'firstname', 'first name'],
  lastname: ['apellidos', 'apellido', 'lastname', 'last name'],
  email: ['correo', 'correo electronico', 'e mail', 'email', 'mail', 'correos'],
  rut: ['rut', 'run', 'r u t'],
  department: ['departamento', 'area', 'unidad', 'gerencia'],
  roles: ['roles', 'rol', 'rol en la organizacion', 'roles en la organizacion'],
  libraries: ['bibliotecas', 'biblioteca', 'grupos', 'grupo'],
};
const BY_NAME = new Map(COLUMNS.flatMap((column) => NAMES[column].map((name) => [name, column] as const)));
const REMARK_NAMES = new Set(Object.values(REMARKS).map(fold));

/** The column of a title; null for an unknown title, `remark` for what an export adds. */
export function columnOf(title: string): Column | 'remark' | null {
  const name = fold(title);
  return BY_NAME.get(name) ?? (REMARK_NAMES.has(name) ? 'remark' : null);
}

const GROUP_WORDS: Readonly<Record<DirectoryGroup, readonly string[]>> = {
  admin: ['administracion', 'administrador', 'administradora', 'admin', 'administra'],
  manager: ['gestion', 'gestor', 'gestora', 'manager', 'gestiona'],
};
const ROLE_WORDS: Readonly<Record<LibraryRole, readonly string[]>> = {
  upload: ['carga', 'cargar', 'upload'],
  review: ['revision', 'revisar', 'review'],
  publish: ['publicacion', 'publicar', 'publish'],
};
const READER = t('file.roles.reader');
const READER_WORDS = [READER, 'leer', 'lector', 'lectora', 'reader'];

const words = (text: string): string[] =>
  text
    .split(/[,;/]|\s+y\s+/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** For example `Administración, Gestión`; empty for an ordinary person. */
export const writeGroups = (groups: readonly DirectoryGroup[]): string =>
  groups.map((group) => t(`file.groups.${group}`)).join(', ');

/** @returns the roles, or the word that is no role */
export function readGroups(text: string): DirectoryGroup[] | { unknown: string } {
  const found = new Set<DirectoryGroup>();
  for (const word of words(text)) {
    const group = DIRECTORY_GROUPS.find((each) => GROUP_WORDS[each].includes(fold(word)));
    if (!group) return { unknown: word };
    found.add(group);
  }
  return DIRECTORY_GROUPS.filter((group) => found.has(group));
}

export interface WrittenLibrary {
  readonly name: string;
  readonly roles: readonly LibraryRole[];
}

/** For example `Calidad: carga, revisión | Personas: lectura`. */
export const writeLibraries = (libraries: readonly WrittenLibrary[]): string =>
  libraries
    .map(({ name, roles }) => `${name}: ${roles.map((role) => t(`file.roles.${role}`)).join(', ') || READER}`)
    .join(' | ');

/** A library without roles makes a reader. @returns the libraries, or the word that is no role */
export function readLibraries(text: string): WrittenLibrary[] | { unknown: string } {
  const libraries: WrittenLibrary[] = [];
  for (const piece of text.split(/[|\n]/)) {
    if (piece.trim() === '') continue;
    // A library's name may hold a colon; a role's does not.
    const colon = piece.lastIndexOf(':');
    const name = (colon < 0 ? piece : piece.slice(0, colon)).trim();
    const found = new Set<LibraryRole>();
    for (const word of words(colon < 0 ? '' : piece.slice(colon + 1))) {
      const role = LIBRARY_ROLES.find((each) => ROLE_WORDS[each].includes(fold(word)));
      if (!role && !READER_WORDS.includes(fold(word))) return { unknown: word };
      if (role) found.add(role);
    }
    libraries.push({ name, roles: LIBRARY_ROLES.filter((role) => found.has(role)) });
  }
  return libraries;
}

import {
  DIRECTORY_GROUPS,
  type DirectoryGroup,
  LIBRARY_ROLES,
  type LibraryRole,
} from '#shared/access/roles.ts';
import { foldTitle } from '../../../platform/tables/reading/fold-title.ts';
import type { ReadColumn } from '../../../platform/tables/reading/read-table.ts';
import { t } from '../texts.ts';

/* The columns of a table of people. An import reads what an export writes. */

/** In the order of an export; an import takes them in any order. */
export const COLUMNS = ['firstname', 'lastname', 'email', 'rut', 'department', 'roles', 'libraries'] as const;
export type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['firstname', 'lastname', 'email'];

/** The title that an export writes and messages name. */
export const titleOf = (column: Column): string => t(`file.columns.${column}`);
/** Columns that our own files have and an import does not read. */
export const REMARKS = {
  enabled: t('file.columns.enabled'),
  lastSignIn: t('file.columns.lastSignIn'),
} as const;

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  firstname: ['nombres', 'nombre', 'primer nombre', 'firstname', 'first name'],
  lastname: ['apellidos', 'apellido', 'lastname', 'last name'],
  email: ['correo', 'correo electronico', 'e mail', 'email', 'mail', 'correos'],
  rut: ['rut', 'run', 'r u t'],
  department: ['departamento', 'area', 'unidad', 'gerencia'],
  roles: ['roles', 'rol', 'rol en la organizacion', 'roles en la organizacion'],
  libraries: ['bibliotecas', 'biblioteca', 'grupos', 'grupo'],
};

/** What an import of people reads. In the column of libraries each line may be one library. */
export const READ_COLUMNS: readonly ReadColumn<Column>[] = COLUMNS.map((key) => ({
  key,
  title: titleOf(key),
  names: NAMES[key],
  required: REQUIRED.includes(key),
  lines: key === 'libraries',
}));

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
    const group = DIRECTORY_GROUPS.find((each) => GROUP_WORDS[each].includes(foldTitle(word)));
    if (!group) return { unknown: word };
    found.add(group);
  }
  return DIRECTORY_GROUPS.filter((group) => found.has(group));
}

/** The roles in a library, for example `carga, revisión`. @returns the roles, or the word that is no role */
export function readRoles(text: string): LibraryRole[] | { unknown: string } {
  const found = new Set<LibraryRole>();
  for (const word of words(text)) {
    const role = LIBRARY_ROLES.find((each) => ROLE_WORDS[each].includes(foldTitle(word)));
    if (!role && !READER_WORDS.includes(foldTitle(word))) return { unknown: word };
    if (role) found.add(role);
  }
  return LIBRARY_ROLES.filter((role) => found.has(role));
}

/** The same in words. */
export const writeRoles = (roles: readonly LibraryRole[]): string =>
  roles.map((role) => t(`file.roles.${role}`)).join(', ') || READER;

export interface WrittenLibrary {
  readonly name: string;
  readonly roles: readonly LibraryRole[];
}

/** For example `Calidad: carga, revisión | Personas: lectura`. */
export const writeLibraries = (libraries: readonly WrittenLibrary[]): string =>
  libraries.map(({ name, roles }) => `${name}: ${writeRoles(roles)}`).join(' | ');

/** A library without roles makes a reader. @returns the libraries, or the word that is no role */
export function readLibraries(text: string): WrittenLibrary[] | { unknown: string } {
  const libraries: WrittenLibrary[] = [];
  for (const piece of text.split(/[|\n]/)) {
    if (piece.trim() === '') continue;
    // A library's name may hold a colon; a role's does not.
    const colon = piece.lastIndexOf(':');
    const name = (colon < 0 ? piece : piece.slice(0, colon)).trim();
    const roles = readRoles(colon < 0 ? '' : piece.slice(colon + 1));
    if ('unknown' in roles) return roles;
    libraries.push({ name, roles });
  }
  return libraries;
}

import { z } from 'zod';
import { directoryGroup } from '../access/access.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { IMPORT } from '../platform/limits.ts';
import { done, id } from '../platform/primitives.ts';
import { tableFile, tableFormat } from '../platform/table-file.ts';
import * as people from './people.schemas.ts';
import * as users from './users.schemas.ts';

const byId = z.object({ id });
/** The size of a file in base64 with the other fields. */
const IMPORT_BODY = Math.ceil(IMPORT.bytes / 3) * 4 + 4096;

/** People: the selector, the calls of the user directory, and what their administration adds (docs/protocols/rest.md). */
export const usersTable = table({
  usersByOrganization: {
    method: 'GET',
    path: '/users/by/organization',
    summary: 'People of the organization, for members of any library',
    who: 'signed-in',
    result: z.array(people.user),
  },
  userList: {
    method: 'GET',
    path: '/users',
    summary: 'People with what is the admin’s to see, searched, filtered and sorted',
    who: 'admin',
    query: users.userQuery,
    result: users.userPage,
  },
  userExport: {
    method: 'GET',
    path: '/users/export',
    summary: 'The same list as a whole, as CSV or XLSX',
    who: 'admin',
    query: users.userExport,
    result: tableFile,
    noCache: true,
    heavy: true,
  },
  userImportTemplate: {
    method: 'GET',
    path: '/users/import/template',
    summary: 'A table to fill in: the columns that an import reads',
    who: 'admin',
    query: tableFormat,
    result: tableFile,
    heavy: true,
  },
  userImportCheck: {
    method: 'POST',
    path: '/users/import/check',
    summary: 'What an import would do, and what is wrong with which row; changes nothing',
    who: 'admin',
    body: users.userImport,
    result: users.importReport,
    maxBody: IMPORT_BODY,
    errors: ['too_large'],
    heavy: true,
  },
  userImport: {
    method: 'POST',
    path: '/users/import',
    summary: 'Create and update people from a table, all or none; the same file again changes nothing',
    who: 'admin',
    body: users.userImport,
    result: users.importReport,
    maxBody: IMPORT_BODY,
    errors: ['import_invalid', 'email_taken', 'conflict', 'too_large'],
    heavy: true,
  },
  userCreate: {
    method: 'POST',
    path: '/users',
    summary: 'Create a person and mail a first-time password',
    who: 'admin',
    body: users.userCreate,
    result: users.account,
    status: 201,
    errors: ['email_taken'],
  },
  userUpdate: {
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change a person’s attributes',
    who: 'admin',
    params: byId,
    body: users.userUpdate,
    result: users.account,
    errors: ['email_taken', 'last_admin', 'own_account'],
  },
  userGet: {
    method: 'GET',
    path: '/users/:id',
    summary: 'One person',
    who: 'admin',
    params: byId,
    result: users.account,
  },
  userDelete: {
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Remove a person without history',
    who: 'admin',
    params: byId,
    result: done,
    errors: ['referenced', 'last_admin', 'own_account'],
  },
  userEnable: {
    method: 'PUT',
    path: '/users/:id/enable',
    summary: 'Let a person in again',
    who: 'admin',
    params: byId,
    result: users.account,
  },
  userDisable: {
    method: 'PUT',
    path: '/users/:id/disable',
    summary: 'Keep a person out: every session and desktop of theirs ends',
    who: 'admin',
    params: byId,
    result: users.account,
    errors: ['last_admin', 'own_account'],
  },
  userResetPassword: {
    method: 'POST',
    path: '/users/:id/reset-password',
    summary: 'Mail a new first-time password; every session and the old password end',
    who: 'admin',
    params: byId,
    result: done,
    errors: ['user_disabled'],
  },
  userGroups: {
    method: 'GET',
    path: '/users/:id/groups',
    summary: 'The directory groups of a person',
    who: 'admin',
    params: byId,
    result: z.array(directoryGroup),
  },
  userGroupAdd: {
    method: 'PUT',
    path: '/users/:id/groups/:name',
    summary: 'Add a person to a directory group',
    who: 'admin',
    params: z.object({ id, name: directoryGroup }),
    result: z.array(directoryGroup),
  },
  userGroupRemove: {
    method: 'DELETE',
    path: '/users/:id/groups/:name',
    summary: 'Take a person out of a directory group',
    who: 'admin',
    params: z.object({ id, name: directoryGroup }),
    result: z.array(directoryGroup),
    errors: ['last_admin', 'own_account'],
  },
  directoryGroups: {
    method: 'GET',
    path: '/users/groups',
    summary: 'The directory’s groups',
    who: 'admin',
    result: z.array(directoryGroup),
  },
});

import { table } from '../platform/endpoint.ts';
import { tableFile, tableFormat } from '../platform/files/table-file.ts';
import { IMPORT_BODY } from '../platform/files/table-import.ts';
import { done } from '../platform/primitives.ts';
import * as imports from './imports.schemas.ts';

/** Beside what every call changes. */
const changes = ['types', 'departments', 'calendars', 'imports'] as const;

/** Imports of tables: types, labels, departments, libraries, obligations (docs/domain/imports.md). */
export const importsTable = table({
  importTemplate: {
    method: 'GET',
    path: '/imports/:kind/template',
    summary: 'A table to fill in, with a row as an example',
    who: 'admin',
    params: imports.importByKind,
    query: tableFormat,
    result: tableFile,
    noCache: true,
    heavy: true,
  },
  importCheck: {
    method: 'POST',
    path: '/imports/:kind/check',
    summary: 'What an import would do, and what is wrong with which row; changes nothing',
    who: 'admin',
    params: imports.importByKind,
    body: imports.tableImport,
    result: imports.tableImportReport,
    maxBody: IMPORT_BODY,
    errors: ['too_large'],
    heavy: true,
  },
  importFaults: {
    method: 'POST',
    path: '/imports/:kind/faults',
    summary: 'The same table with what is wrong beside each row; changes nothing',
    who: 'admin',
    params: imports.importByKind,
    body: imports.tableImportFaults,
    result: tableFile,
    maxBody: IMPORT_BODY,
    errors: ['too_large'],
    heavy: true,
  },
  importRun: {
    method: 'POST',
    path: '/imports/:kind',
    summary:
      'Make and change what a table says, all or none unless wrong rows are to be skipped; the same table again changes nothing',
    who: 'admin',
    params: imports.importByKind,
    body: imports.tableImportRun,
    result: imports.tableImportReport,
    changes,
    maxBody: IMPORT_BODY,
    errors: ['import_invalid', 'conflict', 'too_large'],
    heavy: true,
  },
  importRuns: {
    method: 'GET',
    path: '/imports/runs',
    summary: 'The imports of the caller that can be undone, people’s too',
    who: 'admin',
    result: imports.importRuns,
    noCache: true,
  },
  importInvite: {
    method: 'POST',
    path: '/imports/runs/:id/invite',
    summary: 'Send the invitations of an import of people now; it can no longer be undone',
    who: 'admin',
    params: imports.importById,
    result: done,
    changes: ['imports'],
    errors: ['conflict'],
  },
  importUndo: {
    method: 'POST',
    path: '/imports/runs/:id/undo',
    summary: 'Take an import back that the caller has just made; what is used or was changed since stays',
    who: 'admin',
    params: imports.importById,
    result: imports.tableImportUndone,
    changes,
    errors: ['conflict'],
    heavy: true,
  },
});

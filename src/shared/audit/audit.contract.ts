import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { tableFile } from '../platform/files/table-file.ts';
import { id } from '../platform/primitives.ts';
import * as audit from './audit.schemas.ts';

/** Who did what to which, before and after, when and from where. */
export const auditTable = table({
  auditTrail: {
    method: 'GET',
    path: '/audit',
    summary: 'The audit trail, newest first; documents closed to this admin have no name in it',
    who: 'admin',
    query: audit.auditQuery,
    result: audit.auditPage,
    noCache: true,
  },
  auditExport: {
    method: 'GET',
    path: '/audit/export',
    summary: 'The trail as CSV or XLSX, its newest events; that it was taken along stands in it',
    who: 'admin',
    query: audit.auditExport,
    result: tableFile,
    noCache: true,
    heavy: true,
  },
  auditEvent: {
    method: 'GET',
    path: '/audit/:id',
    summary: 'One event of the audit trail',
    who: 'admin',
    params: z.object({ id }),
    result: audit.auditEvent,
  },
});

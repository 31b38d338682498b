import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { tableFile } from '../platform/files/table-file.ts';
import { id } from '../platform/primitives.ts';
import * as report from './report.schemas.ts';

const byId = z.object({ id });

/** How the organization stands by its obligations (docs/domain/calendars.md). Must stand before `/calendars/:id`. */
export const reportTable = table({
  report: {
    method: 'GET',
    path: '/calendars/report',
    summary: 'Obligations by month, what of them was met up to a day, and the folders that do not comply',
    who: 'manager',
    query: report.reportQuery,
    result: report.scopedReport,
  },
  reportMaster: {
    method: 'GET',
    path: '/calendars/report/master',
    summary: 'Lista maestra: documents that the caller sees, with version, approval and review',
    who: 'manager',
    query: report.masterQuery,
    result: report.masterPage,
  },
  reportExport: {
    method: 'GET',
    path: '/calendars/report/export',
    summary: 'The report as PDF, XLSX, CSV or ICS; that it was taken along stands in the audit trail',
    who: 'manager',
    query: report.reportExport,
    result: tableFile,
    noCache: true,
    heavy: true,
  },
  snapshots: {
    method: 'GET',
    path: '/calendars/report/snapshots',
    summary: 'Reports that were frozen, newest first',
    who: 'manager',
    query: report.snapshotsQuery,
    result: report.snapshots,
  },
  snapshotCreate: {
    method: 'POST',
    path: '/calendars/report/snapshots',
    summary: 'Freeze a report with its hash; nobody changes it again',
    who: 'manager',
    body: report.snapshotCreate,
    result: report.snapshotHead,
    status: 201,
    changes: ['calendars'],
    heavy: true,
  },
  snapshotGet: {
    method: 'GET',
    path: '/calendars/report/snapshots/:id',
    summary: 'A frozen report, as far as the caller sees what is in it, and whether it is still what it was',
    who: 'manager',
    params: byId,
    result: report.snapshot,
  },
  snapshotExport: {
    method: 'GET',
    path: '/calendars/report/snapshots/:id/export',
    summary: 'A frozen report as PDF, XLSX or CSV, with its hash and author',
    who: 'manager',
    params: byId,
    query: report.snapshotExport,
    result: tableFile,
    noCache: true,
    heavy: true,
  },
});

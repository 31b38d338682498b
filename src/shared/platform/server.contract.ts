import { z } from 'zod';
import { table } from './endpoint.ts';

/** The state of the server, and endpoints that are no ordinary calls. */
export const serverTable = table({
  health: {
    method: 'GET',
    path: '/health',
    summary: 'The process is up; names the product, so that a desktop can check an address',
    who: 'anyone',
    result: z.object({
      ok: z.literal(true),
      product: z.literal('legajo'),
      version: z.string(),
      environment: z.string(),
      /** Whether it draws the pages of office files. Missing from earlier servers. */
      pages: z.boolean().optional(),
      /** Whether it draws photos of iPhones (HEIC). Missing from earlier servers. */
      photos: z.boolean().optional(),
      /** Whether it draws thumbnails. Missing from earlier servers. */
      thumbnails: z.boolean().optional(),
    }),
    noCache: true,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    summary:
      'Database and storage answer; whether files can be written is said apart, for reads go on without',
    who: 'anyone',
    result: z.object({
      ok: z.literal(true),
      database: z.string(),
      storage: z.string(),
      writes: z.boolean(),
    }),
    noCache: true,
    errors: ['unavailable'],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This table as OpenAPI 3.1',
    who: 'anyone',
    raw: true,
    answers: { 200: 'application/json' },
  },
  realtime: {
    method: 'GET',
    path: '/realtime',
    summary: 'WebSocket: token in the first frame, then channels',
    who: 'anyone',
    raw: true,
    answers: { 101: null },
    errors: ['upgrade_required'],
  },
});

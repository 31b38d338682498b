import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { NO_ROOM_CODES } from '../platform/errors.ts';
import { id } from '../platform/primitives.ts';
import { BUNDLE_TYPE } from './bundle.ts';
import { uploadBatchResult } from './uploads.schemas.ts';

const byKey = z.object({ key: id });

/** The header of every call of the tus protocol (1.0.0). */
const tus = { 'Tus-Resumable': z.literal('1.0.0') };

/** How the bytes of pending versions come: by tus, or many small ones in one body. */
export const uploadTable = table({
  uploadCreate: {
    method: 'POST',
    path: '/docs/uploads',
    summary: 'tus 1.0.0: start the upload of a pending version, its key in Upload-Metadata',
    who: 'signed-in',
    raw: true,
    headers: z.object({
      ...tus,
      'Upload-Length': z.string().regex(/^\d{1,15}$/),
      'Upload-Metadata': z.string().describe('key <base64 of the version’s key>[,filename …,filetype …]'),
    }),
    answers: { 201: null },
    errors: [
      'forbidden',
      'archived',
      'too_large',
      ...NO_ROOM_CODES,
      'version_errored',
      'empty_file',
      'file_kind',
      'precondition',
    ],
  },
  uploadBatch: {
    method: 'POST',
    path: '/docs/uploads/batch',
    summary:
      'The bytes of up to 200 small pending versions in one body (1 MiB each, 32 MiB in all), a result each',
    who: 'signed-in',
    raw: true,
    takes: BUNDLE_TYPE,
    answers: { 200: 'application/json' },
    result: uploadBatchResult,
    errors: ['media_type'],
  },
  uploadHead: {
    method: 'HEAD',
    path: '/docs/uploads/:key',
    summary: 'tus: how many bytes have arrived',
    who: 'signed-in',
    params: byKey,
    raw: true,
    headers: z.object(tus),
    answers: { 200: null },
    errors: ['version_errored', 'precondition'],
  },
  uploadPatch: {
    method: 'PATCH',
    path: '/docs/uploads/:key',
    summary: 'tus: more bytes',
    who: 'signed-in',
    params: byKey,
    raw: true,
    headers: z.object({ ...tus, 'Upload-Offset': z.string().regex(/^\d{1,15}$/) }),
    answers: { 204: null },
    errors: ['forbidden', 'too_large', 'version_errored', 'file_kind', 'precondition'],
  },
  uploadDelete: {
    method: 'DELETE',
    path: '/docs/uploads/:key',
    summary: 'tus: give the upload up',
    who: 'signed-in',
    params: byKey,
    raw: true,
    headers: z.object(tus),
    answers: { 204: null },
    errors: ['version_errored', 'precondition'],
  },
  uploadOptions: {
    method: 'OPTIONS',
    path: '/docs/uploads',
    summary: 'tus: what this server speaks',
    who: 'anyone',
    raw: true,
    answers: { 204: null },
  },
});

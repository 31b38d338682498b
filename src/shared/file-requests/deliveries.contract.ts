import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { NO_ROOM_CODES } from '../platform/errors.ts';
import { done, id } from '../platform/primitives.ts';
import * as deliveries from './deliveries.schemas.ts';
import { DELIVERY_UPLOADS, LINK_SECRET_HEADER } from './link-secret.ts';

const byId = z.object({ id });
const byKey = z.object({ key: id });

/** The headers of every call of the tus protocol (1.0.0), and the link's secret. */
const tus = {
  'Tus-Resumable': z.literal('1.0.0'),
  [LINK_SECRET_HEADER]: z.string().describe('the secret of the link'),
};

/** Why a link takes nothing. `bad_code`: there is no link with that secret. */
const LINK_CODES = ['bad_code', 'link_expired', 'link_closed', 'rate_limited', 'unavailable'] as const;

/**
 * What somebody does who has a link, without an account. The secret is never in an address: it comes in the body, or in
 * a header with a file's bytes.
 */
export const deliveryTable = table({
  deliveryOpen: {
    method: 'POST',
    path: '/docs/deliveries/open',
    summary: 'What a link asks for, by whom and until when, and what it still takes',
    who: 'anyone',
    body: deliveries.deliveryOpen,
    result: deliveries.delivery,
    errors: LINK_CODES,
  },
  deliveryBegin: {
    method: 'POST',
    path: '/docs/deliveries/files',
    summary: 'Begin to send a file by a link. Idempotent by its operation',
    who: 'anyone',
    body: deliveries.deliveryBegin,
    result: deliveries.deliveryBegun,
    status: 201,
    errors: [
      ...LINK_CODES,
      ...NO_ROOM_CODES,
      'link_full',
      'file_kind',
      'empty_file',
      'too_large',
      'conflict',
      'version_errored',
    ],
  },
  deliveryConfirm: {
    method: 'POST',
    path: '/docs/deliveries/files/:id/confirm',
    summary: 'Make a draft of a file whose bytes have come. Idempotent',
    who: 'anyone',
    params: byId,
    body: deliveries.deliveryConfirm,
    result: deliveries.deliveryConfirmed,
    errors: [
      ...LINK_CODES,
      ...NO_ROOM_CODES,
      'link_full',
      'file_kind',
      'empty_file',
      'too_large',
      'bytes_missing',
      'conflict',
      'version_errored',
    ],
  },
  deliveryGiveUp: {
    method: 'POST',
    path: '/docs/deliveries/files/:id/give-up',
    summary: 'Give up a file that has not come yet. Idempotent',
    who: 'anyone',
    params: byId,
    body: deliveries.deliveryGiveUp,
    result: done,
    errors: ['bad_code', 'conflict', 'rate_limited', 'unavailable'],
  },
  deliveryUploadCreate: {
    method: 'POST',
    path: DELIVERY_UPLOADS,
    summary: 'tus 1.0.0: start the upload of a file that was begun by a link, its key in Upload-Metadata',
    who: 'anyone',
    raw: true,
    headers: z.object({
      ...tus,
      'Upload-Length': z.string().regex(/^\d{1,15}$/),
      'Upload-Metadata': z.string().describe('key <base64 of the file’s key>'),
    }),
    answers: { 201: null },
    errors: [
      ...LINK_CODES,
      'storage_full',
      'too_large',
      'version_errored',
      'file_kind',
      'conflict',
      'precondition',
    ],
  },
  deliveryUploadHead: {
    method: 'HEAD',
    path: `${DELIVERY_UPLOADS}/:key`,
    summary: 'tus: how many bytes have come',
    who: 'anyone',
    params: byKey,
    raw: true,
    headers: z.object(tus),
    answers: { 200: null },
    errors: [...LINK_CODES, 'version_errored', 'precondition'],
  },
  deliveryUploadPatch: {
    method: 'PATCH',
    path: `${DELIVERY_UPLOADS}/:key`,
    summary: 'tus: more bytes',
    who: 'anyone',
    params: byKey,
    raw: true,
    headers: z.object({ ...tus, 'Upload-Offset': z.string().regex(/^\d{1,15}$/) }),
    answers: { 204: null },
    errors: [...LINK_CODES, 'too_large', 'version_errored', 'file_kind', 'conflict', 'precondition'],
  },
});

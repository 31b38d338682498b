import type { deliveryTable } from '#shared/file-requests/deliveries.contract.ts';
import type { fileRequestTable } from '#shared/file-requests/file-requests.contract.ts';
import { LINK_SECRET_HEADER } from '#shared/file-requests/link-secret.ts';
import { newId } from '../../platform/ids.ts';
import type { World } from '../authorization-world.ts';
import { EVERYBODY, type Rows, sha256, tusOf } from './rows.ts';

/** Members who may upload there; an admin who is not one of them sees the library. */
const UPLOADERS = '-xF+FFNFN';
const A_SECRET = 'A'.repeat(43);
const ALL_REFUSED = 'rrrrrrrrr';

const begun = async (world: World) => {
  const { secret } = await world.fileRequest();
  const body = { secret, operation: newId(), name: 'contrato.pdf', size: 100, sender: 'Rita Soto' };
  const { file } = await world.clients.author.ok('deliveryBegin', { body });
  return { secret, file };
};
const upload = async (world: World, path = (_key: string) => '/docs/deliveries/uploads') => {
  const { secret, file } = await begun(world);
  return { path: path(file), headers: { ...tusOf(file), [LINK_SECRET_HEADER]: secret } };
};
const withKey = (key: string) => `/docs/deliveries/uploads/${key}`;

/** Links by which people without an account send files: who asks for them; and whoever has one, account or not. */
export const fileRequestRows: Rows<keyof typeof fileRequestTable | keyof typeof deliveryTable> = {
  fileRequestCreate: {
    answers: UPLOADERS,
    input: async (world) => ({
      body: { folder: (await world.fileRequest()).folder, title: 'Tu contrato firmado' },
    }),
  },
  fileRequestsByFolder: {
    answers: UPLOADERS,
    input: async (world) => ({ params: { folder: (await world.fileRequest()).folder } }),
  },
  fileRequestRevoke: {
    answers: UPLOADERS,
    input: async (world) => ({ params: { id: (await world.fileRequest()).id } }),
  },
  fileRequestMail: {
    answers: UPLOADERS,
    input: async (world) => {
      const { id, secret } = await world.fileRequest();
      return { params: { id }, body: { secret, emails: ['rita@legajo.test'] } };
    },
  },
  deliveryOpen: [
    {
      answers: EVERYBODY,
      on: 'a link',
      input: async (world) => ({ body: { secret: (await world.fileRequest()).secret } }),
    },
    { answers: ALL_REFUSED, on: 'no link', input: async () => ({ body: { secret: A_SECRET } }) },
  ],
  deliveryBegin: {
    answers: EVERYBODY,
    input: async (world) => {
      const { secret } = await world.fileRequest();
      const body = { secret, operation: newId(), name: 'contrato.pdf', size: 100, sender: 'Rita Soto' };
      return { body };
    },
  },
  deliveryConfirm: {
    answers: ALL_REFUSED,
    on: 'a file without its bytes',
    input: async (world) => {
      const { secret, file } = await begun(world);
      return { params: { id: file }, body: { secret, size: 100, sha256 } };
    },
  },
  deliveryGiveUp: {
    answers: EVERYBODY,
    input: async (world) => {
      const { secret, file } = await begun(world);
      return { params: { id: file }, body: { secret } };
    },
  },
  deliveryUploadCreate: { answers: EVERYBODY, input: async (world) => upload(world) },
  deliveryUploadHead: {
    answers: 'NNNNNNNNN',
    on: 'a file without its bytes',
    input: async (world) => upload(world, withKey),
  },
  deliveryUploadPatch: {
    answers: 'rrrrrrrrr',
    on: 'a wrong secret',
    input: async (world) => {
      const { path, headers } = await upload(world, withKey);
      const more = { 'content-type': 'application/offset+octet-stream', [LINK_SECRET_HEADER]: A_SECRET };
      return { path, headers: { ...headers, ...more } };
    },
  },
};

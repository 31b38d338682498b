import type { Contract, EndpointName } from '#shared/contract.ts';
import type { FileRequestCreate } from '#shared/file-requests/file-requests.schemas.ts';
import { readDeliveryLink } from '#shared/file-requests/link-secret.ts';
import type { CallResult } from '#shared/platform/endpoint.ts';
import { newId } from '../../platform/ids.ts';
import { sha256Of } from '../documents.ts';
import type { Answer, TestClient, TestServer } from '../http.ts';

type Told<N extends EndpointName> = Promise<Answer<CallResult<Contract[N]>>>;

/** Somebody without an account who has a link. */
export interface Sender {
  readonly secret: string;
  open(): Told<'deliveryOpen'>;
  /** Keeps a place for a file. */
  begin(values: {
    name?: string;
    size: number;
    operation?: string;
    sender?: string;
    comment?: string;
  }): Told<'deliveryBegin'>;
  create(key: string, size: number): Promise<Response>;
  patch(key: string, offset: number, bytes: Uint8Array): Promise<Response>;
  /** How many bytes the server has. */
  head(key: string): Promise<Response>;
  confirm(key: string, bytes: Uint8Array): Told<'deliveryConfirm'>;
  giveUp(key: string): Told<'deliveryGiveUp'>;
  /** Sends a file from beginning to end. @returns its key. @throws where anything is refused */
  send(name: string, bytes: Uint8Array, more?: { sender?: string; comment?: string }): Promise<string>;
}

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { 'content-type': 'application/offset+octet-stream' };

/** A sender by the link with this secret. */
export function senderBy(server: Pick<TestServer, 'anyone'>, secret: string): Sender {
  const { anyone } = server;
  const headers = { ...TUS, 'link-secret': secret };
  const sender: Sender = {
    secret,
    open: () => anyone.call('deliveryOpen', { body: { secret } }),
    begin: ({ name = 'contrato.pdf', size, operation = newId(), sender: who = 'Rita Soto', comment }) =>
      anyone.call('deliveryBegin', {
        body: { secret, operation, name, size, sender: who, ...(comment ? { comment } : {}) },
      }),
    create: (key, size) =>
      anyone.fetch('/docs/deliveries/uploads', {
        method: 'POST',
        headers: {
          ...{ ...headers, 'upload-length': String(size) },
          'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
        },
      }),
    patch: (key, offset, bytes) =>
      anyone.fetch(`/docs/deliveries/uploads/${key}`, {
        method: 'PATCH',
        headers: { ...headers, ...BYTES, 'upload-offset': String(offset) },
        body: new Uint8Array(bytes),
      }),
    head: (key) => anyone.fetch(`/docs/deliveries/uploads/${key}`, { method: 'HEAD', headers }),
    confirm: (key, bytes) =>
      anyone.call('deliveryConfirm', {
        params: { id: key },
        body: { secret, size: bytes.length, sha256: sha256Of(bytes) },
      }),
    giveUp: (key) => anyone.call('deliveryGiveUp', { params: { id: key }, body: { secret } }),
    async send(name, bytes, more = {}) {
      const begun = await sender.begin({ name, size: bytes.length, ...more });
      if (begun.status !== 201) throw new Error(`not begun: ${JSON.stringify(begun.body)}`);
      const { file } = begun.body;
      const created = await sender.create(file, bytes.length);
      if (created.status !== 201) throw new Error(`not created: ${await created.text()}`);
      const patched = await sender.patch(file, 0, bytes);
      if (patched.status !== 204) throw new Error(`not patched: ${await patched.text()}`);
      const confirmed = await sender.confirm(file, bytes);
      if (confirmed.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(confirmed.body)}`);
      return file;
    },
  };
  return sender;
}

/** A new link, and somebody who has it. */
export async function askForFiles(
  server: Pick<TestServer, 'anyone'>,
  client: TestClient,
  folder: string,
  values: Partial<FileRequestCreate> = {},
): Promise<{ id: string; url: string; sender: Sender }> {
  const body = { folder, title: 'Tu contrato firmado', ...values };
  const { request, url } = await client.ok('fileRequestCreate', { body });
  const secret = readDeliveryLink(new URL(url).hash) ?? '';
  return { id: request._id, url, sender: senderBy(server, secret) };
}

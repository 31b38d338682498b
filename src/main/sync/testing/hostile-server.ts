import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { BUNDLE_TYPE, bundleHead } from '#shared/documents/bundle.ts';
import type { FeedPage, FeedRow } from '#shared/sync-feed/sync.schemas.ts';
import { nameOf } from './call-names.ts';

type Answer = (req: IncomingMessage, res: ServerResponse, body: string) => void;
type Raw = Record<string, unknown>;

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

const MOMENT = '2026-01-01T00:00:00.000Z';
export const sha256Of = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * A server that says whatever a test has it say. It answers the calls that a reading desktop makes; each answer can be
 * another one, and every request is kept.
 */
export class HostileServer {
  readonly person = randomUUID();
  readonly client = randomUUID();
  readonly library: string = randomUUID();
  organization = 'Andes';
  libraries: { id: string; name: string; roles?: readonly string[] }[] = [
    { id: this.library, name: 'Calidad' },
  ];
  /** The rows of each library's snapshot. */
  readonly rows = new Map<string, unknown[]>();
  /** Bytes of versions. */
  readonly bytes = new Map<string, Buffer>();
  epoch = 'epoch-1';
  readonly requests: Request[] = [];
  /** Answers of a test's own, by the name of the call. */
  readonly answers = new Map<string, Answer>();
  /** What is said over the socket once it is authenticated. */
  say: (send: (frame: unknown) => void) => void = () => {};
  private readonly sockets = new Set<Socket>();
  private readonly realtime = new WebSocketServer({ noServer: true });
  private readonly server = createServer((req, res) => this.take(req, res));

  static async open(): Promise<HostileServer> {
    const server = new HostileServer();
    await new Promise<void>((listening) => server.server.listen(0, '127.0.0.1', listening));
    server.server.on('connection', (socket) => {
      server.sockets.add(socket.once('close', () => server.sockets.delete(socket)));
    });
    server.server.on('upgrade', (req, socket, head) => {
      server.note(req);
      server.realtime.handleUpgrade(req, socket, head, (client) => {
        client.on('message', (data) => {
          const frame = JSON.parse(String(data)) as { frame: string; channel?: string };
          const send = (answer: unknown) => client.send(JSON.stringify(answer));
          if (frame.frame === 'auth') send({ frame: 'authenticated', userId: server.person });
          if (frame.frame !== 'subscribe') return;
          send({ frame: 'subscribed', channel: frame.channel, epoch: 'boot', seq: 0 });
          if (frame.channel?.startsWith('sync:')) server.say(send);
        });
      });
    });
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const client of this.realtime.clients) client.terminate();
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  /** A document's row, and its bytes; what `more` says comes on top. */
  record(name: string, text = name, more: Raw = {}): { id: string; version: string } {
    const [id, version] = [randomUUID(), randomUUID()];
    this.bytes.set(version, Buffer.from(text));
    const bytes = Buffer.from(text);
    this.add({
      kind: 'record',
      id,
      parent: null,
      diskName: name,
      version: { _id: version, number: 1, sha256: sha256Of(bytes), size: bytes.length, state: 0 },
      face: 'published',
      writable: false,
      rev: 1,
      ...more,
    });
    return { id, version };
  }

  folder(name: string, more: Raw = {}): string {
    const id = (more.id as string | undefined) ?? randomUUID();
    this.add({ kind: 'folder', id, parent: null, diskName: name, hasDefaultLabels: false, ...more });
    return id;
  }

  add(row: Raw, library = this.library): void {
    this.rows.set(library, [...(this.rows.get(library) ?? []), row]);
  }

  page(library: string): FeedPage {
    const rows = (this.rows.get(library) ?? []) as FeedRow[];
    return { mode: 'snapshot', epoch: this.epoch, rows, cursor: 'c', more: false };
  }

  json(res: ServerResponse, value: unknown, status = 200): void {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  }

  requestsOf(path: RegExp): readonly Request[] {
    return this.requests.filter((request) => path.test(request.path));
  }

  private note(req: IncomingMessage): void {
    const { method = '', url = '', headers } = req;
    this.requests.push({ method, path: url, authorization: headers.authorization });
  }

  private take(req: IncomingMessage, res: ServerResponse): void {
    this.note(req);
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const name = nameOf(req.method, req.url ?? '') ?? '';
      const body = Buffer.concat(chunks).toString('utf8');
      const own = this.answers.get(name);
      if (own) own(req, res, body);
      else this.answer(name, req, res, body);
    });
  }

  private answer(name: string, req: IncomingMessage, res: ServerResponse, body: string): void {
    const url = new URL(req.url ?? '/', 'http://x');
    switch (name) {
      case 'session': {
        const organization = { _id: randomUUID(), name: this.organization, logo: null };
        const rest = { email: 'ana@andes.cl', roles: [], isAdmin: false, isManager: false, claims: {} };
        const person = { _id: this.person, firstname: 'Ana', lastname: 'Soto', organization };
        this.json(res, { ...person, ...rest, epoch: this.epoch });
        return;
      }
      case 'clients':
        this.json(res, []);
        return;
      case 'clientCreate': {
        const client = { _id: this.client, name: 'Prueba', platform: 'test', online: true };
        this.json(res, { ...client, createdAt: MOMENT, lastSeenAt: MOMENT }, 201);
        return;
      }
      case 'groupsByMember': {
        const groups = this.libraries.map(({ id, name: called, roles = [] }) => ({
          ...{ _id: id, name: called, description: '', roles, member: true, archivedAt: null },
          ...{ defaultLabels: [], createdAt: MOMENT, records: 1 },
        }));
        this.json(res, groups);
        return;
      }
      case 'changes':
        this.json(res, this.page(url.searchParams.get('group') ?? ''));
        return;
      case 'versionContent': {
        const id = url.pathname.split('/').at(-2) ?? '';
        this.content(res, id, this.bytes.get(id) ?? Buffer.alloc(0));
        return;
      }
      case 'versionContents': {
        const { versions } = JSON.parse(body) as { versions: { id: string }[] };
        this.bundle(
          res,
          versions.map(({ id }) => ({ id, bytes: this.bytes.get(id) ?? Buffer.alloc(0) })),
        );
        return;
      }
      case 'versionsByRecord':
        this.json(res, []);
        return;
      default:
        this.json(res, { error: { code: 'not_found', message: 'No existe.' } }, 404);
    }
  }

  /** The bytes of one version. */
  content(res: ServerResponse, version: string, bytes: Buffer, headers: Record<string, string> = {}): void {
    const sha256 = sha256Of(this.bytes.get(version) ?? bytes);
    res.writeHead(200, { etag: `"${sha256}"`, 'content-type': 'application/octet-stream', ...headers });
    res.end(bytes);
  }

  bundle(res: ServerResponse, items: readonly { id: string; bytes: Buffer }[]): void {
    res.writeHead(200, { 'content-type': BUNDLE_TYPE });
    res.write(bundleHead(items.map(({ id, bytes }) => ({ id, size: bytes.length }))));
    for (const { bytes } of items) res.write(bytes);
    res.end();
  }
}

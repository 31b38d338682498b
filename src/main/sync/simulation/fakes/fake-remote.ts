import {
  type Confirmation,
  type Confirmed,
  type FeedPage,
  type KnownContents,
  type LibraryInfo,
  type NewFolder,
  type NewRecord,
  type NewVersion,
  type PendingVersion,
  type Remote,
  RemoteError,
  type Result,
  type SentRecord,
  type SessionInfo,
  type SmallRecord,
  type SmallVersion,
  type TransferOptions,
  type VersionBytes,
  type VersionInfo,
  type WholeVersion,
} from '../../ports/remote.ts';
import { sha256Of } from './fake-disk.ts';
import { FakePerson } from './fake-person.ts';
import { type FakeServer, LIBRARY } from './fake-server.ts';

/** A size between the short and the long contents of a world. */
const WHOLE = 60;

/** The server for one person's desktop. `call` may lose the call, or its answer. */
export class FakeRemote implements Remote {
  readonly wholeBytes = WHOLE;
  readonly wholeRecordBytes = WHOLE;
  private readonly server: FakeServer;
  private readonly person: string;
  private readonly rights: FakePerson;
  private readonly call: <T>(label: string, action: () => T) => Promise<T>;
  private readonly readSpool: (path: string) => string | undefined;

  constructor(
    server: FakeServer,
    person: string,
    call: <T>(label: string, action: () => T) => Promise<T>,
    readSpool: (path: string) => string | undefined,
  ) {
    this.server = server;
    this.person = person;
    this.rights = new FakePerson(server, person);
    this.call = call;
    this.readSpool = readSpool;
  }

  session(): Promise<SessionInfo> {
    const name = this.person;
    return this.call('session', () => ({
      userId: name,
      name,
      firstname: name,
      lastname: '',
      organization: 'Org',
      epoch: String(this.server.state.epoch),
    }));
  }

  libraries(): Promise<readonly LibraryInfo[]> {
    const library = { id: LIBRARY, name: this.server.state.libraryName, hasDefaultLabels: true };
    return this.call('libraries', () =>
      this.rights.role === 'none'
        ? []
        : [
            {
              ...library,
              roles: this.rights.role === 'upload' ? ['upload'] : [],
              canUpload: this.rights.role === 'upload',
            },
          ],
    );
  }

  changes(_library: string, since: string | undefined): Promise<FeedPage> {
    return this.call('changes', () => {
      if (this.rights.role === 'none') throw new RemoteError('gone', 'not_found', '');
      return this.server.page(this.person, since);
    });
  }

  async *content(
    { id }: { id: string },
    offset: number,
    _options: TransferOptions,
  ): AsyncIterable<Uint8Array> {
    const bytes = await this.call('content', () => {
      const version = this.server.state.versions.get(id);
      if (version?.status !== 'ready' || !this.rights.maySee(version))
        throw new RemoteError('gone', 'not_found', '');
      return version.bytes;
    });
    for (let at = offset; at < bytes.length; at += 5) {
      await this.call('content chunk', () => undefined);
      yield new TextEncoder().encode(bytes.slice(at, at + 5));
    }
  }

  async *contents(wanted: readonly VersionBytes[], _options: TransferOptions): AsyncIterable<WholeVersion> {
    const found = await this.call('contents', () =>
      wanted.flatMap(({ id, sha256 }) => {
        const version = this.server.state.versions.get(id);
        const given =
          version?.status === 'ready' && this.rights.maySee(version) && sha256Of(version.bytes) === sha256;
        return given ? [{ id, bytes: new TextEncoder().encode(version.bytes) }] : [];
      }),
    );
    for (const each of found) {
      await this.call('content chunk', () => undefined);
      yield each;
    }
  }

  versions(record: string): Promise<readonly VersionInfo[]> {
    return this.call('versions', () => {
      if (this.rights.role === 'none' || this.server.isDeleted(record))
        throw new RemoteError('gone', 'not_found', '');
      return this.server
        .ready()
        .filter((each) => each.record === record && this.rights.maySee(each))
        .map((each) => this.server.infoOf(each.id));
    });
  }

  knownContents(hashes: readonly string[]): Promise<KnownContents> {
    return this.call('knownContents', () => {
      const found = new Map<string, { records: Set<string>; isDeleted: boolean }>();
      if (this.rights.role === 'none') return found;
      for (const each of this.server.ready().filter((version) => this.rights.maySee(version))) {
        const { sha256 } = this.server.infoOf(each.id);
        if (!hashes.includes(sha256)) continue;
        const content = found.get(sha256) ?? { records: new Set(), isDeleted: false };
        found.set(sha256, content);
        if (this.server.isDeleted(each.record)) content.isDeleted = true;
        else content.records.add(each.record);
      }
      return found;
    });
  }

  openConflicts(record: string): Promise<readonly string[]> {
    return this.call('openConflicts', () => {
      if (this.rights.role === 'none' || this.server.isDeleted(record))
        throw new RemoteError('gone', 'not_found', '');
      const open = this.server
        .ready()
        .filter((each) => each.record === record && each.conflict && !each.settled);
      return open.map(({ id }) => id);
    });
  }

  promoteVersion(opId: string, id: string, base: string): Promise<void> {
    return this.call('promoteVersion', () =>
      this.rights.once(opId, () => {
        const conflict = this.rights.openConflict(id);
        if (this.server.state.nodes.get(conflict.record)?.current !== base)
          throw new RemoteError('refused', 'version_conflict', '');
        const { record, bytes, name } = conflict;
        this.server.confirm(this.server.addVersion(record, base, this.person, bytes, name));
        conflict.settled = true;
      }),
    );
  }

  keepVersion(_opId: string, id: string): Promise<void> {
    return this.call('keepVersion', () => {
      this.rights.openConflict(id).settled = true;
    });
  }

  createVersion(opId: string, version: NewVersion): Promise<PendingVersion> {
    return this.call('createVersion', () =>
      this.rights.once(opId, () => {
        this.rights.assertMayUpload(version.record);
        const base = this.server.state.versions.get(version.base);
        if (base?.record !== version.record) throw new RemoteError('refused', 'base_unknown', '');
        const { id } = this.server.addVersion(version.record, version.base, this.person, '', version.name);
        return { recordId: version.record, versionId: id, key: id };
      }),
    );
  }

  /** Sent again, it is answered with the state of its version: the version keeps the operation. */
  sendVersion(opId: string, version: SmallVersion): Promise<Confirmed> {
    const { path, sha256, size, record, base, name } = version;
    return this.call('sendVersion', () => {
      const versionId = this.rights.once(opId, () => {
        this.rights.assertMayUpload(record);
        if (this.server.state.versions.get(base)?.record !== record)
          throw new RemoteError('refused', 'base_unknown', '');
        const bytes = this.readSpool(path) ?? '';
        if (sha256Of(bytes) !== sha256) throw new RemoteError('mismatch', 'bytes_missing', '');
        return this.server.addVersion(record, base, this.person, bytes, name).id;
      });
      return this.rights.confirmNow({ versionId, sha256, size });
    });
  }

  createRecord(opId: string, record: NewRecord): Promise<PendingVersion> {
    return this.call('createRecord', () => this.rights.once(opId, () => this.rights.makeRecord(record)));
  }

  /** Sent again, each is answered with the state of its version: the version keeps the operation. */
  sendRecords(records: readonly SmallRecord[]): Promise<readonly Result<SentRecord>[]> {
    return this.call('sendRecords', () => records.map((each) => resultOf(() => this.sendRecord(each))));
  }

  private sendRecord({ opId, record, path, at = 0, sha256, size }: SmallRecord): SentRecord {
    const { recordId, versionId } = this.rights.once(opId, () => {
      const bytes = this.readSpool(path)?.slice(at, at + size) ?? '';
      if (sha256Of(bytes) !== sha256) throw new RemoteError('mismatch', 'bytes_missing', '');
      const made = this.rights.makeRecord(record);
      const version = this.server.state.versions.get(made.versionId);
      if (version) version.bytes = bytes;
      return made;
    });
    return { recordId, confirmed: this.rights.confirmNow({ versionId, sha256, size }) };
  }

  async upload(pending: PendingVersion, path: string): Promise<void> {
    for (let part = 0; part < 2; part += 1) {
      await this.call('upload part', () => {
        const version = this.server.state.versions.get(pending.versionId);
        if (!version) throw new RemoteError('errored', 'version_errored', '');
        if (version.status !== 'pending') return;
        const bytes = this.readSpool(path) ?? '';
        version.bytes = part === 0 ? bytes.slice(0, Math.floor(bytes.length / 2)) : bytes;
      });
    }
  }

  confirm(opId: string, confirmation: Confirmation): Promise<Confirmed> {
    return this.call('confirm', () =>
      this.rights.once(`confirm ${opId}`, () => this.rights.confirmNow(confirmation)),
    );
  }

  createFolder(opId: string, _library: string, parent: string | null, name: string): Promise<{ id: string }> {
    return this.call('createFolder', () => this.rights.once(opId, () => this.rights.addFolder(parent, name)));
  }

  createFolders(
    opId: string,
    _library: string,
    folders: readonly NewFolder[],
  ): Promise<readonly Result<{ id: string }>[]> {
    return this.call('createFolders', () =>
      this.rights.once(opId, () =>
        folders.map(({ parent, name }) => resultOf(() => this.rights.addFolder(parent, name))),
      ),
    );
  }

  moveFolder(_opId: string, folder: string, parent: string | null, name: string): Promise<void> {
    return this.call('moveFolder', () => this.rights.move(folder, parent ?? LIBRARY, name, true));
  }

  /** Called for what was moved to another library: here there is one. */
  deleteFolder(): Promise<void> {
    return Promise.reject(new RemoteError('refused', 'not_empty', ''));
  }

  moveRecord(_opId: string, record: string, _library: string, folder: string | null): Promise<void> {
    return this.call('moveRecord', () => {
      const node = this.server.state.nodes.get(record);
      this.rights.move(record, folder ?? LIBRARY, node?.name ?? '', false);
    });
  }

  renameRecord(_opId: string, record: string, rev: number | undefined, name: string): Promise<void> {
    return this.call('renameRecord', () => {
      const node = this.server.state.nodes.get(record);
      // As on the server, a rename says which revision was seen.
      if (node && rev !== undefined && rev !== node.seq) throw new RemoteError('mismatch', 'rev_changed', '');
      this.rights.move(record, node?.parent ?? LIBRARY, name, false);
    });
  }
}

function resultOf<T>(action: () => T): Result<T> {
  try {
    return { ok: true, value: action() };
  } catch (error) {
    if (error instanceof RemoteError) return { ok: false, error };
    throw error;
  }
}

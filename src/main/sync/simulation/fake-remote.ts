import { clashKey, uniqueDiskName } from '#shared/platform/names.ts';
import {
  type Confirmation,
  type Confirmed,
  type FeedPage,
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
} from '../ports/remote.ts';
import { sha256Of } from './fake-disk.ts';
import { type FakeServer, type FakeVersion, LIBRARY } from './fake-server.ts';

/** A size between the short and the long contents of a world. */
const WHOLE = 60;

/** The server for one person's desktop. `call` may lose the call, or its answer. */
export class FakeRemote implements Remote {
  readonly wholeBytes = WHOLE;
  readonly wholeRecordBytes = WHOLE;
  private readonly server: FakeServer;
  private readonly person: string;
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
      this.role === 'none'
        ? []
        : [
            {
              ...library,
              roles: this.role === 'upload' ? ['upload'] : [],
              canUpload: this.role === 'upload',
            },
          ],
    );
  }

  changes(_library: string, since: string | undefined): Promise<FeedPage> {
    return this.call('changes', () => {
      if (this.role === 'none') throw new RemoteError('gone', 'not_found', '');
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
      if (version?.status !== 'ready' || !this.maySee(version))
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
          version?.status === 'ready' && this.maySee(version) && sha256Of(version.bytes) === sha256;
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
      if (this.role === 'none' || this.server.isDeleted(record))
        throw new RemoteError('gone', 'not_found', '');
      return this.server
        .ready()
        .filter((each) => each.record === record && this.maySee(each))
        .map((each) => this.server.infoOf(each.id));
    });
  }

  openConflicts(record: string): Promise<readonly string[]> {
    return this.call('openConflicts', () => {
      if (this.role === 'none' || this.server.isDeleted(record))
        throw new RemoteError('gone', 'not_found', '');
      const open = this.server
        .ready()
        .filter((each) => each.record === record && each.conflict && !each.settled);
      return open.map(({ id }) => id);
    });
  }

  promoteVersion(opId: string, id: string, base: string): Promise<void> {
    return this.call('promoteVersion', () =>
      this.once(opId, () => {
        const conflict = this.openConflict(id);
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
      this.openConflict(id).settled = true;
    });
  }

  private openConflict(id: string): FakeVersion {
    const version = this.server.state.versions.get(id);
    if (!version) throw new RemoteError('gone', 'not_found', '');
    this.mustUpload(version.record);
    if (!version.conflict) throw new RemoteError('refused', 'conflict', '');
    return version;
  }

  createVersion(opId: string, version: NewVersion): Promise<PendingVersion> {
    return this.call('createVersion', () =>
      this.once(opId, () => {
        this.mustUpload(version.record);
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
      const versionId = this.once(opId, () => {
        this.mustUpload(record);
        if (this.server.state.versions.get(base)?.record !== record)
          throw new RemoteError('refused', 'base_unknown', '');
        const bytes = this.readSpool(path) ?? '';
        if (sha256Of(bytes) !== sha256) throw new RemoteError('mismatch', 'bytes_missing', '');
        return this.server.addVersion(record, base, this.person, bytes, name).id;
      });
      return this.confirmNow({ versionId, sha256, size });
    });
  }

  createRecord(opId: string, record: NewRecord): Promise<PendingVersion> {
    return this.call('createRecord', () => this.once(opId, () => this.makeRecord(record)));
  }

  /** Sent again, each is answered with the state of its version: the version keeps the operation. */
  sendRecords(records: readonly SmallRecord[]): Promise<readonly Result<SentRecord>[]> {
    return this.call('sendRecords', () => records.map((each) => resultOf(() => this.sendRecord(each))));
  }

  private sendRecord({ opId, record, path, at = 0, sha256, size }: SmallRecord): SentRecord {
    const { recordId, versionId } = this.once(opId, () => {
      const bytes = this.readSpool(path)?.slice(at, at + size) ?? '';
      if (sha256Of(bytes) !== sha256) throw new RemoteError('mismatch', 'bytes_missing', '');
      const made = this.makeRecord(record);
      const version = this.server.state.versions.get(made.versionId);
      if (version) version.bytes = bytes;
      return made;
    });
    return { recordId, confirmed: this.confirmNow({ versionId, sha256, size }) };
  }

  private makeRecord(record: NewRecord): PendingVersion {
    this.mustUpload(record.folder ?? LIBRARY);
    const node = this.server.addNode('record', record.folder ?? LIBRARY, record.name, this.person);
    const { id } = this.server.addVersion(node.id, undefined, this.person, '', record.name);
    return { recordId: node.id, versionId: id, key: id };
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
    return this.call('confirm', () => this.once(`confirm ${opId}`, () => this.confirmNow(confirmation)));
  }

  private confirmNow({ versionId, sha256 }: Confirmation): Confirmed {
    const version = this.server.state.versions.get(versionId);
    if (!version) throw new RemoteError('errored', 'version_errored', '');
    this.mustUpload(version.record);
    if (sha256Of(version.bytes) !== sha256) throw new RemoteError('mismatch', 'bytes_missing', '');
    const outcome =
      version.status === 'pending' ? this.server.confirm(version) : version.conflict ? 'conflict' : 'current';
    const current = this.server.state.nodes.get(version.record)?.current ?? versionId;
    return { version: this.server.infoOf(versionId), outcome, current: this.server.infoOf(current) };
  }

  createFolder(opId: string, _library: string, parent: string | null, name: string): Promise<{ id: string }> {
    return this.call('createFolder', () => this.once(opId, () => this.addFolder(parent, name)));
  }

  createFolders(
    opId: string,
    _library: string,
    folders: readonly NewFolder[],
  ): Promise<readonly Result<{ id: string }>[]> {
    return this.call('createFolders', () =>
      this.once(opId, () => folders.map(({ parent, name }) => resultOf(() => this.addFolder(parent, name)))),
    );
  }

  private addFolder(parent: string | null, name: string): { id: string } {
    this.mustUpload(parent ?? LIBRARY);
    if (this.server.namesIn(parent ?? LIBRARY).has(clashKey(name)))
      throw new RemoteError('refused', 'name_taken', '');
    return { id: this.server.addNode('folder', parent ?? LIBRARY, name, this.person).id };
  }

  moveFolder(_opId: string, folder: string, parent: string | null, name: string): Promise<void> {
    return this.call('moveFolder', () => this.move(folder, parent ?? LIBRARY, name, true));
  }

  /** Called for what was moved to another library: here there is one. */
  deleteFolder(): Promise<void> {
    return Promise.reject(new RemoteError('refused', 'not_empty', ''));
  }

  moveRecord(_opId: string, record: string, _library: string, folder: string | null): Promise<void> {
    return this.call('moveRecord', () => {
      const node = this.server.state.nodes.get(record);
      this.move(record, folder ?? LIBRARY, node?.name ?? '', false);
    });
  }

  renameRecord(_opId: string, record: string, rev: number | undefined, name: string): Promise<void> {
    return this.call('renameRecord', () => {
      const node = this.server.state.nodes.get(record);
      // As on the server, a rename says which revision was seen.
      if (node && rev !== undefined && rev !== node.seq) throw new RemoteError('mismatch', 'rev_changed', '');
      this.move(record, node?.parent ?? LIBRARY, name, false);
    });
  }

  private move(id: string, parent: string, name: string, refuseTaken: boolean): void {
    this.mustUpload(id);
    this.mustUpload(parent);
    const node = this.server.state.nodes.get(id);
    if (!node) return;
    for (
      let up: string | undefined = parent;
      up !== undefined;
      up = this.server.state.nodes.get(up)?.parent
    ) {
      if (up === id) throw new RemoteError('refused', 'folder_cycle', '');
    }
    const taken = this.server.namesIn(parent, id);
    if (refuseTaken && taken.has(clashKey(name))) throw new RemoteError('refused', 'name_taken', '');
    node.parent = parent;
    node.name = uniqueDiskName(name, taken);
    this.server.touch(node, this.person);
  }

  private get role() {
    return this.server.roleOf(this.person);
  }

  /** Readers see only what is published. */
  private maySee(version: FakeVersion): boolean {
    return this.role === 'upload' || (this.role === 'reader' && version.wasPublished === true);
  }

  private mustUpload(id: string): void {
    if (this.role === 'none' || this.server.isDeleted(id)) throw new RemoteError('gone', 'not_found', '');
    if (this.role !== 'upload') throw new RemoteError('refused', 'forbidden', '');
  }

  private once<T>(opId: string, action: () => T): T {
    const key = `${this.person}:${opId}`;
    const known = this.server.state.answers.get(key);
    if (known !== undefined && this.server.safeguards.idempotency) return known as T;
    const answer = action();
    this.server.state.answers.set(key, answer);
    return answer;
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

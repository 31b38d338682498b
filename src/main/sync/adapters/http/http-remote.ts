import { BUNDLE_MAX, KNOWN_MAX } from '#shared/platform/limits.ts';
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
import {
  confirmedOf,
  entryBody,
  FEED_ROWS,
  infoOf,
  pageOf,
  pendingOf,
  versionBody,
  wizardBody,
} from './contract-shapes.ts';

import type { HttpClient } from './http-client.ts';
import { readContent, readContents } from './http-downloads.ts';
import { itemError } from './http-errors.ts';
import { sendFile } from './tus-upload.ts';
import { sendRecords, sendVersion } from './upload-bundle.ts';

/** The timeout of the small call that checks whether the server is back. */
const SESSION_MS = 10_000;

/** The server over HTTP and tus, by the contract. */
export class HttpRemote implements Remote {
  readonly wholeBytes = BUNDLE_MAX.fileBytes;
  /** False for a server older than `docs/send`; checked again with each connection. */
  private hasRecordsSend = true;
  private readonly http: HttpClient;
  /** The absolute path of a file below the sync root. */
  private readonly absolute: (path: string) => string;

  constructor(http: HttpClient, absolute: (path: string) => string) {
    this.http = http;
    this.absolute = absolute;
  }

  get wholeRecordBytes(): number {
    return this.hasRecordsSend ? BUNDLE_MAX.fileBytes : 0;
  }

  async session(): Promise<SessionInfo> {
    this.hasRecordsSend = true;
    const options = { timeoutMs: SESSION_MS };
    const { _id, firstname, lastname, organization, epoch } = await this.http.call('session', {}, options);
    const name = `${firstname} ${lastname}`.trim();
    return { userId: _id, name, firstname, lastname, organization: organization.name, epoch };
  }

  async libraries(): Promise<readonly LibraryInfo[]> {
    const groups = await this.http.call('groupsByMember', {});
    return groups.map((group) => ({
      id: group._id,
      name: group.name,
      archived: group.archivedAt !== null,
      roles: group.roles ?? [],
      canUpload: group.roles?.includes('upload') ?? false,
      hasDefaultLabels: group.defaultLabels.length > 0,
    }));
  }

  async changes(library: string, since: string | undefined): Promise<FeedPage> {
    const query = { group: library, limit: String(FEED_ROWS), ...(since === undefined ? {} : { since }) };
    const page = await this.http.call('changes', { query });
    return pageOf(library, page);
  }

  content(version: VersionBytes, offset: number, options: TransferOptions): AsyncIterable<Uint8Array> {
    return readContent(this.http, version, offset, options);
  }

  contents(versions: readonly VersionBytes[], options: TransferOptions): AsyncIterable<WholeVersion> {
    return readContents(this.http, versions, options);
  }

  async versions(recordId: string): Promise<readonly VersionInfo[]> {
    const versions = await this.http.call('versionsByRecord', { params: { id: recordId } });
    return versions.filter((version) => version.status === 'ready').map(infoOf);
  }

  async knownContents(hashes: readonly string[]): Promise<KnownContents> {
    const found = new Map<string, { records: Set<string>; isDeleted: boolean }>();
    for (let at = 0; at < hashes.length; at += KNOWN_MAX) {
      const body = { hashes: hashes.slice(at, at + KNOWN_MAX) };
      const known = await this.http.call('contentsKnown', { body }).catch((error: unknown) => {
        if (error instanceof RemoteError && error.kind === 'gone') return [];
        throw error;
      });
      for (const { sha256, record } of known) {
        const content = found.get(sha256) ?? { records: new Set(), isDeleted: false };
        found.set(sha256, content);
        if (record === null) content.isDeleted = true;
        else content.records.add(record);
      }
    }
    return found;
  }

  async openConflicts(recordId: string): Promise<readonly string[]> {
    const versions = await this.http.call('versionsByRecord', { params: { id: recordId } });
    const open = versions.filter(
      ({ status, conflict, settled }) => status === 'ready' && conflict && !settled,
    );
    return open.map(({ _id }) => _id);
  }

  async promoteVersion(opId: string, id: string, base: string): Promise<void> {
    await this.http.call('versionUse', { params: { id }, body: { base } }, { opId });
  }

  async keepVersion(opId: string, id: string): Promise<void> {
    await this.http.call('versionKeep', { params: { id } }, { opId });
  }

  async createVersion(opId: string, version: NewVersion, token?: string): Promise<PendingVersion> {
    const options = { opId, operationToken: token };
    const made = await this.http
      .call('versionCreate', { body: versionBody(version) }, options)
      .catch(baseUnknown);
    return pendingOf(version.record, made.version);
  }

  sendVersion(
    opId: string,
    version: SmallVersion,
    options: TransferOptions,
    token?: string,
  ): Promise<Confirmed> {
    const absolute = { ...version, path: this.absolute(version.path) };
    return sendVersion(this.http, opId, absolute, options, token).catch(baseUnknown);
  }

  async createRecord(opId: string, record: NewRecord, token?: string): Promise<PendingVersion> {
    const options = { opId, operationToken: token };
    const made = record.fields
      ? await this.http.call('recordCreate', { body: wizardBody(record, record.fields) }, options)
      : await this.http.call('entryCreate', { body: entryBody(record) }, options);
    return pendingOf(made.record._id, made.version);
  }

  async sendRecords(
    records: readonly SmallRecord[],
    options: TransferOptions,
  ): Promise<readonly Result<SentRecord>[]> {
    const absolute = records.map((each) => ({ ...each, path: this.absolute(each.path) }));
    try {
      return await sendRecords(this.http, absolute, options);
    } catch (error) {
      // `not_found` for a library concerns its own records. For the whole call it means that the server has no such
      // call.
      if (error instanceof RemoteError && error.kind === 'gone') this.hasRecordsSend = false;
      throw error;
    }
  }

  upload(version: PendingVersion, path: string, size: number, options: TransferOptions): Promise<void> {
    return sendFile(this.http, version, this.absolute(path), size, options);
  }

  async confirm(opId: string, { versionId: version, size, sha256 }: Confirmation): Promise<Confirmed> {
    const answer = await this.http.call(
      'confirm',
      { body: { version, size, sha256, onStale: 'keep' } },
      { opId },
    );
    return confirmedOf(answer, { sha256, size });
  }

  async createFolder(
    opId: string,
    group: string,
    parent: string | null,
    name: string,
  ): Promise<{ id: string }> {
    const { _id } = await this.http.call('folderCreate', { body: { group, parent, name } }, { opId });
    return { id: _id };
  }

  async createFolders(
    opId: string,
    group: string,
    folders: readonly NewFolder[],
  ): Promise<readonly Result<{ id: string }>[]> {
    const { results } = await this.http.call(
      'folderCreateBatch',
      { body: { group, items: [...folders] } },
      { opId },
    );
    return results.map((result) =>
      result.ok ? { ok: true, value: { id: result.folder } } : { ok: false, error: itemError(result.error) },
    );
  }

  async moveFolder(_opId: string, id: string, parent: string | null, name: string): Promise<void> {
    await this.http.call('folderUpdate', { params: { id }, body: { parent, name } });
  }

  async deleteFolder(_opId: string, id: string): Promise<void> {
    await this.http.call('folderDelete', { params: { id } });
  }

  async moveRecord(_opId: string, record: string, group: string, folder: string | null): Promise<void> {
    const { results } = await this.http.call('batchMove', { body: { items: [{ record }], group, folder } });
    const [result] = results;
    if (result?.error) throw itemError(result.error);
  }

  async renameRecord(_opId: string, id: string, known: number | undefined, name: string): Promise<void> {
    const params = { id };
    const rev = known ?? (await this.http.call('recordById', { params })).rev;
    await this.http.call('recordUpdate', { params, body: { rev, name } });
  }
}

/** Only a version's base can be invalid here: the server was restored, and does not know it any more. */
function baseUnknown(error: unknown): never {
  const unknown = error instanceof RemoteError && error.code === 'invalid';
  throw unknown ? new RemoteError('refused', 'base_unknown', error.message) : error;
}

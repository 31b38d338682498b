import { diskKey, uniqueDiskName } from '#shared/platform/files/names.ts';
import {
  type Confirmation,
  type Confirmed,
  type NewRecord,
  type PendingVersion,
  RemoteError,
} from '../../ports/remote.ts';
import { sha256Of } from './fake-disk.ts';
import { type FakeServer, type FakeVersion, LIBRARY } from './fake-server.ts';

/** One person at the fake server: what they may do and see there, by the rules of the real one. */
export class FakePerson {
  private readonly server: FakeServer;
  private readonly person: string;

  constructor(server: FakeServer, person: string) {
    this.server = server;
    this.person = person;
  }

  get role() {
    return this.server.roleOf(this.person);
  }

  /** Readers see only what is published. */
  maySee(version: FakeVersion): boolean {
    return this.role === 'upload' || (this.role === 'reader' && version.wasPublished === true);
  }

  assertMayUpload(id: string): void {
    if (this.role === 'none' || this.server.isDeleted(id)) throw new RemoteError('gone', 'not_found', '');
    if (this.role !== 'upload') throw new RemoteError('refused', 'forbidden', '');
  }

  /** Runs an operation once: repeated, it is answered as the first time. */
  once<T>(opId: string, action: () => T): T {
    const key = `${this.person}:${opId}`;
    const known = this.server.state.answers.get(key);
    if (known !== undefined && this.server.safeguards.idempotency) return known as T;
    const answer = action();
    this.server.state.answers.set(key, answer);
    return answer;
  }

  openConflict(id: string): FakeVersion {
    const version = this.server.state.versions.get(id);
    if (!version) throw new RemoteError('gone', 'not_found', '');
    this.assertMayUpload(version.record);
    if (!version.conflict) throw new RemoteError('refused', 'conflict', '');
    return version;
  }

  makeRecord(record: NewRecord): PendingVersion {
    this.assertMayUpload(record.folder ?? LIBRARY);
    const node = this.server.addNode('record', record.folder ?? LIBRARY, record.name, this.person);
    const { id } = this.server.addVersion(node.id, undefined, this.person, '', record.name);
    return { recordId: node.id, versionId: id, key: id };
  }

  confirmNow({ versionId, sha256 }: Confirmation): Confirmed {
    const version = this.server.state.versions.get(versionId);
    if (!version) throw new RemoteError('errored', 'version_errored', '');
    this.assertMayUpload(version.record);
    if (sha256Of(version.bytes) !== sha256) throw new RemoteError('mismatch', 'bytes_missing', '');
    const outcome =
      version.status === 'pending' ? this.server.confirm(version) : version.conflict ? 'conflict' : 'current';
    const current = this.server.state.nodes.get(version.record)?.current ?? versionId;
    return { version: this.server.infoOf(versionId), outcome, current: this.server.infoOf(current) };
  }

  addFolder(parent: string | null, name: string): { id: string } {
    this.assertMayUpload(parent ?? LIBRARY);
    if (this.server.namesIn(parent ?? LIBRARY).has(diskKey(name)))
      throw new RemoteError('refused', 'name_taken', '');
    return { id: this.server.addNode('folder', parent ?? LIBRARY, name, this.person).id };
  }

  move(id: string, parent: string, name: string, refuseTaken: boolean): void {
    this.assertMayUpload(id);
    this.assertMayUpload(parent);
    if (!this.server.movers.has(this.person)) this.server.offences.push(`${this.person} moved ${id}`);
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
    if (refuseTaken && taken.has(diskKey(name))) throw new RemoteError('refused', 'name_taken', '');
    node.parent = parent;
    node.name = uniqueDiskName(name, taken);
    this.server.touch(node, this.person);
  }
}

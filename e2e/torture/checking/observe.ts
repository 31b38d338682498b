import { createHash } from 'node:crypto';
import { chmod, lstat, readdir, readFile } from 'node:fs/promises';
import { signInApi } from '../../fixtures/api.ts';
import type { SeenFile, SeenVersion } from './seen.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads a person's documents with all versions over HTTP. */
export class ServerView {
  private readonly url: string;
  private readonly email: string;
  private readonly password: string;

  constructor(url: string, email: string, password: string) {
    this.url = url;
    this.email = email;
    this.password = password;
  }

  /**
   * All ready versions. `bytes` is undefined for one whose bytes are lost.
   *
   * @param withBytes requests the bytes of each too
   */
  async versions(withBytes: boolean): Promise<SeenVersion[]> {
    const api = await signInApi(this.url, this.email, this.password);
    const versions: SeenVersion[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '200', facets: 'no' as const, ...(cursor ? { cursor } : {}) };
      const page = await api.call('recordSearch', { query } as never);
      for (const { _id } of page.items) {
        for (const version of await api.call('versionsByRecord', { params: { id: _id } })) {
          if (version.status !== 'ready' || version.sha256 === null) continue;
          const bytes = withBytes ? await api.content(version._id).then(sha256, () => undefined) : undefined;
          versions.push({
            id: version._id,
            record: _id,
            name: version.name,
            number: version.number,
            sha256: version.sha256,
            bytes,
            unfinished: version.unfinished,
            createdAt: Date.parse(version.createdAt),
          });
        }
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return versions;
  }
}

/** Every file below a root, without following links. Makes files readable again that the driver had made unreadable. */
export async function readRoot(root: string): Promise<SeenFile[]> {
  const files: SeenFile[] = [];
  const walk = async (folder: Buffer, path: string): Promise<void> => {
    await chmod(folder, 0o700).catch(() => {});
    for (const name of await readdir(folder, { encoding: 'buffer' })) {
      const full = Buffer.concat([folder, Buffer.from('/'), name]);
      const below = path ? `${path}/${name.toString('utf8')}` : name.toString('utf8');
      const stats = await lstat(full).catch(() => undefined);
      if (!stats) continue;
      if (stats.isDirectory()) await walk(full, below);
      else if (!stats.isFile()) files.push({ path: below, sha256: '', kind: 'other' });
      else {
        if ((stats.mode & 0o400) === 0) await chmod(full, 0o600);
        files.push({ path: below, sha256: sha256(await readFile(full)), kind: 'file' });
      }
    }
  };
  await walk(Buffer.from(root), '');
  return files;
}

/** A text that changes with any path, size or time below the root, except for the engine's own files. */
export async function fingerprint(root: string): Promise<string> {
  const lines: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name === '.legajo') continue;
      const full = `${folder}/${entry.name}`;
      const stats = await lstat(full).catch(() => undefined);
      lines.push(`${full} ${stats?.size} ${stats?.mtimeMs}`);
      if (entry.isDirectory()) await walk(full);
    }
  };
  await walk(root);
  return lines.join('\n');
}

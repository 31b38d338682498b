import {
  Provider,
  type ProviderRuntimeOptions,
  parseUpdateInfo,
  resolveFiles,
} from 'electron-updater/out/providers/Provider.js';
import type { ResolvedUpdateFileInfo } from 'electron-updater/out/types.js';
import { z } from 'zod';
import { FeedRefused, openFeed } from './feed.ts';

export interface UpdateSource {
  /** The folder in which feed and installers lie. */
  readonly url: string;
  /** Base64 of the SPKI of the Ed25519 key that feeds are signed with. */
  readonly publicKey: string;
}

type UpdateInfo = ReturnType<typeof parseUpdateInfo>;

/** A feed says one line per installer; nobody needs a megabyte for that. */
const FEED_LIMIT = 64 * 1024;

/**
 * What a feed may say. Installers are named by their plain file names: no other origin, no other folder, and nothing
 * that a shell would read as more than a name (electron-updater hands it to one on Linux).
 */
const feed = z.looseObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  files: z
    .array(
      z.looseObject({
        url: z.string().regex(/^\w[\w.+-]{0,199}$/),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
      }),
    )
    .min(1)
    .max(20),
  stagingPercentage: z.number().min(0).max(100).optional(),
  /** Of web installers, which name more files: none of ours is one. */
  packages: z.never().optional(),
});

/**
 * electron-updater's door to one folder of files (its generic provider), which follows a feed only where the key
 * that the app was built with signed it. Its hashes then vouch for the installers, on every platform.
 */
export class SignedProvider extends Provider<UpdateInfo> {
  private readonly base: URL;
  private readonly publicKey: string;

  constructor(options: object, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime);
    const { url, publicKey } = options as UpdateSource;
    this.base = new URL(url.endsWith('/') ? url : `${url}/`);
    this.publicKey = publicKey;
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const file = `${this.getDefaultChannelName()}.yml`;
    const address = new URL(file, this.base);
    const text = (await this.httpRequest(address, { accept: '*/*', 'cache-control': 'no-cache' })) ?? '';
    if (text.length > FEED_LIMIT) throw new FeedRefused('strange', 'the feed is far too long for one');
    const info = parseUpdateInfo(openFeed(text, this.publicKey), file, address);
    const read = feed.safeParse(info);
    if (!read.success) throw new FeedRefused('strange', 'the feed says something that no feed of ours says');
    return info;
  }

  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.base);
  }
}

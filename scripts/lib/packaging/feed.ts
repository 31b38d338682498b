import { signFeed } from '../../../src/main/updates/feed.ts';

export interface FeedFile {
  readonly name: string;
  /** Base64. */
  readonly sha512: string;
  /** Bytes. */
  readonly size: number;
}

export interface FeedContent {
  readonly version: string;
  readonly files: readonly FeedFile[];
  /** Percent of the desktops that install it; all by default. */
  readonly stage: number;
  /** Day and time, ISO 8601. */
  readonly released: string;
}

/** Writes a platform's signed feed in electron-updater's format. @param key Ed25519, PEM */
export function writeFeed({ version, files, stage, released }: FeedContent, key: string): string {
  const lines = [
    `version: ${version}`,
    'files:',
    ...files.flatMap(({ name, sha512, size }) => [
      `  - url: ${name}`,
      `    sha512: ${sha512}`,
      `    size: ${size}`,
    ]),
    ...(stage < 100 ? [`stagingPercentage: ${stage}`] : []),
    `releaseDate: '${released}'`,
  ];
  return signFeed(`${lines.join('\n')}\n`, key);
}

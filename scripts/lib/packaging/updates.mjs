import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { at } from '../paths.mjs';

/** A platform's feed file, by electron-updater's name for this processor. */
const FEEDS = {
  linux: process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`,
  win: 'latest.yml',
  mac: 'latest-mac.yml',
};

/**
 * Settings for updates, from LEGAJO_UPDATES_URL (a folder of files, https), LEGAJO_UPDATES_KEY (a file with an Ed25519
 * key, PEM) and LEGAJO_UPDATES_STAGE (percent, 100).
 *
 * @returns null if updates are off, `{ wrong }`, or the settings
 */
export async function updatesFromEnvironment(env = process.env) {
  const { LEGAJO_UPDATES_URL: url, LEGAJO_UPDATES_KEY: file, LEGAJO_UPDATES_STAGE: said } = env;
  if (!url && !file) return null;
  if (!url || !file)
    return { wrong: 'LEGAJO_UPDATES_URL and LEGAJO_UPDATES_KEY go together: no update is taken unsigned' };
  const stage = Number(said || 100);
  if (!Number.isInteger(stage) || stage < 0 || stage > 100)
    return { wrong: 'LEGAJO_UPDATES_STAGE is a percentage' };
  if (!existsSync(file)) return { wrong: `LEGAJO_UPDATES_KEY names no file (${file})` };
  const { publicKeyOf } = await import('../../../src/main/updates/feed.ts');
  const { updateSource } = await import('../../../src/main/updates/source.ts');
  const key = readFileSync(file, 'utf8');
  try {
    const source = { url, publicKey: publicKeyOf(key) };
    if (!updateSource(JSON.stringify(source))) return { wrong: 'LEGAJO_UPDATES_URL is no https address' };
    return { ...source, stage, key };
  } catch {
    return { wrong: 'LEGAJO_UPDATES_KEY is no Ed25519 key in PEM: openssl genpkey -algorithm ed25519' };
  }
}

/**
 * Writes the signed feed of a platform's installers beside them, replacing electron-builder's unsigned one.
 *
 * @returns the feed's file, or null if there is nothing to publish
 */
export async function writeFeedOf(platform, installers, version, { stage, key }) {
  if (installers.length === 0) return null;
  const { writeFeed } = await import('./feed.ts');
  const files = [];
  for (const file of installers) {
    const hash = createHash('sha512');
    await pipeline(createReadStream(file), hash);
    files.push({ name: basename(file), sha512: hash.digest('base64'), size: statSync(file).size });
  }
  const feed = at('dist', FEEDS[platform]);
  writeFileSync(feed, writeFeed({ version, files, stage, released: new Date().toISOString() }, key));
  return feed;
}

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** The last line of a feed: a comment to YAML, and the signature over all that stands before it. */
const MARK = '# legajo-signature: ';
/** Base64 of the 64 bytes of an Ed25519 signature. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** A feed that is not followed. Its code stands in the log; a person is only told that it did not work. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly code: 'unsigned' | 'forged' | 'strange';

  constructor(code: FeedRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** @param privateKey Ed25519, PEM */
export function signFeed(feed: string, privateKey: string): string {
  const body = feed.endsWith('\n') ? feed : `${feed}\n`;
  const signature = sign(null, Buffer.from(body), createPrivateKey(privateKey)).toString('base64');
  return `${body}${MARK}${signature}\n`;
}

/** The public half of a key, as it is built into the app: base64 of its SPKI. */
export function publicKeyOf(privateKey: string): string {
  const key = createPublicKey(createPrivateKey(privateKey));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key for updates is to be an Ed25519 one');
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/**
 * What a feed says, where the key that the app was built with signed it.
 *
 * @param publicKey base64 of the SPKI
 * @throws FeedRefused
 */
export function openFeed(text: string, publicKey: string): string {
  const at = text.lastIndexOf(`\n${MARK}`) + 1;
  const signature = at > 0 ? text.slice(at + MARK.length).trim() : '';
  if (!SIGNATURE.test(signature)) throw new FeedRefused('unsigned', 'the feed carries no signature');
  const body = text.slice(0, at);
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64')))
    throw new FeedRefused('forged', 'the feed was not signed by the key of this app, or was changed since');
  return body;
}

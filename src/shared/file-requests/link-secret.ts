/** The page that takes what a link asks for (docs/domain/file-requests.md). */
export const DELIVERY_PATH = '/entregar';

/** The secret of a link: 32 random bytes. */
export const LINK_SECRET = /^[\w-]{43}$/;

/** The header in which the secret comes with a file's bytes; the other calls have it in their body. */
export const LINK_SECRET_HEADER = 'Link-Secret';

/** Where bytes are sent by a link, below `/api`. */
export const DELIVERY_UPLOADS = '/docs/deliveries/uploads';

/**
 * The address of a link. The secret is behind the hash, which browsers send to no server, so that it is in no log.
 * @param url of the installation, without a slash at its end
 */
export const deliveryLink = (url: string, secret: string): string => `${url}${DELIVERY_PATH}#${secret}`;

/** The secret in such an address, by what is behind the path; null where there is none. */
export function readDeliveryLink(hash: string): string | null {
  // What a sentence left behind the address when it was copied is no part of it.
  const secret = hash.replace(/^#/, '').replace(/(%20|[\s.,;:!?)>»"'])+$/, '');
  return LINK_SECRET.test(secret) ? secret : null;
}

import { isIPv6 } from 'node:net';
import { Address6 } from 'ip-address';

/** What one customer usually gets of IPv6: whoever has one of these addresses has them all. */
const CUSTOMER_BITS = 56;

/**
 * The key that calls, sockets and failures of an address are counted by. An IPv6 network of one customer counts as one
 * address, and an IPv4 address that is written as IPv6 as itself; `-` where the address is not known.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address || '-';
  const parsed = new Address6(address);
  if (parsed.isMapped4()) return parsed.to4().correctForm();
  return new Address6(`${address}/${CUSTOMER_BITS}`).networkForm();
}

import { shell } from 'electron';
import { DesktopError } from '../errors.ts';
import { readUrl } from '../url.ts';

/** Whether the system may be asked to open an address: parsed, and https or mailto. */
export function isExternalAddress(address: string): boolean {
  const url = readUrl(address);
  if (!url) return false;
  const { protocol, username, password, hostname } = url;
  if (protocol === 'mailto:') return true;
  return protocol === 'https:' && hostname !== '' && username === '' && password === '';
}

/** @throws DesktopError refused_address for anything but https and mailto */
export async function openOutside(address: string): Promise<void> {
  if (!isExternalAddress(address)) throw new DesktopError('refused_address');
  await shell.openExternal(new URL(address).href);
}

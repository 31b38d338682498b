import { shell } from 'electron';
import { DesktopError } from '../errors.ts';
import { isExternalAddress } from '../url.ts';

/** @throws DesktopError refused_address for anything but https and mailto */
export async function openOutside(address: string): Promise<void> {
  if (!isExternalAddress(address)) throw new DesktopError('refused_address');
  await shell.openExternal(new URL(address).href);
}

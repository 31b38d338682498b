import { serverUrl } from '../platform/platform.ts';

/** Follows a signed link like a click: the answer is a download, and the page stays. */
export function followLink(url: string): void {
  const link = document.createElement('a');
  link.href = reachable(url);
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The server uses its public address in links. This page may have come by another address of the same server. */
export function reachable(url: string): string {
  const here = serverUrl() || window.location.origin;
  const link = new URL(url, here);
  return link.pathname.startsWith('/api/files/')
    ? new URL(link.pathname + link.search, here).href
    : link.href;
}

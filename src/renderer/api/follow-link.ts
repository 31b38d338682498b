import { serverUrl } from '../platform/platform.ts';

/** Follows a signed link as if it had been clicked: what comes is a download, and the page stays. */
export function followLink(url: string): void {
  const link = document.createElement('a');
  link.href = reachable(url);
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The server names itself by its public address; we may have come by another, whose files are the same. */
export function reachable(url: string): string {
  const here = serverUrl() || window.location.origin;
  const link = new URL(url, here);
  return link.pathname.startsWith('/api/files/')
    ? new URL(link.pathname + link.search, here).href
    : link.href;
}

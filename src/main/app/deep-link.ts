import { readUrl } from '../url.ts';

/** The scheme of links that open the app: `legajo://records/view/…`. */
export const LINK_SCHEME = 'legajo';

/**
 * The route that a deep link names, or null where it names none. Only a path and a query of plain characters pass:
 * whoever can make a person click can choose it.
 */
export function routeOf(link: string): string | null {
  const url = readUrl(link);
  if (url?.protocol !== `${LINK_SCHEME}:`) return null;
  const path = `/${url.host}${url.pathname}`.replace(/\/+$/, '');
  if (!/^(\/[\w.-]+)+$/.test(path) || path.includes('..')) return null;
  if (!/^(\?[\w.~%&=+-]*)?$/.test(url.search)) return null;
  return path + url.search;
}

/** The deep link among a program's arguments: how Windows and Linux hand one over. */
export const linkAmong = (args: readonly string[]): string | undefined =>
  args.find((argument) => argument.startsWith(`${LINK_SCHEME}://`));

import { readUrl } from '../url.ts';

/** The scheme of links that open the app: `legajo://records/view/…`. */
export const LINK_SCHEME = 'legajo';

/**
 * What a link may lead to: pages that show something. Not those that act by being opened (unsubscribing, a new
 * password), whose addresses carry a secret.
 */
const LINKED = ['dashboard', 'records', 'sync', 'calendars', 'notifications', 'help'];
/** The longest route of ours is a search; nobody types one of this length. */
const LONGEST = 1000;

/**
 * The route that a deep link names, or null where it names none. Only a path and a query of plain characters pass:
 * whoever can make a person click can choose it.
 */
export function routeOf(link: string): string | null {
  if (link.length > LONGEST) return null;
  const url = readUrl(link);
  if (url?.username || url?.password || url?.port || url?.hash) return null;
  if (url?.protocol !== `${LINK_SCHEME}:`) return null;
  const path = `/${url.host}${url.pathname}`.replace(/\/+$/, '');
  if (!/^(\/[\w.-]+)+$/.test(path) || path.includes('..')) return null;
  if (!LINKED.includes(path.split('/')[1] ?? '')) return null;
  if (!/^(\?[\w.~%&=+-]*)?$/.test(url.search)) return null;
  return path + url.search;
}

/** The deep link among a program's arguments: how Windows and Linux hand one over. */
export const findLink = (args: readonly string[]): string | undefined =>
  args.find((argument) => argument.startsWith(`${LINK_SCHEME}://`));

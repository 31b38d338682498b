import { newId } from '../api/http.ts';
import { isAsking } from '../components/dialogs.ts';
import { setBackListener } from './back-listener.ts';

/**
 * History entries of sheets: with one open, going back closes it and stays on the page. An entry has the state and the
 * address of its page, a mark, and the next index, so that the router counts right when it goes on from there. The
 * router itself never hears of these entries: going to and from them is taken out of its hands.
 */
interface Sheet {
  readonly id: string;
  readonly close: () => void;
}

interface Entry {
  readonly id: string;
  readonly index: number;
}

interface State {
  /** The router's index and key of an entry. */
  readonly idx?: number;
  readonly key?: string;
  readonly sheet?: string;
}

const stateOf = (state: unknown): State => (state ?? {}) as State;

/** Open sheets, the uppermost last. */
let open: readonly Sheet[] = [];
/** Their entries as they follow each other in the history. */
let entries: readonly Entry[] = [];
/** Sheets that were left for another page: there is something in front of their entries. */
const left = new Set<string>();
/** Where the router is. */
let here: State = {};
/** While the page itself goes back. */
let returning = false;
let waiting: ReturnType<typeof setTimeout> | undefined;
let listening = false;

/** Must be called when the router has come to a location. */
export function notePlace(): void {
  listen();
  const { idx, key, sheet } = stateOf(history.state);
  if (sheet === undefined) here = { ...(idx === undefined ? {} : { idx }), ...(key ? { key } : {}) };
}

/**
 * Adds a history entry for a sheet.
 * @param close called when its person goes back; the sheet may stay open and ask first
 * @returns to be called when the sheet is closed
 */
export function openSheet(close: () => void): () => void {
  const sheet = { id: newId(), close };
  open = [...open, sheet];
  reconcileLater();
  return () => {
    open = open.filter((each) => each !== sheet);
    reconcileLater();
  };
}

const isOpen = (id: string): boolean => open.some((each) => each.id === id);

/** Later: a link in a sheet closes it and goes to another page, and one sheet may open another. */
function reconcileLater(): void {
  clearTimeout(waiting);
  waiting = setTimeout(reconcile);
}

/** Takes away the entries of closed sheets, and adds those that open ones lack. */
function reconcile(): void {
  if (returning) return;
  const uppermost = entries.filter(({ id }) => isOpen(id)).at(-1);
  const kept = uppermost ? entries.indexOf(uppermost) + 1 : 0;
  const closed = entries.slice(kept);
  const top = closed.at(-1);
  entries = entries.slice(0, kept);
  if (top && stateOf(history.state).sheet === top.id) {
    returning = true;
    history.go(-closed.length);
    return;
  }
  for (const { id } of closed) left.add(id);
  for (const { id } of open) {
    if (entries.some((entry) => entry.id === id)) continue;
    const index = (stateOf(history.state).idx ?? 0) + 1;
    history.pushState({ ...history.state, idx: index, sheet: id }, '');
    entries = [...entries, { id, index }];
  }
}

/** The page stays where it was scrolled to: the browser would put it where the sheet was opened. */
function keepScroll(): void {
  history.scrollRestoration = 'manual';
  setTimeout(() => {
    history.scrollRestoration = 'auto';
  }, 100);
}

function listen(): void {
  if (listening) return;
  listening = true;
  setBackListener(onPop);
  // The page was loaded again with a sheet open: what is shown is the entry below.
  if (stateOf(history.state).sheet !== undefined) history.back();
}

function onPop(event: PopStateEvent): void {
  const { idx = 0, key, sheet } = stateOf(event.state);
  const samePage = key === here.key;
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    keepScroll();
    reconcile();
    return;
  }
  const passed = entries.filter(({ index }) => index > idx);
  if (passed.length > 0) {
    entries = entries.filter(({ index }) => index <= idx);
    if (samePage) {
      event.stopImmediatePropagation();
      keepScroll();
    }
    // A question over a sheet has to be answered first: the sheet gets an entry again.
    if (!isAsking()) {
      for (const { id } of [...passed].reverse()) open.find((each) => each.id === id)?.close();
    }
    reconcileLater();
    return;
  }
  if (sheet === undefined || isOpen(sheet)) return;
  // The entry of a sheet that is closed: nothing is shown there, so it is passed over in the same direction.
  event.stopImmediatePropagation();
  if (idx > (here.idx ?? 0) && left.has(sheet)) history.forward();
  else {
    // From the page below it, the router is there already.
    returning = samePage;
    history.back();
  }
}

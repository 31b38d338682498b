import { newId } from '../api/http.ts';
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
/** The router's name for an entry that it has not made itself. */
const keyOf = ({ key = 'default' }: State): string => key;

/** Open sheets, the uppermost last. */
let open: readonly Sheet[] = [];
/** Their entries as they follow each other in the history. */
let entries: readonly Entry[] = [];
/** Sheets that were left for another page: there is something in front of their entries. */
const left = new Set<string>();
/** Where the router is. */
let here = { idx: 0, key: 'default' };
/** While the page itself goes back: what is to be done there. */
let returning: (() => void) | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
let listening = false;
/** What waits until no entry of a closed sheet is left. */
let later: readonly (() => void)[] = [];

/** Begins to hear of steps back: not before, because the first screen has no sheets. */
export function listenForBack(): void {
  if (listening) return;
  listening = true;
  setBackListener(onPop, notePlace);
  // The page was loaded again with a sheet open: what is shown is the entry below.
  if (stateOf(history.state).sheet !== undefined) history.back();
}

/**
 * Adds a history entry for a sheet.
 * @param close called when its person goes back; the sheet may stay open and ask first
 * @returns to be called when the sheet is closed
 */
export function openSheet(close: () => void): () => void {
  listenForBack();
  const sheet = { id: newId(), close };
  open = [...open, sheet];
  reconcileLater();
  return () => {
    open = open.filter((each) => each !== sheet);
    reconcileLater();
  };
}

/**
 * Runs a step of the router once no entry of a closed sheet is left: it goes back as many entries as it knows of, and
 * would come to the sheet's page instead of the one before.
 */
export function afterSheets(run: () => void): void {
  if (entries.length === 0 && !returning) {
    run();
    return;
  }
  later = [...later, run];
  reconcileLater();
}

/** Notes a location that the router has come to, unless the browser is elsewhere, as while a question blocks a step. */
function notePlace(key: string): void {
  const state = stateOf(history.state);
  if (state.sheet === undefined && keyOf(state) === key) here = { idx: state.idx ?? 0, key };
}

const isOpen = (id: string): boolean => open.some((each) => each.id === id);

/** Later: a link in a sheet closes it and goes to another page, and one sheet may open another. */
function reconcileLater(): void {
  clearTimeout(waiting);
  waiting = setTimeout(reconcile);
}

/** Takes away the entries of closed sheets, and adds those that open ones lack. */
function reconcile(): void {
  const { idx = 0, sheet, ...state } = stateOf(history.state);
  // Where the browser is on its way back to the router's place, its arrival reconciles.
  if (returning || keyOf(state) !== here.key) return;
  if (sheet === undefined && entries.some(({ index }) => index === idx)) {
    replacePage(idx);
    return;
  }
  const uppermost = entries.filter(({ id }) => isOpen(id)).at(-1);
  const kept = uppermost ? entries.indexOf(uppermost) + 1 : 0;
  const closed = entries.slice(kept);
  const top = closed.at(-1);
  entries = entries.slice(0, kept);
  if (top && sheet === top.id) {
    goBack(closed.length);
    return;
  }
  for (const { id } of closed) left.add(id);
  for (const { id } of open) {
    if (entries.some((entry) => entry.id === id)) continue;
    const index = (stateOf(history.state).idx ?? 0) + 1;
    history.pushState({ ...history.state, idx: index, sheet: id }, '');
    entries = [...entries, { id, index }];
  }
  const ready = later;
  later = [];
  for (const run of ready) run();
}

/** The router has put a new address in the place of a sheet's entry: it belongs in the place of the page below. */
function replacePage(idx: number): void {
  const steps = entries.filter(({ index }) => index <= idx).length;
  const state = { ...history.state, idx: idx - steps };
  const { href } = location;
  entries = [];
  here = { ...here, idx: state.idx };
  // What stays in front of the page is passed over like the entry of any closed sheet.
  history.replaceState({ ...history.state, sheet: newId() }, '');
  goBack(steps, () => history.replaceState(state, '', href));
}

function goBack(steps: number, arrived: () => void = () => undefined): void {
  returning = arrived;
  history.go(-steps);
}

/** The page stays where it was scrolled to: the browser would put it where the sheet was opened. */
function keepScroll(): void {
  history.scrollRestoration = 'manual';
  setTimeout(() => {
    history.scrollRestoration = 'auto';
  }, 100);
}

function onPop(event: PopStateEvent): void {
  const state = stateOf(event.state);
  const { idx = 0, sheet } = state;
  const samePage = keyOf(state) === here.key;
  if (returning) {
    event.stopImmediatePropagation();
    keepScroll();
    returning();
    returning = undefined;
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
    for (const { id } of [...passed].reverse()) open.find((each) => each.id === id)?.close();
    reconcileLater();
    return;
  }
  if (sheet === undefined || isOpen(sheet)) {
    reconcileLater();
    return;
  }
  // The entry of a sheet that is closed: nothing is shown there, so it is passed over in the same direction.
  event.stopImmediatePropagation();
  if (idx < here.idx) history.back();
  else if (left.has(sheet)) history.forward();
  else goBack(idx - here.idx);
}

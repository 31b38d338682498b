import '../catalogue.ts';
import { call } from '../../../api/client.ts';
import { reachable } from '../../../api/follow-link.ts';
import { wantLater } from '../../../hooks/later.ts';
import { i18next } from '../../../i18n/i18n.ts';
import { DesktopError, desktop, unwrap } from '../../../platform/platform.ts';
import { toast } from '../../toast.tsx';
import { downloadUrl } from './download-url.ts';
import type { DraggedFile } from './dragged-file.ts';
import { beginOwnDrag, endOwnDrag } from './own-drag.ts';

/** How long a prepared file is used: its link ends with its session, and its person's rights may change. */
const READY_MS = 50_000;
/** Bytes up to which the desktop fetches a file that is only pointed at, and not pressed yet. */
const HOVER_LIMIT = 5 * 1024 * 1024;

interface Prepared {
  readonly at: number;
  /** A signed link; '' on the desktop, where the file lies ready. */
  link?: string;
  error?: unknown;
  /** Somebody dragged it too early, and hears of it if it does not come. */
  awaited?: boolean;
}

/** By version. */
const prepared = new Map<string, Prepared>();

async function makeReady({ record, version }: DraggedFile): Promise<string> {
  if (!desktop) return reachable((await call('versionLink', { params: { id: version } })).url);
  await unwrap(desktop.drag.prepare({ record, version }));
  return '';
}

/**
 * Makes a file ready to be dragged, which takes a moment that a drag does not have.
 * @param pressed whether it was pressed, and not only pointed at
 */
export function prepareDrag(file: DraggedFile, pressed: boolean): void {
  if (desktop && !pressed && (file.size ?? Number.POSITIVE_INFINITY) > HOVER_LIMIT) return;
  const known = prepared.get(file.version);
  const now = performance.now();
  if (known && !known.error && now - known.at < READY_MS) return;
  for (const [version, { at }] of prepared) if (now - at >= READY_MS) prepared.delete(version);
  // What takes dropped files must be there to know that this one is its own.
  wantLater();
  const entry: Prepared = { at: now };
  prepared.set(file.version, entry);
  makeReady(file).then(
    (link) => {
      entry.link = link;
    },
    (error: unknown) => {
      entry.error = error;
      if (entry.awaited) sayFailed(error);
    },
  );
}

function readyLink(version: string): string | undefined {
  const entry = prepared.get(version);
  return entry && performance.now() - entry.at < READY_MS ? entry.link : undefined;
}

/** What a browser's drag carries for places outside it; nothing where the link has not come yet. */
export function readyData(file: DraggedFile): Record<string, string> {
  const link = readyLink(file.version);
  return link ? { DownloadURL: downloadUrl(file, link) } : {};
}

/**
 * Begins the system's drag in place of the browser's, where the file is ready; else says why not.
 * @param carried what may be moved within the app by the same drag
 */
export async function dragOrSayWhyNot(file: DraggedFile, carried: unknown): Promise<void> {
  const { version } = file;
  if (!desktop || readyLink(version) === undefined) return sayWhyNot(file);
  prepared.delete(version);
  beginOwnDrag(carried);
  const { started } = await unwrap(desktop.drag.start({ version })).catch(() => ({ started: false }));
  if (started) return;
  endOwnDrag();
  sayWhyNot(file);
}

function sayWhyNot(file: DraggedFile): void {
  const error = prepared.get(file.version)?.error;
  if (error) {
    sayFailed(error);
    return;
  }
  toast.info(i18next.t('documents:dragOut.coming'));
  prepareDrag(file, true);
  const entry = prepared.get(file.version);
  if (entry) entry.awaited = true;
}

function sayFailed(error: unknown): void {
  toast.error(i18next.t('documents:dragOut.failed'), error instanceof DesktopError ? error.message : error);
}

import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { writeFile } from 'atomically';
import { app, type BrowserWindow, dialog } from 'electron';
import { strToU8, zipSync } from 'fflate';
import { t } from '../i18n/i18n.ts';
import { logFile } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import { diagnosticFiles } from './diagnostics.ts';
import type { SyncHost } from './sync-host.ts';

export interface DiagnosticsDeps {
  readonly window: () => BrowserWindow;
  readonly settings: Settings;
  readonly sync: SyncHost;
  readonly logs: string;
}

/** Asks where, and writes the bundle there. @returns whether it was written; false where the dialog was closed */
export async function saveDiagnostics(deps: DiagnosticsDeps, withNames: boolean): Promise<boolean> {
  const day = new Date().toISOString().slice(0, 10);
  const { canceled, filePath } = await dialog.showSaveDialog(deps.window(), {
    title: t('dialog.diagnostics'),
    defaultPath: join(app.getPath('documents'), `legajo-diagnostico-${day}.zip`),
    filters: [{ name: 'ZIP', extensions: ['zip'] }],
  });
  if (canceled || !filePath) return false;
  const files = diagnosticFiles({
    versions: {
      app: app.getVersion(),
      electron: process.versions.electron ?? '',
      chrome: process.versions.chrome ?? '',
      node: process.versions.node,
      system: `${process.platform} ${process.arch} ${release()}`,
      at: new Date().toISOString(),
    },
    settings: deps.settings.all(),
    state: deps.sync.state(),
    figures: await deps.sync.command({ type: 'figures' }).catch(() => null),
    log: await readLog(deps.logs),
    home: app.getPath('home'),
    withNames,
  });
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  // An earlier bundle of that name stays until the new one is whole.
  await writeFile(filePath, Buffer.from(zipSync(Object.fromEntries(entries))));
  return true;
}

/** Both files of the log, the older one first. */
async function readLog(folder: string): Promise<string> {
  const file = logFile(folder);
  const parts = [file.replace(/\.log$/, '.old.log'), file].map((each) =>
    readFile(each, 'utf8').catch(() => ''),
  );
  return (await Promise.all(parts)).join('');
}

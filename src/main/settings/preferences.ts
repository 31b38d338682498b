import { z } from 'zod';
import { type DesktopPreferences, desktopPreferences, NO_PREFERENCES } from '#shared/ipc/desktop.ts';

/** What is kept of them, one by one: a file that another version wrote costs only what this one cannot read. */
export function readPreferences(stored: unknown): DesktopPreferences {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(stored);
  const shape = desktopPreferences.shape;
  const one = <K extends keyof DesktopPreferences>(key: K): DesktopPreferences[K] => {
    const value = shape[key].safeParse(given[key]);
    return value.success ? (value.data as DesktopPreferences[K]) : NO_PREFERENCES[key];
  };
  return {
    limitUp: one('limitUp'),
    limitDown: one('limitDown'),
    pauseOnMetered: one('pauseOnMetered'),
    ignore: one('ignore'),
    openAtLogin: one('openAtLogin'),
  };
}

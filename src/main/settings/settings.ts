import { z } from 'zod';
import type { DesktopPreferences, DesktopSettings } from '#shared/ipc/desktop.ts';
import { theme } from '#shared/ipc/desktop.ts';
import { readPreferences } from './preferences.ts';
import { parseAddress, storedOrigin } from './server-address.ts';

/** Where and how large the window was, in the screen's points. */
export const windowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(321).max(20_000),
  height: z.number().int().min(240).max(20_000),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;

/** What is kept between two starts. Secrets are not: those are the system's secret store's (session/). */
const fields = {
  server: storedOrigin,
  root: z.string().min(1),
  theme,
  window: windowState,
  /** Chromium's zoom level: 0 is the usual size. */
  zoom: z.number().min(-8).max(9),
  /** Another root was chosen, and the engine has not begun there yet. */
  startOver: z.boolean(),
};
type Fields = { [K in keyof typeof fields]: z.infer<(typeof fields)[K]> };

/** What the settings need of electron-store. */
export interface Store {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** Returns what this computer's system supports, as it is known now. */
export type GetCapabilities = () => DesktopSettings['can'];

/**
 * The settings of this installation. What cannot be read (an older or edited file) counts as not set.
 *
 * @param presetServer LEGAJO_SERVER: the server until another one is chosen; not kept
 */
export function createSettings(
  store: Store,
  proposedRoot: string,
  presetServer: string | undefined,
  can: GetCapabilities = () => ({ seeMetered: false, openAtLogin: false }),
) {
  let preset = presetServer ? parseAddress(presetServer).origin : null;

  const read = <K extends keyof Fields>(key: K): Fields[K] | null => {
    const value = fields[key].safeParse(store.get(key));
    return value.success ? (value.data as Fields[K]) : null;
  };
  const preferences = (): DesktopPreferences => readPreferences(store.get('preferences'));
  const all = (): DesktopSettings => ({
    server: preset ?? read('server'),
    root: read('root'),
    proposedRoot,
    theme: read('theme') ?? 'auto',
    preferences: preferences(),
    can: can(),
  });

  return {
    all,
    window: () => read('window'),
    zoom: () => read('zoom') ?? 0,
    preferences,
    startsOver: () => read('startOver') ?? false,
    setServer(origin: string) {
      preset = null;
      store.set('server', origin);
    },
    setRoot(root: string) {
      const before = read('root');
      store.set('root', root);
      if (before !== null && before !== root) store.set('startOver', true);
    },
    hasStartedOver: () => store.set('startOver', false),
    setPreferences: (changed: { [K in keyof DesktopPreferences]?: DesktopPreferences[K] | undefined }) =>
      store.set('preferences', { ...preferences(), ...changed }),
    setZoom: (level: number) => store.set('zoom', level),
    setTheme: (value: Fields['theme']) => store.set('theme', value),
    setWindow: (value: WindowState) => store.set('window', value),
  };
}
export type Settings = ReturnType<typeof createSettings>;

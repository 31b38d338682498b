import { z } from 'zod';
import type { DesktopSettings } from '#shared/ipc/desktop.ts';
import { theme } from '#shared/ipc/desktop.ts';
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
};
type Fields = { [K in keyof typeof fields]: z.infer<(typeof fields)[K]> };

/** What the settings need of electron-store. */
export interface Store {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/**
 * The settings of this installation. What cannot be read (an older or edited file) counts as not set.
 *
 * @param presetServer LEGAJO_SERVER: the server until another one is chosen; not kept
 */
export function createSettings(store: Store, proposedRoot: string, presetServer: string | undefined) {
  let preset = presetServer ? parseAddress(presetServer).origin : null;

  const read = <K extends keyof Fields>(key: K): Fields[K] | null => {
    const value = fields[key].safeParse(store.get(key));
    return value.success ? (value.data as Fields[K]) : null;
  };
  const all = (): DesktopSettings => ({
    server: preset ?? read('server'),
    root: read('root'),
    proposedRoot,
    theme: read('theme') ?? 'auto',
  });

  return {
    all,
    window: () => read('window'),
    setServer(origin: string) {
      preset = null;
      store.set('server', origin);
    },
    setRoot: (root: string) => store.set('root', root),
    setTheme: (value: Fields['theme']) => store.set('theme', value),
    setWindow: (value: WindowState) => store.set('window', value),
  };
}
export type Settings = ReturnType<typeof createSettings>;

import { z } from 'zod';
import { ignorePatterns } from './ignore-pattern.ts';

/** What the main process tells the page about this computer. */

export const appInfo = z.object({
  version: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32']),
  /** The computer's name, as the person's other screens show this desktop. */
  computer: z.string(),
  /** On which side the system draws its window controls into the page; `none` where the window has its own title bar. */
  windowControls: z.enum(['left', 'right', 'none']),
});
export type AppInfo = z.infer<typeof appInfo>;

export const theme = z.enum(['light', 'dark', 'auto']);

/** kB/s for documents; 0 for no limit. */
const kilobytes = z.number().int().min(0).max(1_000_000);

/** A person's choices for this computer. */
export const desktopPreferences = z.object({
  limitUp: kilobytes,
  limitDown: kilobytes,
  /** Documents wait while the system says that the network is metered. */
  pauseOnMetered: z.boolean(),
  ignore: ignorePatterns,
  /** The app starts in the tray when the person signs in to this computer. */
  openAtLogin: z.boolean(),
});
export type DesktopPreferences = z.infer<typeof desktopPreferences>;

export const NO_PREFERENCES: DesktopPreferences = {
  limitUp: 0,
  limitDown: 0,
  pauseOnMetered: false,
  ignore: [],
  openAtLogin: false,
};

export const desktopSettings = z.object({
  /** The server's origin, without a slash at its end; null on the first run. */
  server: z.string().nullable(),
  /** The sync folder; null until its person chose or confirmed one. */
  root: z.string().nullable(),
  /** The proposed sync folder. */
  proposedRoot: z.string(),
  theme,
  preferences: desktopPreferences,
  /** What this computer and its system support. */
  can: z.object({
    /** Whether the system says that a network is metered. */
    seeMetered: z.boolean(),
    openAtLogin: z.boolean(),
  }),
});
export type DesktopSettings = z.infer<typeof desktopSettings>;

export const serverCheck = z.object({
  /** The address as it will be stored: its origin. */
  server: z.string(),
  version: z.string(),
  environment: z.string(),
  /** http to another computer: passwords and documents would be sent unencrypted. */
  insecure: z.boolean(),
});
export type ServerCheck = z.infer<typeof serverCheck>;

export const sessionState = z.object({
  signedIn: z.boolean(),
  /**
   * Where the session is stored: in the system's secret store, or only in memory where there is none. It then ends with
   * the app, and the page says so.
   */
  kept: z.enum(['keyring', 'memory']),
});
export type SessionState = z.infer<typeof sessionState>;

export const identityToken = z.object({
  idToken: z.string(),
  /** Milliseconds since 1970, by this computer's clock. */
  expiresAt: z.number().int(),
});
export type IdentityToken = z.infer<typeof identityToken>;

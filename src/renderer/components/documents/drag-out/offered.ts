import { desktop } from '../../../platform/platform.ts';

/**
 * Whether this browser downloads what is dragged out of it: Chromium does, except on Linux and phones.
 * @param agent the browser's `userAgent`
 */
export const takesDownloadUrl = (agent: string): boolean =>
  /Chrome\//.test(agent) && /Windows NT|Macintosh/.test(agent);

/** Whether files can be dragged out of this window. */
export const offered = desktop !== undefined || takesDownloadUrl(navigator.userAgent);

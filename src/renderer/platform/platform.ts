/** The one place that knows whether this is the desktop or a browser. */

/** The server's origin without a trailing slash; '' where the page itself comes from it. */
let origin = '';
export const serverUrl = (): string => origin;
export const setServerUrl = (url: string): void => {
  origin = url.replace(/\/+$/, '');
};

/** Ctrl or ⌘, as shown in hints. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

import { app } from 'electron';

/** Switches of Chromium by which any server's certificate would be taken; a shortcut or a script may carry them. */
const TRUSTING = [
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
];

/**
 * Switches by which a shipped app would be looked into, steered from outside, given other code, or have its walls taken down.
 * Chromium acts on them after the app's own code has begun, or hands them to the processes that draw pages.
 */
const OPENING = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  'load-extension',
  'disable-extensions-except',
  'js-flags',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'disable-web-security',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
  'unsafely-treat-insecure-origin-as-secure',
  'enable-blink-features',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
];

/**
 * Takes switches away that weaken the app, however it was started. To be called before it is ready. What Chromium and Node
 * take before any code of ours runs is not within reach here (docs/desktop-security.md).
 *
 * @param release also those by which the tests drive a build that is no release
 */
export function dropSwitches(release: boolean): void {
  for (const name of release ? [...TRUSTING, ...OPENING] : TRUSTING) app.commandLine.removeSwitch(name);
}

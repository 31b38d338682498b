import { which } from './packaging/electron.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/**
 * Ensures that there is a browser for the tests; on Debian, as root, by installing one.
 *
 * @returns `{}` or `{ reason }`
 */
export async function prepareBrowser() {
  const { findBrowser } = await import('../../e2e/fixtures/browser.ts');
  if (findBrowser()) return {};
  if (which('apt-get') && process.getuid?.() === 0) {
    say('Installing Chromium for the tests (apt-get)');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env, quiet: true });
    // Newer Debian releases have the headless shell; older ones get the whole browser.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true });
      if (findBrowser()) return {};
    }
  }
  return {
    reason: 'there is no browser (npx playwright install chromium, or install Chromium, Chrome or Edge)',
  };
}

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { desktopEnv, repository } from './app.ts';

/**
 * A release ignores switches that would open it to others. Playwright cannot drive the app here, because that is one of
 * them.
 */

const SWITCHES = ['--remote-debugging-port=0', '--disable-web-security'];
/** Passed to the renderer processes, which obey it; the JavaScript flags are those of the older runtime. */
const HANDED_ON = /--(remote-debugging-port|js-flags)\b/;

test.skip(process.platform !== 'linux', 'processes are looked at in /proc');

/** Starts the app with these switches and waits until its page has loaded. */
async function start(env: Record<string, string>) {
  const home = await mkdtemp(join(tmpdir(), 'legajo-home-'));
  const program = process.env.LEGAJO_TEST_ELECTRON ?? '';
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = spawn(program, [...asRoot, '--disable-gpu', ...SWITCHES, repository], {
    env: desktopEnv(home, { withoutKeyring: true, env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [app.stdout, app.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise((resolve) => app.once('exit', resolve));
  let page = '';
  await expect
    .poll(async () => {
      page = (await commandsIn(home)).find((command) => command.includes('--type=renderer')) ?? '';
      return page;
    })
    .not.toBe('');
  // The port would be opened before the first page.
  const devTools = said.includes('DevTools listening on');
  app.kill();
  await ended;
  await rm(home, { recursive: true, force: true });
  return { devTools, handedOn: HANDED_ON.test(page) };
}

/** Command lines of the processes whose files are below a home. */
async function commandsIn(home: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(home)).map((line) => line.replaceAll('\0', ' '));
}

test('a release has no debugging port, and hands no switch on that takes the walls of its page down', {
  tag: '@desktop-switches',
}, async () => {
  expect(await start({ LEGAJO_CLOSED: 'yes' })).toEqual({ devTools: false, handedOn: false });
});

test('a build that is no release obeys them: the test above can fail', async () => {
  expect(await start({})).toEqual({ devTools: true, handedOn: true });
});

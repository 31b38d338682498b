// npm start: install what is missing, build what is stale, start the backend, open the desktop app.
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { keepRunning } from './lib/keep-running.mjs';
import { findElectron, whyNoDisplay } from './lib/packaging/electron.mjs';
import { at, pinnedNode, root } from './lib/paths.mjs';
import { freePort } from './lib/port.mjs';
import { isStopping, launch } from './lib/run.mjs';
import { say } from './lib/say.mjs';

await bootstrap();
if (!(await buildStale())) process.exit(1);

const host = process.env.HOST || '127.0.0.1';
const wanted = Number(process.env.PORT || 4870);
if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535) {
  say(`PORT must be a whole number from 0 to 65535, not "${process.env.PORT}"`);
  process.exit(1);
}
const port = await freePort(host, wanted).catch((error) =>
  say(`Cannot listen on ${host}:${wanted}: ${error.message}`),
);
if (port === null) say(`Port ${wanted} is in use: stop the other program, or choose another with PORT.`);
if (!port) process.exit(1);
const address = `http://${reachable(host)}:${port}`;

say('Starting the backend (the first start makes the demo organization)');
// Only this command creates a demo; a server that is started in other ways has none.
const env = {
  ...{ PORT: String(port), HOST: host, DEMO: process.env.DEMO || 'local' },
  // A line for each call would bury what this command says.
  ACCESS_LOG: process.env.ACCESS_LOG || 'no',
};
let ended = null;
const end = keepRunning(() => launch(pinnedNode, [at('server/main.ts')], { env }).ended, {
  onHung: () => say('The backend hung and ended itself: starting it again'),
  isStopping,
}).then((code) => {
  ended = { code };
});

if (await ready()) {
  say(`Legajo is ready: ${address}`);
  await openDesktop();
  say('Ctrl-C stops it.');
}
await end;
if (!isStopping()) process.exit(ended.code);

/** Waits until the server answers that it is ready, or has ended. */
async function ready() {
  while (!ended && !isStopping()) {
    try {
      const answer = await fetch(`${address}/api/ready`, { signal: AbortSignal.timeout(2000) });
      if (answer.ok) return true;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return false;
}

/** Opens the desktop app if that is possible and wanted; the web address works in any case. */
async function openDesktop() {
  if (process.env.OPEN === 'no') return;
  const noDisplay = whyNoDisplay();
  if (noDisplay)
    return say(`The desktop app stays closed: ${noDisplay}. The web app has everything but synced folders.`);
  const electron = await findElectron({ onDownload: () => say("Fetching Electron's binary (once)") });
  if (isStopping()) return;
  if (!electron.path) return say(`The desktop app stays closed: ${electron.reason}.`);
  say('Opening the desktop app');
  const sandboxless = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // Chromium's own warnings (no graphics card, no system bus) do not concern the person who reads the sign-ins.
  launch(electron.path, [...sandboxless, '--log-level=3', root], { env: { LEGAJO_SERVER: address } });
}

/** A server that listens on all addresses is reached by loopback. */
function reachable(name) {
  if (name === '0.0.0.0' || name === '::') return '127.0.0.1';
  return name.includes(':') ? `[${name}]` : name;
}

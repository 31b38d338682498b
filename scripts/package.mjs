// npm run package [-- --linux|--mac|--win [AppImage|deb|nsis|dmg|zip|dir …] …]: installers of the desktop app for
// people, in dist/. Ends with what was made and what was not, and why; exit code 0 only where all was made.
import { rmSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { packageRelease } from './lib/package.mjs';
import { at } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { updatesFromEnvironment } from './lib/updates.mjs';

await bootstrap();
process.env.LEGAJO_RELEASE = '1';
const updates = await updatesFromEnvironment();
if (updates?.wrong) {
  say(updates.wrong);
  process.exit(2);
}
if (updates) process.env.LEGAJO_UPDATES = JSON.stringify({ url: updates.url, publicKey: updates.publicKey });
const built = await buildStale(['desktop', 'engine'], { force: true });
process.exitCode = built ? await packageRelease(process.argv.slice(2), updates) : 1;
// What lies in out/ now is a release: the next start or test is to make its own.
rmSync(at('out/.stamps'), { recursive: true, force: true });

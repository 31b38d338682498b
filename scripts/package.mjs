// npm run package [-- --linux|--mac|--win [AppImage|deb|nsis|dmg|zip|dir …] …]: builds installers of the desktop app in
// dist/. Ends with what was built, what was not, and why. The exit code is 0 only if all were built.
import { rmSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { packageRelease } from './lib/packaging/package.mjs';
import { updatesFromEnvironment } from './lib/packaging/updates.mjs';
import { at } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

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
// out/ contains a release build now: marks it as stale, so that the next start or test builds its own.
rmSync(at('out/.stamps'), { recursive: true, force: true });

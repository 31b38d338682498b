// npm run package [-- --linux|--mac|--win [AppImage|deb|nsis|dmg|zip|dir …] …]: installers of the desktop app for
// people, in dist/. Ends with what was made and what was not, and why; exit code 0 only where all was made.
import { rmSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { packageRelease } from './lib/package.mjs';
import { at } from './lib/paths.mjs';

await bootstrap();
process.env.LEGAJO_RELEASE = '1';
const built = await buildStale(['desktop', 'engine'], { force: true });
process.exitCode = built ? await packageRelease(process.argv.slice(2)) : 1;
// What lies in out/ now is a release: the next start or test is to make its own.
rmSync(at('out/.stamps'), { recursive: true, force: true });

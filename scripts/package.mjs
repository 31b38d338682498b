// npm run package [-- --linux|--mac|--win …]: installers of the desktop app for people, in dist/.
import { rmSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { packageRelease } from './lib/package.mjs';
import { at } from './lib/paths.mjs';

await bootstrap();
process.env.LEGAJO_RELEASE = '1';
const done =
  (await buildStale(['desktop', 'engine'], { force: true })) && (await packageRelease(process.argv.slice(2)));
// What lies in out/ now is a release: the next start or test is to make its own.
rmSync(at('out/.stamps'), { recursive: true, force: true });
process.exitCode = done ? 0 : 1;

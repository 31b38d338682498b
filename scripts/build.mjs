// npm run build: main, preload and renderer for Electron, the sync engine's host, and the web build.
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';

await bootstrap();
process.exitCode = (await buildStale(undefined, { force: true })) ? 0 : 1;

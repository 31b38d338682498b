// npm run package:server: the server as one folder and one archive in dist/, which need nothing but Node.
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { at, root } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

await bootstrap();
if (!(await buildStale(['web']))) process.exit(1);
const { makeServerPackage } = await import('./lib/server-package/make.mjs');
try {
  const made = makeServerPackage(root, at('dist'));
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  say(`made      ${made.folder}: ${made.files} files, ${mb(made.bytes)}`);
  say(`made      ${made.archive}: ${mb(made.packed)}`);
} catch (error) {
  say(`NOT MADE  the server's package: ${error.message}`);
  process.exitCode = 1;
}

// npm run dev: server, web and desktop with reload.
import { bootstrap } from './lib/bootstrap.mjs';
import { buildStale } from './lib/build.mjs';
import { findElectron, whyNoDisplay } from './lib/packaging/electron.mjs';
import { at, bin, pinnedNode } from './lib/paths.mjs';
import { launch } from './lib/run.mjs';
import { say } from './lib/say.mjs';

await bootstrap();
if (!(await buildStale(['engine']))) process.exit(1);

const port = process.env.PORT || '4870';
const children = [
  launch(pinnedNode, ['--watch', at('server/main.ts')], {
    env: { PORT: port, DEMO: process.env.DEMO || 'local' },
  }),
  launch(pinnedNode, [bin('vite')], { env: { PORT: port } }),
];
say('Web with reload: http://127.0.0.1:4871');

const noDisplay = whyNoDisplay();
const electron = noDisplay ? { reason: noDisplay } : await findElectron();
if (electron.path) {
  children.push(
    launch(pinnedNode, [
      bin('vite'),
      'build',
      '--config',
      'vite.engine.config.ts',
      '--watch',
      '--logLevel',
      'warn',
    ]),
    launch(pinnedNode, [bin('electron-vite'), 'dev', '--watch'], {
      env: { ELECTRON_EXEC_PATH: electron.path, LEGAJO_SERVER: `http://127.0.0.1:${port}` },
    }),
  );
} else {
  say(`No desktop window: ${electron.reason}.`);
}
await Promise.all(children.map((child) => child.ended));

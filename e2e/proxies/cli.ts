// npm run check:proxies [-- nginx|caddy …] [--megabytes 200] [--package FOLDER]: drives the server through the settings of deploy/.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { startServer } from '../fixtures/server.ts';
import { drive } from './drive.ts';
import { caddy, makeCertificate, nginx, startProxy } from './settings.ts';

/** Port of the server; the proxies have those after it. */
const FIRST_PORT = Number(process.env.PORT || 4875);

const { values, positionals } = parseArgs({
  options: { megabytes: { type: 'string', default: '200' }, package: { type: 'string' } },
  allowPositionals: true,
});
const chosen = [nginx, caddy].filter(({ name }) => positionals.length === 0 || positionals.includes(name));
/** A folder that `npm run package:server` made; without it, the sources. */
const program = values.package && join(resolve(values.package), 'legajo.mjs');
const folder = mkdtempSync(join(tmpdir(), 'legajo-proxies-'));
const own = makeCertificate(folder);
setDefaultCACertificates([...getCACertificates(), readFileSync(own.certificate, 'utf8')]);
try {
  for (const [index, proxy] of chosen.entries()) {
    const port = FIRST_PORT + 1 + 2 * index;
    const url = `https://localhost:${port}`;
    const env = { PORT: `${FIRST_PORT}`, PUBLIC_URL: url, TRUST_PROXY: '1', DEMO: 'yes' };
    const server = await startServer({ ...env, FILE_TEXTS: 'no', LOG_LEVEL: 'warn' }, program);
    try {
      const end = await startProxy(proxy, { folder, ...own, server: `127.0.0.1:${FIRST_PORT}`, port });
      await drive(url, Number(values.megabytes), (step) => console.log(`${proxy.name}: ${step}`)).finally(
        end,
      );
    } finally {
      await server.stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

// npm run check: boundaries (and the proof that their rules bite), types, lint and format, unused code.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap();
const { runChecks } = await import('./lib/checks.mjs');
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;

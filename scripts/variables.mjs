// npm run variables [-- --check]: writes docs/operations/configuration.md from server/config.ts, or says that it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { at } from './lib/paths.mjs';

await bootstrap();
const { variablesPage } = await import('./lib/variables-page.ts');
const file = at('docs/operations/configuration.md');
const page = variablesPage();
if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/operations/configuration.md is not what server/config.ts says: npm run variables');
  process.exitCode = 1;
}

// npm run lines: each statement of the specification, each fault of sync and each point of the desktop's security, with the
// tests that hold it, by the reports of the last `npm test`.
import { bootstrap } from './lib/bootstrap.mjs';
import { root } from './lib/paths.mjs';

await bootstrap();
const { listLines, readReports } = await import('../e2e/specification/held.ts');

const { suites, ran } = readReports(root);
console.log(listLines(ran));
console.log(`By the reports of: ${suites.join(', ') || 'no suite yet. Run npm test.'}`);

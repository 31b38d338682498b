// npm run graph [-- --mermaid]: who imports whom among the server's domains, as figures or as a drawing, and the fullest folders.
import { spawnSync } from 'node:child_process';
import { bootstrap } from './lib/bootstrap.mjs';
import { at, bin, pinnedNode } from './lib/paths.mjs';

await bootstrap();
const { domainOrder } = await import('./boundaries/domains.mjs');
const { countImports, drawMermaid, fullestFolders, twoWayPairs, upwardArrows } = await import(
  './boundaries/graph.mjs'
);

const { stdout, stderr } = spawnSync(
  pinnedNode,
  [
    bin('depcruise', 'dependency-cruiser'),
    ...['--config', at('.dependency-cruiser.mjs'), '--output-type', 'json'],
    ...['src', 'server'],
  ],
  { cwd: at('.'), encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 },
);
if (!stdout) throw new Error(stderr);
const { modules } = JSON.parse(stdout);
const counts = countImports(modules);

if (process.argv.includes('--mermaid')) {
  console.log(drawMermaid(counts, domainOrder));
} else {
  const upward = upwardArrows(counts, domainOrder);
  const pairs = twoWayPairs(counts);
  for (const [from, to, count] of upward) console.log(`upward: ${from} \u2192 ${to} ${count}`);
  for (const [one, other, there, back] of pairs)
    console.log(`both ways: ${one} \u2194 ${other} ${there}/${back}`);
  console.log(`upward arrows ${upward.length}, two-way pairs ${pairs.length}, of ${counts.size} pairs`);
  for (const [folder, files] of fullestFolders(modules).slice(0, 10))
    console.log(`${files} files: ${folder}`);
  process.exitCode = upward.length + pairs.length === 0 ? 0 : 1;
}

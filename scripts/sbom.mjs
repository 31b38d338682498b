// npm run sbom [-- file]: lists what is shipped, as CycloneDX (JSON), in a file or on standard output.
import { writeFileSync } from 'node:fs';
import { readProject } from './lib/lock.mjs';
import { sbomOf } from './lib/packaging/sbom.mjs';
import { root } from './lib/paths.mjs';

const [file, folder = root] = process.argv.slice(2);
try {
  const sbom = sbomOf(readProject(folder));
  const text = `${JSON.stringify(sbom, null, 2)}\n`;
  if (file && file !== '-') {
    writeFileSync(file, text);
    console.log(`${sbom.components.length} packages: ${file}`);
  } else process.stdout.write(text);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

import { spawnSync } from 'node:child_process';
import { registryName, shippedPackages } from '../lock.mjs';

const npm = process.env.npm_execpath?.endsWith('.js')
  ? [process.execPath, process.env.npm_execpath]
  : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];

/**
 * A CycloneDX document of what is shipped: npm's document of all locked packages, without those that are not shipped.
 * Needs no network.
 *
 * @throws if npm fails, or its document does not match the lock
 */
export function sbomOf(project) {
  const [command, ...before] = npm;
  const { stdout, stderr, status } = spawnSync(
    command,
    [...before, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'],
    { cwd: project.folder, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`npm sbom failed (npm 10 or newer is needed): ${stderr}`);
  const all = JSON.parse(stdout);
  const { manifest, lock } = project;
  const root = `${manifest.name}@${manifest.version}`;
  const wanted = new Map(
    shippedPackages(project).map((path) => {
      const entry = lock.packages[path];
      const name = registryName(path, entry);
      return [`${name}@${entry.version}`, { name, integrity: entry.integrity }];
    }),
  );
  const { component } = all.metadata;
  const sbom = {
    ...all,
    // npm names the root by its folder.
    metadata: { ...all.metadata, component: { ...component, type: 'application', name: manifest.name } },
    components: all.components.flatMap((each) => {
      const found = wanted.get(each['bom-ref']);
      // npm names an alias by the name it is imported as, which in the registry is another package.
      return found ? [{ ...each, name: found.name }] : [];
    }),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === root || wanted.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => wanted.has(each)) })),
  };
  const faults = sbomFaults(sbom, wanted);
  if (faults.length > 0) throw new Error(`npm's document is not what is locked:\n${faults.join('\n')}`);
  return sbom;
}

/** Every shipped package must be in it once, with the lock's hash. */
function sbomFaults({ components }, wanted) {
  const hashes = new Map(components.map((each) => [each['bom-ref'], each.hashes?.[0]?.content]));
  const faults = [];
  for (const [ref, { integrity }] of wanted) {
    const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    if (!hashes.has(ref)) faults.push(`${ref} is missing`);
    else if (hashes.get(ref) !== hash) faults.push(`${ref} has another hash`);
  }
  if (components.length !== wanted.size)
    faults.push(`it has ${components.length} components, and ${wanted.size} packages are shipped`);
  return faults;
}

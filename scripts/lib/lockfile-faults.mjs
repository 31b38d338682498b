import { nameAt, registryName, shippedPackages } from './lock.mjs';

const REGISTRY = 'https://registry.npmjs.org/';
/** Only SHA-512: of several hashes the weakest would be enough for an attacker. */
const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
/** A range of versions or a tag, possibly of another name; everything else is a URL or a folder. */
const REGISTRY_RANGE = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\w\s.*^~<>=|+-]*$/;
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const MANIFEST_GROUPS = [...GROUPS, 'name', 'version'];

const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : value;

/**
 * The faults of a lock file, one in a line.
 *
 * @param npmrc text of the project's .npmrc
 */
export function lockfileFaults({ manifest, lock }, npmrc = '') {
  const packages = lock.packages ?? {};
  const root = packages[''] ?? {};
  if (lock.lockfileVersion !== 3)
    return [`package-lock.json is of version ${lock.lockfileVersion}, and not 3`];
  return [
    ...MANIFEST_GROUPS.filter((group) => !same(manifest[group], root[group])).map(
      (group) => `package.json and package-lock.json do not agree about ${group}: run npm install`,
    ),
    ...directFaults(manifest, packages),
    ...Object.entries(packages).flatMap(([path, entry]) =>
      (path === '' ? [] : entryFaults(path, entry, manifest)).map((fault) => `${path}: ${fault}`),
    ),
    ...aliasFaults(packages),
    ...shippedPackages({ lock })
      .filter((path) => packages[path].dev && nameAt(path) !== 'electron')
      .map((path) => `${path}: production needs it, and it is marked as for development only`),
    ...npmrcFaults(npmrc),
  ];
}

/** Every dependency in package.json has a version or range, and the lock pins a matching one. */
function directFaults(manifest, packages) {
  const faults = [];
  for (const group of GROUPS) {
    for (const [name, asked] of Object.entries(manifest[group] ?? {})) {
      const alias = /^npm:(.+)@([^@]+)$/.exec(asked);
      const [wanted, version] = alias ? alias.slice(1) : [name, asked];
      const entry = packages[`node_modules/${name}`];
      if (!EXACT.test(version))
        faults.push(`package.json: ${name} is asked for as “${asked}”, not by one version`);
      else if (!entry) faults.push(`package-lock.json has no ${name}`);
      else if (entry.version !== version || registryName(`node_modules/${name}`, entry) !== wanted)
        faults.push(
          `package.json asks for ${name} ${asked}, the lock has ${entry.name ?? name} ${entry.version}`,
        );
    }
  }
  return faults;
}

function entryFaults(path, entry, { allowScripts = {} }) {
  const faults = [];
  const name = registryName(path, entry);
  if (!path.startsWith('node_modules/')) faults.push('lies outside of node_modules');
  if (entry.link) faults.push('is a link to a folder');
  if (entry.inBundle) faults.push('comes inside another package, without a hash of its own');
  if (!EXACT.test(entry.version ?? '')) faults.push(`its version is “${entry.version}”`);
  if (!HASH.test(entry.integrity ?? ''))
    faults.push(`its hash is ${entry.integrity ?? 'missing'}, and not one SHA-512`);
  // Without a URL npm requests the name and version from the registry.
  const address = `${REGISTRY}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  if (entry.resolved !== undefined && entry.resolved !== address)
    faults.push(`it comes from ${entry.resolved}, and not from ${address}`);
  for (const group of GROUPS)
    for (const [dependency, range] of Object.entries(entry[group] ?? {}))
      if (!REGISTRY_RANGE.test(range)) faults.push(`asks for ${dependency} from ${range}`);
  if (entry.hasInstallScript && typeof allowScripts[name] !== 'boolean')
    faults.push('has an install script that allowScripts in package.json neither allows nor forbids');
  return faults;
}

/** A package under another name is accepted only if package.json has that alias. */
function aliasFaults(packages) {
  const asked = new Set(
    Object.values(packages).flatMap((entry) =>
      GROUPS.flatMap((group) => Object.entries(entry[group] ?? {})).map(
        ([name, range]) => `${name} ${/^npm:(.+)@/.exec(range)?.[1]}`,
      ),
    ),
  );
  return Object.entries(packages)
    .filter(([path, { name }]) => path !== '' && name && name !== nameAt(path))
    .filter(([path, { name }]) => !asked.has(`${nameAt(path)} ${name}`))
    .map(([path, { name }]) => `${path}: is ${name}, which nobody asked for under that name`);
}

function npmrcFaults(text) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /registry\s*=/i.test(line) || /^\/\//.test(line) || /_(auth|password)/i.test(line))
    .filter((line) => line.replace(/\s/g, '') !== `registry=${REGISTRY}`)
    .map((line) => `.npmrc: “${line.replace(/=.*/, '=…')}” names another registry, or a key to one`);
}

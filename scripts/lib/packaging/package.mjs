import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, bin } from '../paths.mjs';
import { canReach } from '../reach.mjs';
import { run, runNode } from '../run.mjs';
import { say } from '../say.mjs';
import { findElectron, which } from './electron.mjs';
import { askedFor, PLATFORMS, report, whyNot } from './package-plan.mjs';
import { writeFeedOf } from './updates.mjs';

/** The app as it is shipped, except for its fuses and its runtime: the desktop tests start it. */
export const testPackage = at('out/package/linux-unpacked');

/** Fuses of a release, in addition to those of electron-builder.yml: no inspector, no privileges for file:// pages. */
const closedInspector = { enableNodeCliInspectArguments: false };
const closedFiles = { grantFileProtocolExtraPrivileges: false };

/** Where electron-builder downloads Electron and its helpers. */
const DOWNLOADS = 'github.com';
const UNPACKED = { linux: 'linux-unpacked', win: 'win-unpacked', mac: 'mac' };

/**
 * Packages the build.
 *
 * @param args electron-builder's arguments: platforms and targets
 * @param config overrides of electron-builder.yml
 * @returns whether it succeeded, and all output
 */
async function pack(args, config, env = {}) {
  mkdirSync(at('out'), { recursive: true });
  const file = at('out/electron-builder.json');
  const homepage = process.env.LEGAJO_HOMEPAGE || 'https://legajo.invalid/';
  writeFileSync(
    file,
    JSON.stringify({ extends: at('electron-builder.yml'), extraMetadata: { homepage }, ...config }),
  );
  const { code, stdout } = await runNode(
    [bin('electron-builder'), ...args, '--config', file, '--publish', 'never'],
    {
      capture: true,
      env: {
        ...env,
        ...(which('dpkg-deb') ? { CUSTOM_FPM_PATH: at('scripts/lib/packaging/fpm-deb.mjs') } : {}),
      },
    },
  );
  return { done: code === 0, output: stdout };
}

/**
 * Builds the installers for the given platforms, and says in plain words what could not be built and why. Build with
 * LEGAJO_RELEASE=1 first.
 *
 * @param updates the result of updatesFromEnvironment()
 * @returns the exit code
 */
export async function packageRelease(args, updates) {
  const asked = askedFor(args, process.platform);
  if (asked.wrong) {
    say(`Not understood: ${asked.wrong}. For example: npm run package -- --linux AppImage deb`);
    return 2;
  }
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const outcomes = [];
  let standIn = null;
  for (const { platform, targets } of asked) {
    const runtime = await runtimeFor(platform);
    if (runtime.electronVersion) standIn = runtime.electronVersion;
    // What electron-updater reads inside the app: the place of its cache, and the kind of installer.
    const publish = updates ? { publish: [{ provider: 'generic', url: updates.url }] } : {};
    outcomes.push(...(await packagePlatform(platform, targets, { ...runtime, ...publish })));
    const made = outcomes.filter((each) => each.platform === platform && each.file && each.target !== 'dir');
    const files = made.map(({ file }) => file);
    const feed = updates && (await writeFeedOf(platform, files, version, updates));
    if (feed) say(`feed      ${PLATFORMS[platform].name}, for ${updates.stage} % of the desktops: ${feed}`);
  }
  const signable = ['win', 'mac'].filter((platform) =>
    outcomes.some((outcome) => outcome.platform === platform && outcome.file),
  );
  const { lines, code } = report(outcomes, {
    version,
    standIn,
    updates: updates?.url ?? null,
    unsigned: process.env.CSC_LINK ? [] : signable,
  });
  for (const line of lines) say(line);
  return code;
}

/**
 * One platform: the app in a folder first, then each installer from it, so that the failure of one does not affect the
 * others.
 */
async function packagePlatform(platform, targets, runtime) {
  const { name, host, onlyThere } = PLATFORMS[platform];
  const none = (reason) => targets.map((target) => ({ platform, target, reason }));
  if (onlyThere && process.platform !== host) return none(`it can be made on ${name} only`);
  if (!runtime.electronDist && !(await canReach(DOWNLOADS)))
    return none(`Electron for ${name} comes from ${DOWNLOADS}, which cannot be reached from here`);

  const { electronVersion } = runtime;
  const fuses = { ...closedInspector, ...(electronVersion ? {} : closedFiles) };
  say(`Packaging for ${name}`);
  const folder = at('dist', UNPACKED[platform]);
  rmSync(folder, { recursive: true, force: true });
  const unpacked = await pack([`--${platform}`, 'dir'], { ...runtime, electronFuses: fuses });
  if (!unpacked.done) return none(whyNot(unpacked.output));
  removeDefaultApp(folder);

  const outcomes = [];
  for (const target of targets) {
    if (target === 'dir') {
      outcomes.push({ platform, target, file: folder });
      continue;
    }
    const reason = await whyNotHere(target);
    if (reason) {
      outcomes.push({ platform, target, reason });
      continue;
    }
    // Each installer writes its own name there, for the updater.
    rmSync(join(folder, 'resources/package-type'), { force: true });
    const before = Date.now();
    const { done, output } = await pack([`--${platform}`, target, '--prepackaged', folder], runtime);
    const file = done && madeSince(before, target === 'nsis' ? 'exe' : target);
    outcomes.push(file ? { platform, target, file } : { platform, target, reason: whyNot(output) });
  }
  return outcomes;
}

/** Checks what an installer needs in advance: a failing download takes most of a minute. */
async function whyNotHere(target) {
  if (target === 'deb' && which('dpkg-deb')) return null;
  if (target === 'AppImage' && process.env.APPIMAGE_TOOLS_PATH) return null;
  if (['dmg', 'zip'].includes(target) || (await canReach(DOWNLOADS))) return null;
  const tools = {
    AppImage: 'the tools that make it',
    deb: 'fpm, which makes it,',
    nsis: 'the tools that make it',
  };
  const verb = target === 'deb' ? 'comes' : 'come';
  return `${tools[target]} ${verb} from ${DOWNLOADS}, which cannot be reached from here`;
}

/** Electron's own start page, which an unpacked Electron contains, is not needed beside ours. */
const removeDefaultApp = (folder) => rmSync(join(folder, 'resources/default_app.asar'), { force: true });

function madeSince(moment, extension) {
  const made = readdirSync(at('dist'))
    .filter((name) => name.endsWith(`.${extension}`))
    .map((name) => at('dist', name))
    .filter((file) => statSync(file).mtimeMs >= moment - 1000);
  return made[0] ?? null;
}

/**
 * The Electron to package: the app's own, if npm could download it for this machine; else, for Linux, the older one
 * that replaces it (docs/desktop-testing.md). For other platforms electron-builder downloads it itself.
 */
async function runtimeFor(platform) {
  if (PLATFORMS[platform].host !== process.platform) return {};
  if (!process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    const { path } = (await canReach(DOWNLOADS))
      ? await findElectron()
      : await findElectron({ download: false });
    if (path) return process.platform === 'darwin' ? {} : { electronDist: dirname(path) };
    const standIn = at('../shared/tools/electron-runtime');
    if (platform !== 'linux' || !existsSync(standIn)) return {};
    const { code, stdout } = await run(standIn, [], { capture: true, timeoutMs: 180_000 });
    if (code !== 0) return {};
    process.env.ELECTRON_OVERRIDE_DIST_PATH = stdout.trim().split('\n').at(-1);
  }
  return overrideRuntime();
}

/**
 * A folder as after an installation, with the tests' runtime, and its .deb where dpkg-deb is available. Built again
 * when the build changed. Its own Electron is not started: it may be older than the version that the app is written
 * for.
 */
export async function packageForTests() {
  const stamps = ['desktop', 'engine']
    .map((name) => at('out/.stamps', name))
    .filter((file) => existsSync(file));
  const sources = [
    'electron-builder.yml',
    'scripts/lib/packaging/package.mjs',
    'scripts/lib/packaging/fpm-deb.mjs',
  ].map((name) => at(name));
  const print = [...sources, ...stamps].map((file) => readFileSync(file, 'utf8')).join('\n');
  const stamp = at('out/.stamps/package');
  if (existsSync(testPackage) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return true;
  say('Packaging the desktop app for its tests');
  rmSync(stamp, { force: true });
  const config = { directories: { output: 'out/package' }, ...(await overrideRuntime()) };
  const ran = [await pack(['--linux', 'dir'], config)];
  removeDefaultApp(testPackage);
  // Not compressed: it is only read here.
  if (which('dpkg-deb'))
    ran.push(
      await pack(['--linux', 'deb', '--prepackaged', testPackage], config, {
        LEGAJO_DEB_COMPRESSION: 'none',
      }),
    );
  for (const { done, output } of ran) if (!done) process.stderr.write(output);
  const done = ran.every((each) => each.done);
  if (done) writeFileSync(stamp, print);
  return done;
}

/** The replacement runtime, named as electron-builder expects. */
async function overrideRuntime() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const runtime = folder && join(folder, 'runtime');
  if (!runtime || !existsSync(runtime)) return {};
  const { stdout } = await run(join(runtime, 'electron'), ['-p', 'process.versions.electron'], {
    capture: true,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  return { electronDist: runtime, electronVersion: stdout.trim().split('\n').at(-1) };
}

/**
 * What can be packaged: for each platform its name, the installers of electron-builder.yml, and where they can be
 * built.
 */
export const PLATFORMS = {
  linux: { name: 'Linux', host: 'linux', installers: ['AppImage', 'deb'] },
  win: { name: 'Windows', host: 'win32', installers: ['nsis'] },
  mac: { name: 'macOS', host: 'darwin', installers: ['dmg', 'zip'], onlyThere: true },
};

/** The app in a folder, as after an installation. */
const FOLDER = 'dir';

/**
 * Parses the command line: `--linux deb dir --win`; by default everything for this platform.
 *
 * @param args the command line's arguments
 * @param host process.platform
 * @returns `[{ platform, targets }]`, or `{ wrong }` with what could not be parsed
 */
export function askedFor(args, host) {
  const asked = [];
  for (const argument of args) {
    if (argument.startsWith('--')) {
      const platform = argument.slice(2);
      if (!Object.hasOwn(PLATFORMS, platform)) return { wrong: argument };
      asked.push({ platform, targets: [] });
      continue;
    }
    const last = asked.at(-1);
    const known = last && [...PLATFORMS[last.platform].installers, FOLDER];
    const target = known?.find((name) => name.toLowerCase() === argument.toLowerCase());
    if (!target) return { wrong: argument };
    last.targets.push(target);
  }
  if (asked.length === 0) {
    const own = Object.keys(PLATFORMS).find((platform) => PLATFORMS[platform].host === host);
    if (!own) return { wrong: host };
    asked.push({ platform: own, targets: [] });
  }
  return asked.map(({ platform, targets }) => ({
    platform,
    targets: targets.length > 0 ? targets : PLATFORMS[platform].installers,
  }));
}

/**
 * Explains why electron-builder failed, from its output, in a sentence that says what to do.
 *
 * @param output all of its output
 */
export function whyNot(output) {
  const host = /(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET)\s+([\w.-]+)/.exec(
    output,
  )?.[1];
  if (host)
    return `electron-builder fetches what it needs for it from ${host}, which cannot be reached from here`;
  const first = output.split('\n').find((line) => line.includes('⨯'));
  return first
    ? first.replace(/^.*?⨯\s*/, '').replace(/\s*(failedTask|stackTrace)=.*$/, '')
    : 'electron-builder gave no reason';
}

/**
 * The final report and the exit code: 0 only if everything was built, with the Electron version that the app is written
 * for.
 *
 * @param outcomes `[{ platform, target, file } | { platform, target, reason }]`
 * @param standIn the version of an Electron that replaced the app's own, or null
 */
export function report(outcomes, { version, standIn = null, unsigned = [], updates = null }) {
  const lines = [];
  for (const { platform, target, file, reason } of outcomes) {
    const what = target === FOLDER ? 'the app in a folder' : target;
    const where = PLATFORMS[platform].name;
    lines.push(file ? `made      ${where}, ${what}: ${file}` : `NOT MADE  ${where}, ${what}: ${reason}.`);
  }
  const made = outcomes.some(({ file }) => file);
  if (made && standIn)
    lines.push(
      `not for people: Electron's own binary could not be had, so this is built around Electron ${standIn}, which is older than what the app is written for`,
    );
  for (const platform of unsigned)
    lines.push(
      `not signed: ${PLATFORMS[platform].name} warns of it before it opens it (docs/operations.md, "Publishing")`,
    );
  if (made)
    lines.push(
      updates
        ? `updates: from ${updates}`
        : 'updates: none; LEGAJO_UPDATES_URL and LEGAJO_UPDATES_KEY were not set (docs/operations.md, "Publishing")',
    );
  const complete = outcomes.length > 0 && outcomes.every(({ file }) => file) && !standIn;
  lines.push(
    complete
      ? `Legajo ${version}: everything that was asked for is in dist/`
      : `Legajo ${version}: this is not all that was asked for (exit code 1)`,
  );
  return { lines, code: complete ? 0 : 1 };
}

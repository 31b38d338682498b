import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { control, readArguments } from '../../scripts/lib/packaging/fpm-deb.mjs';
import { askedFor, PLATFORMS, report, whyNot } from '../../scripts/lib/packaging/package-plan.mjs';

/** How `npm run package` parses its arguments, and what it prints at the end. */

test('it knows the installers that electron-builder.yml names', () => {
  const yml = readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8');
  for (const [platform, { installers }] of Object.entries(PLATFORMS)) {
    const section = yml.split(new RegExp(`^${platform}:$`, 'm'))[1] ?? '';
    expect(section).toMatch(new RegExp(`^\\s+target: \\[${installers.join(', ')}\\]`));
  }
});

test.each([
  ['', 'linux', [{ platform: 'linux', targets: ['AppImage', 'deb'] }]],
  ['', 'win32', [{ platform: 'win', targets: ['nsis'] }]],
  ['--linux deb dir', 'linux', [{ platform: 'linux', targets: ['deb', 'dir'] }]],
  [
    '--linux appimage --mac',
    'linux',
    [
      { platform: 'linux', targets: ['AppImage'] },
      { platform: 'mac', targets: ['dmg', 'zip'] },
    ],
  ],
  ['--linux rpm', 'linux', { wrong: 'rpm' }],
  ['--constructor', 'linux', { wrong: '--constructor' }],
  ['deb', 'linux', { wrong: 'deb' }],
  ['', 'freebsd', { wrong: 'freebsd' }],
])('"%s" on %s asks for %j', (line, host, asked) => {
  expect(askedFor(line.split(' ').filter(Boolean), host)).toEqual(asked);
});

test.each([
  [
    '  • building target=AppImage\n  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=RequestError: x',
    'electron-builder fetches what it needs for it from github.com, which cannot be reached from here',
  ],
  ['  ⨯ corrupted Electron dist  failedTask=build stackTrace=Error: corrupted', 'corrupted Electron dist'],
  ['', 'electron-builder gave no reason'],
])('its failure is told in a sentence (%#)', (output, sentence) => {
  expect(whyNot(output)).toBe(sentence);
});

const deb = { platform: 'linux', target: 'deb', file: '/dist/legajo.deb' } as const;
const appImage = { platform: 'linux', target: 'AppImage', reason: 'its tools are out of reach' } as const;

test('all made around the app’s own Electron: exit code 0', () => {
  const { lines, code } = report([deb], { version: '1.2.0', updates: 'https://updates.legajo.test/' });
  expect(code).toBe(0);
  expect(lines).toEqual([
    'made      Linux, deb: /dist/legajo.deb',
    'updates: from https://updates.legajo.test/',
    'Legajo 1.2.0: everything that was asked for is in dist/',
  ]);
});

test('one not made: it says which and why, and the exit code is 1', () => {
  const { lines, code } = report([appImage, deb], { version: '1.2.0' });
  expect(code).toBe(1);
  expect(lines[0]).toBe('NOT MADE  Linux, AppImage: its tools are out of reach.');
  expect(lines).toContain('made      Linux, deb: /dist/legajo.deb');
  expect(lines.at(-1)).toBe('Legajo 1.2.0: this is not all that was asked for (exit code 1)');
});

test('built around an Electron that stands in for its own: said, and never exit code 0', () => {
  const { lines, code } = report([deb], { version: '1.2.0', standIn: '22.3.25' });
  expect(code).toBe(1);
  expect(lines.find((line) => line.startsWith('not for people'))).toContain('Electron 22.3.25');
});

test('what is not signed is said', () => {
  const exe = { platform: 'win', target: 'nsis', file: '/dist/Legajo Setup.exe' } as const;
  const { lines } = report([exe], { version: '1.2.0', unsigned: ['win'] });
  expect(lines.find((line) => line.startsWith('not signed'))).toContain('Windows');
});

/** The arguments that electron-builder 26 passes to fpm. */
const FPM = [
  '-s',
  'dir',
  '--force',
  '-t',
  'deb',
  '-d',
  'libnss3',
  '-d',
  'xdg-utils',
  '--deb-recommends',
  'x',
];
const ABOUT = ['--name', 'legajo', '--version', '1.2.0', '--architecture', 'amd64', '--maintainer', 'Legajo'];

test('fpm’s arguments become a control file', () => {
  const text = ['--description', 'Gestión documental\n Con carpetas.', '--url', 'https://legajo.invalid/'];
  const asked = readArguments([...FPM, ...ABOUT, ...text, '/build/app/=/opt/Legajo', '/a=b.png=/usr/i.png']);
  expect(asked.files).toEqual([
    ['/build/app/', '/opt/Legajo'],
    ['/a=b.png', '/usr/i.png'],
  ]);
  expect(control(asked, 512)).toBe(
    [
      'Package: legajo',
      'Version: 1.2.0',
      'Architecture: amd64',
      'Maintainer: Legajo',
      'Section: misc',
      'Priority: optional',
      'Installed-Size: 512',
      'Depends: libnss3, xdg-utils',
      'Recommends: x',
      'Description: Gestión documental',
      ' Con carpetas.',
      '',
    ].join('\n'),
  );
});

test('an argument that it does not know is refused, not dropped', () => {
  expect(() => readArguments([...FPM, '--deb-systemd', 'x.service'])).toThrow('--deb-systemd');
  expect(() => readArguments(['-s', 'dir', '-t', 'rpm'])).toThrow();
});

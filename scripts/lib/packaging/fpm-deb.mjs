#!/usr/bin/env node
// Does with dpkg-deb what electron-builder asks of fpm for a .deb: the same arguments, the same package. fpm itself is
// a download from github.com with its own Ruby; dpkg-deb is on every Debian (docs/decisions).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Options with a value that apply to a .deb; those of other package kinds are refused. */
const VALUED = [
  '-s',
  '-t',
  '-d',
  '--deb-recommends',
  '--deb-compression',
  '--deb-priority',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--iteration',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--license',
  '--category',
];
const LISTS = ['-d', '--deb-recommends'];

/**
 * Parses fpm's command line as electron-builder writes it.
 *
 * @returns `{ options, lists, files }`; files as `[source, place]`, with a final `/` for folders
 */
export function readArguments(args) {
  const options = {};
  const lists = Object.fromEntries(LISTS.map((name) => [name, []]));
  const files = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === '--force') continue;
    if (VALUED.includes(argument)) {
      index += 1;
      if (LISTS.includes(argument)) lists[argument].push(args[index]);
      else options[argument] = args[index];
    } else if (argument.startsWith('-')) throw new Error(`an option that no .deb of ours needs: ${argument}`);
    else {
      const cut = argument.lastIndexOf('=');
      files.push([argument.slice(0, cut), argument.slice(cut + 1)]);
    }
  }
  if (options['-s'] !== 'dir' || options['-t'] !== 'deb') throw new Error('only a .deb out of folders');
  return { options, lists, files };
}

/** The control file: one field in a line; further lines of the description begin with a space. */
export function control({ options, lists }, installedKiB) {
  const [synopsis = '', ...more] = options['--description'].trim().split('\n');
  const fields = [
    ['Package', options['--name']],
    ['Version', [options['--version'], options['--iteration']].filter(Boolean).join('-')],
    ['Architecture', options['--architecture']],
    ['Maintainer', options['--maintainer']],
    ['Section', options['--category'] ?? 'misc'],
    ['Priority', options['--deb-priority'] ?? 'optional'],
    ['Installed-Size', installedKiB],
    ['Depends', lists['-d'].join(', ')],
    ['Recommends', lists['--deb-recommends'].join(', ')],
    // electron-builder requires one. Who packages Legajo for others sets a real one (LEGAJO_HOMEPAGE).
    ['Homepage', /\.invalid\/?$/.test(options['--url'] ?? '') ? '' : options['--url']],
    ['Description', [synopsis, ...more.map((line) => ` ${line.trim() || '.'}`)].join('\n')],
  ];
  return fields
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function* filesBelow(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) yield* filesBelow(path);
    else yield { path, stat };
  }
}

function build(args) {
  const asked = readArguments(args);
  const { options, files } = asked;
  const stage = mkdtempSync(join(dirname(options['--package']), '.deb-'));
  try {
    chmodSync(stage, 0o755);
    for (const [source, place] of files) {
      const target = join(stage, place);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      // Temporary files are readable only by their owner; installed files must be readable by everybody.
      if (!lstatSync(target).isDirectory()) chmodSync(target, 0o644);
    }
    const kept = [...filesBelow(stage)];
    const size = kept.reduce((sum, { stat }) => sum + Math.ceil(stat.size / 1024), 0);
    const sums = kept
      .filter(({ stat }) => stat.isFile())
      .map(({ path }) => {
        const sum = createHash('md5').update(readFileSync(path)).digest('hex');
        return `${sum}  ${relative(stage, path)}\n`;
      });
    mkdirSync(join(stage, 'DEBIAN'));
    writeFileSync(join(stage, 'DEBIAN/control'), control(asked, size));
    writeFileSync(join(stage, 'DEBIAN/md5sums'), sums.join(''));
    for (const [option, name] of [
      ['--after-install', 'postinst'],
      ['--after-remove', 'postrm'],
    ]) {
      if (!options[option]) continue;
      writeFileSync(join(stage, 'DEBIAN', name), readFileSync(options[option]), { mode: 0o755 });
    }
    const compression = process.env.LEGAJO_DEB_COMPRESSION ?? options['--deb-compression'] ?? 'xz';
    // The highest levels of xz take minutes longer for a few percent.
    const level = compression === 'xz' ? ['-z2'] : [];
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', `-Z${compression}`, ...level, '--build', stage, options['--package']],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.filename === process.argv[1]) build(process.argv.slice(2));

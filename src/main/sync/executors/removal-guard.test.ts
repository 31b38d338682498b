import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Decision 0033: every removal below the sync folder goes by one module. This reads the sources, since a rule on imports
 * cannot tell one function of `node:fs` from another.
 */
const MAIN = join(import.meta.dirname, '../..');
const sources = readdirSync(MAIN, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !/\.test\.ts$|\/(testing|simulation)\//.test(path))
  .map((path) => ({ name: relative(MAIN, path), text: readFileSync(path, 'utf8') }));

/** Names of the modules in which a pattern is found. */
const modulesWith = (pattern: RegExp): string[] =>
  sources.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).sort();

describe('one way of removing', () => {
  test.each([
    {
      what: 'takes names off the disk',
      pattern: /\b(unlink|unlinkSync|rm|rmSync|rmdir|rmdirSync)\b\(/,
      by: [
        // Its own files alone, which it knows by a mark in them (decision 0030).
        'app/folder-icons/linux.ts',
        'app/folder-icons/windows.ts',
        // Not below the sync folder.
        'app/open-at-login.ts',
        // Copies in the app's own folder, each file by its name and never a folder with what is in it (decision 0097).
        'drag-out/drag-copies.ts',
        // The port, and the one module that calls it.
        'sync/adapters/disk/disk-files.ts',
        'sync/adapters/disk/disk-removal.ts',
        // Its own note in the system's folder (decision 0048).
        'sync/adapters/root-lease.ts',
        'sync/executors/removal.ts',
        'sync/ports/files.ts',
      ],
    },
    {
      what: 'imports what removes',
      pattern: /import[^;]*\b(unlink|unlinkSync|rm|rmSync|rmdir|rmdirSync)\b[^;]*from 'node:fs/,
      by: [
        'app/folder-icons/linux.ts',
        'app/folder-icons/windows.ts',
        'app/open-at-login.ts',
        'drag-out/drag-copies.ts',
        'sync/adapters/disk/disk-removal.ts',
        'sync/adapters/root-lease.ts',
      ],
    },
    {
      what: 'uses the module that does it',
      pattern: /disk-removal\.ts'/,
      by: [
        'sync/adapters/disk/disk-files.ts',
        'sync/adapters/disk/disk-identity.ts',
        'sync/adapters/disk/move-entry.ts',
        'sync/adapters/disk/root-paths.ts',
        'sync/adapters/disk/write-new.ts',
      ],
    },
    {
      what: 'calls the port for it',
      pattern: /files\.(unlink|removeEmptyFolder)\(/,
      by: ['sync/executors/removal.ts'],
    },
    {
      what: 'removes with everything in it',
      pattern: /recursive: true, force|force: true, recursive/,
      by: [],
    },
    {
      what: 'replaces a file by another',
      pattern: /files\.replace\(/,
      by: ['sync/executors/replacing.ts'],
    },
  ])('only these $what', ({ pattern, by }) => {
    expect(modulesWith(pattern)).toEqual(by);
  });

  test('and nothing of the system is called around the adapter', () => {
    const adapter = sources.find(({ name }) => name === 'sync/adapters/disk/disk-files.ts')?.text ?? '';
    expect(adapter).not.toMatch(/fs\.(rm|unlink|rmdir)\b/);
    expect(sources.length).toBeGreaterThan(100);
  });
});

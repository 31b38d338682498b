import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { at } from '../lib/paths.mjs';

const mantine = at('node_modules/@mantine');
const read = (file) => readFileSync(file, 'utf8');
const parts = (names) => names.split(',').map((part) => part.trim());

/** The file of each thing that a package of Mantine exports. */
const exportsOf = once((name) => {
  const index = join(mantine, name, 'esm/index.mjs');
  if (!existsSync(index)) return new Map();
  const rows = [...read(index).matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm)];
  // What the index extends before it exports it, it imports as `Name as Name$1`.
  return new Map(
    rows.flatMap(([, names, path]) =>
      parts(names).map((part) => [part.split(' as ')[0], join(dirname(index), path)]),
    ),
  );
});

/** The files of Mantine that one of its files imports. */
const importsOf = once((file) =>
  [...read(file).matchAll(/^import (?:\{([^}]*)\}|\w+) from "([^"]+)";$/gm)].flatMap(([, names, path]) => {
    if (path.startsWith('.')) return [join(dirname(file), path)];
    const name = /^@mantine\/(\w+)$/.exec(path)?.[1];
    if (!name || !names) return [];
    return parts(names).flatMap((part) => exportsOf(name).get(part.split(' as ')[0]) ?? []);
  }),
);

/**
 * The style sheets below @mantine/core/styles, by their names without ending, that a component needs: its own and those
 * of all components that it is made of.
 *
 * @param name the package without its scope, for example `core`
 * @param component what is imported from it, for example `Select`
 */
export function coreStylesOf(name, component) {
  const start = exportsOf(name).get(component);
  const seen = new Set(start ? [start] : []);
  for (const file of seen) for (const next of importsOf(file)) seen.add(next);
  const modules = [...seen].filter(
    (file) => file.endsWith('.module.mjs') && file.startsWith(join(mantine, 'core')),
  );
  return modules.map((file) => basename(file, '.module.mjs'));
}

function once(make) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key);
  };
}

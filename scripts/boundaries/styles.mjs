import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { filesBelow } from './files.mjs';
import { coreStylesOf } from './mantine-styles.mjs';

/** The rules about style sheets, which neither the compiler nor knip looks into. */
export const styleRules = ['unused-class', 'unknown-class', 'mantine-style-missing', 'mantine-style-unused'];

/**
 * The violations in the style sheets of the renderer below a folder that is laid out like the repository.
 *
 * @returns `{ rule, from, to }` of each, paths relative to that folder
 */
export function styleViolations(folder) {
  const files = filesBelow(join(folder, 'src/renderer'));
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const found = [...classViolations(files, sources), ...mantineViolations(sources)];
  return found.map(({ rule, from, to }) => ({ rule, from: relative(folder, from).split(sep).join('/'), to }));
}

/** Classes of a module that no file names, and names that the module does not have. */
function classViolations(files, sources) {
  const named = new Map(
    files.filter((file) => file.endsWith('.module.css')).map((file) => [file, new Set()]),
  );
  const indexed = new Set();
  const violations = [];
  for (const { file, text } of sources) {
    for (const [, name, path] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const sheet = join(dirname(file), path);
      const classes = classesIn(sheet);
      if (new RegExp(`\\b${name}\\[`).test(text)) indexed.add(sheet);
      // Not after a quote: keys of the catalogue read alike.
      const uses = withoutImports(text).matchAll(new RegExp(`(?<![\\w.'"])${name}\\.(\\w+)`, 'g'));
      for (const [, used] of uses) {
        named.get(sheet)?.add(used);
        if (!classes.has(used))
          violations.push({ rule: 'unknown-class', from: file, to: `.${used} of ${path}` });
      }
    }
  }
  for (const [sheet, names] of named) {
    // A class that is chosen by a value has no name in the text.
    if (indexed.has(sheet)) continue;
    for (const name of classesIn(sheet)) {
      if (!names.has(name)) violations.push({ rule: 'unused-class', from: sheet, to: `.${name}` });
    }
  }
  return violations;
}

const withoutImports = (text) => text.replace(/^import .*$/gm, '');

/** The classes that a module defines: those of its selectors, without what is global. */
function classesIn(sheet) {
  const selectors = readFileSync(sheet, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/:[^{};]*;/g, ';');
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
}

/** Written for every page, whichever components it has. */
const always = ['baseline', 'default-css-variables', 'global'];

/** Components of Mantine without their styles, and styles whose component nobody uses. */
function mantineViolations(sources) {
  const needed = new Map();
  const present = new Map();
  for (const { file, text } of sources) {
    for (const [, style] of text.matchAll(/^import '@mantine\/core\/styles\/([\w-]+)\.layer\.css';$/gm))
      present.set(style, file);
    for (const [, names, name] of text.matchAll(/^import \{([^}]*)\} from '@mantine\/(\w+)';$/gm)) {
      for (const component of names.split(',')) {
        for (const style of coreStylesOf(name, component.trim().split(' as ')[0])) needed.set(style, file);
      }
    }
  }
  const missing = [...needed].filter(([style]) => !present.has(style));
  const unused = [...present].filter(([style]) => !needed.has(style) && !always.includes(style));
  return [
    ...missing.map(([style, from]) => ({ rule: 'mantine-style-missing', from, to: `${style}.layer.css` })),
    ...unused.map(([style, from]) => ({ rule: 'mantine-style-unused', from, to: `${style}.layer.css` })),
  ];
}

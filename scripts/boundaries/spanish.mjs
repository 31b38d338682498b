import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { at } from '../lib/paths.mjs';

/** Letters and marks that Spanish texts have, and identifiers and English messages of ours have not. */
const SPANISH = /[áéíóúñü¿¡«»]/i;
const WORD = /\p{L}{2,}/gu;
/** Options, variables, addresses and the like: their words are English, though they stand in a catalogue. */
const TECHNICAL = /\{\{\w+\}\}|`[^`]*`|npm run [\w:]+|[\w.]*[-_/:@]\S*/g;
/** Words of the catalogues that other texts have too. */
const COMMON = ['legajo', 'error', 'no', 'excel', 'word'];

let vocabulary;

/** All words of all catalogues: whoever adds a text there teaches the rule its words. */
function catalogueWords() {
  if (vocabulary) return vocabulary;
  vocabulary = new Set();
  const add = (node) => {
    if (typeof node !== 'string') return Object.values(node).forEach(add);
    for (const [word] of node.replace(TECHNICAL, ' ').matchAll(WORD)) vocabulary.add(word.toLowerCase());
  };
  for (const room of ['server', 'src'])
    for (const file of readdirSync(at(room), { recursive: true }))
      if (/(^|[\\/-])es\.json$/.test(file)) add(JSON.parse(readFileSync(join(at(room), file), 'utf8')));
  for (const word of COMMON) vocabulary.delete(word);
  return vocabulary;
}

/**
 * Whether a text is Spanish: by its letters, or, where it is a title or several words, by more than half of its words
 * being in a catalogue.
 */
export function isSpanish(text) {
  const words = text.match(WORD) ?? [];
  if (words.length === 0) return false;
  if (SPANISH.test(text)) return true;
  const isText =
    words.length === 1 ? /^\s*\p{Lu}\p{Ll}+[:.]?\s*$/u.test(text) : /\p{L}[,:.]?\s+\p{L}/u.test(text);
  return isText && words.filter((word) => catalogueWords().has(word.toLowerCase())).length * 2 > words.length;
}

/** The first Spanish text in a TypeScript source, comments, regular expressions and SQL apart. */
export function spanishText(source) {
  let found;
  const visit = (node) => {
    if (found !== undefined || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (node.type === 'ImportDeclaration') return;
    // A tag makes something else of its text: SQL.
    if (node.type === 'TaggedTemplateExpression') return visit(node.quasi.expressions);
    const text =
      node.type === 'TemplateLiteral'
        ? node.quasis.map(({ value }) => value.cooked).join('…')
        : node.type === 'Literal' && node.value;
    if (typeof text === 'string' && isSpanish(text)) found = text;
    else Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
  return found;
}

/** Where Spanish stands that is no text of a screen, a file or a mail; paths relative to the repository. */
const tests = [/\.test\.ts$/, /\/(testing|contract-tests|simulation)\//, /^server\/demo\//];
const letters = [
  // Letters and words as data: what a search treats alike, what a disk once wrote, what an import understands.
  /^server\/platform\/text\//,
  /^server\/domains\/retention\/bin\.queries\.ts$/,
  /^server\/domains\/people\/files\/columns\.ts$/,
  /^server\/domains\/imports\/kinds\/understood\.ts$/,
  /^server\/platform\/tables\/reading\/sheet-error\.ts$/,
  /^src\/main\/sync\/local\/broken-names\.ts$/,
  /^src\/shared\/documents\/file-completeness\.ts$/,
  // Values that are stored or sent, and names on people's disks.
  /^src\/shared\/calendars\/schedule\.ts$/,
  /^src\/shared\/platform\/(files\/names|texts\/month-names)\.ts$/,
  /^src\/main\/sync\/engine\/layout\.ts$/,
];
const contents = [
  // Templates and holidays as the law has them: contents that an organization starts from.
  /^server\/domains\/collaborative\/templates\/built-in\//,
  /^src\/shared\/(calendars|compliance)\/templates\.ts$/,
  /^src\/shared\/collaborative\/document-templates\.ts$/,
  /^src\/shared\/organization\/holidays\.ts$/,
  /^server\/domains\/starting\/sets\//,
];
const tables = [
  // Tables beside a type, whose members the compiler asks for one by one: catalogues in another form.
  /^src\/shared\/platform\/errors\.ts$/,
  /^src\/shared\/access\/(states|scopes)\.ts$/,
  /^src\/shared\/audit\/audit-((field-)?words|sentences)\.ts$/,
  /^src\/shared\/calendars\/(words|period)\.ts$/,
  /^src\/shared\/labels\/label-icons\.ts$/,
];
// Migrations are SQL as it was; English descriptions of endpoints quote what a button says.
const others = [
  /^server\/platform\/db\/migrations\//,
  /\.contract\.ts$/,
  /^src\/shared\/ipc\/ignore-pattern\.ts$/,
];

export const spanishAllowed = [...tests, ...letters, ...contents, ...tables, ...others];

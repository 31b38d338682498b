import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** One word for each of two things that are taken for each other (docs/glossary.md), in the help and the audit too. */
const WORD_RULES: readonly (readonly [rule: string, broken: RegExp])[] = [
  [
    'a hold is a «retención legal»; without «legal» only where it was named before, and no period stands beside it',
    /(?<!\b(la|las|esta|otra|varias) )retenci(ón|ones)(?! legal)|^(?=.*plazo)(?=.*retenci(ón|ones)(?! legal))|\bretener\b|\bretenid[oa]s?\b/is,
  ],
  [
    'a retention period is a «plazo de conservación»',
    /(?<!plazos? de )conservación|retenci(ón|ones) cumplida/i,
  ],
];

/** What a program can see of docs/voice.md: each rule with what breaks it, and with texts of the specification that may. */
const RULES: readonly (readonly [rule: string, broken: RegExp, allowed?: readonly string[]])[] = [
  ['no exclamation marks', /[!¡]/],
  [
    'tú, and not usted',
    /\busted\b|(^|[.:;] )(Revise|Intente|Ingrese|Seleccione|Elija|Verifique|Contacte|Haga|Escriba|Confirme|Inténtelo)\b/,
    ['Intente descargarlo desde el registro.'],
  ],
  ['no "por favor"', /por favor/i, ['Por favor revisa el Documento.', 'Por favor revisa los datos.']],
  ['equipo is a computer', /\b(computador|ordenador|PC)/i],
  ['correo', /\b(e-?mail|mail)\b/i],
  ['notificaciones, not avisos', /\b(tus|los|sin|nuevos?) avisos\b|\balertas?\b/i],
  ['iniciar sesión', /\b(log-?in|log-?out|loguear)/i],
  ['no click', /\bclic/i],
  ['folders do not comply', /en rojo\b/i],
  ['no person by a masculine plural or a slash', /\b(el|los) usuarios\b|\w[oa]\/[oa]\b|\w@s?( |$)/i],
  ['a plural for each number', /\w\(e?s\)/],
  ['one character for an ellipsis', /\.\.\./],
  [
    'no straight quotes',
    /"/,
    ['El nombre no puede llevar < > : " | ? ni *.', 'Sin los signos < > : " / \\ | ? *'],
  ],
  // Whoever calls the server by a program of their own may know JSON.
  ['no jargon', /\b(API|token|backend|null|undefined|timeout|socket|endpoint)\b|(?<!--server )\bURL\b/],
  ...WORD_RULES,
  [
    'a capital letter begins a sentence or a name, and nothing else',
    /^\p{Lu}\p{Ll}+ (?!Legajo$)(\p{Lu}\p{Ll}+ ?){1,3}$/u,
    ['Cargar Documento', 'Navegar Documentos'],
  ],
];

/** A text's place, and the text without what is filled in. */
function textsOf(file: string): [string, string][] {
  const found: [string, string][] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node === 'string') found.push([path, node.replace(/\{\{[^}]*\}\}/g, '·')]);
    else for (const [key, value] of Object.entries(node as object)) walk(value, `${path}.${key}`);
  };
  walk(JSON.parse(readFileSync(file, 'utf8')), '');
  return found;
}

const root = join(import.meta.dirname, '../..');
const files = globSync('{src,server}/**/*es.json', { cwd: root });
const texts = files
  .flatMap((file) => textsOf(join(root, file)).map(([path, text]) => [`${file} ${path}`, text]))
  // What people type where they search is theirs, and nobody reads it.
  .filter(([path]) => !/\/(places|help)\/es\.json .*\.(words|emptyWords)\b/.test(path ?? ''));

const rules = RULES.map(([rule, broken, allowed = []]) => ({ rule, broken, allowed }));

const sources = globSync(
  ['src/renderer/features/help/articles/*.md', 'src/shared/audit/audit-*{words,sentences}.ts'],
  { cwd: root },
);
const paragraphs = sources.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split(file.endsWith('.md') ? '\n\n' : '\n')
    .map((text) => [file, text.replace(/\s+/g, ' ')] as const),
);

test.each(WORD_RULES)('the help and the audit keep to the voice: %s', (_, broken) => {
  expect(sources.length).toBeGreaterThan(10);
  expect(paragraphs.filter(([, text]) => broken.test(text))).toEqual([]);
});

test.each(rules)('texts keep to the voice: $rule', ({ broken, allowed }) => {
  expect(texts.length).toBeGreaterThan(3000);
  const wrong = texts.filter(([, text = '']) => broken.test(text) && !allowed.includes(text));
  expect(wrong).toEqual([]);
});

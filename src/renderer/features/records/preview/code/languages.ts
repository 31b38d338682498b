/** The language of a file that is code, by its extension; what is not here stays plain. */
const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'json',
  xml: 'xml',
  html: 'xml',
  htm: 'xml',
  css: 'css',
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  sql: 'sql',
  yml: 'yaml',
  yaml: 'yaml',
  ini: 'ini',
  toml: 'ini',
  md: 'markdown',
};

/** Longer code is shown plain: who downloads it has a program for it. */
const COLOURED_CHARACTERS = 100_000;

export const languageOf = (extension: string, text: string): string | undefined =>
  text.length <= COLOURED_CHARACTERS ? LANGUAGES[extension] : undefined;

import { own } from '#shared/platform/own.ts';

/** The language of a code file, by its extension. Others are shown without colours. */
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

/** Maximum number of characters to highlight; longer code is shown without colours. */
const COLOURED_CHARACTERS = 100_000;

export const languageOf = (extension: string, text: string): string | undefined =>
  text.length <= COLOURED_CHARACTERS ? own(LANGUAGES, extension) : undefined;

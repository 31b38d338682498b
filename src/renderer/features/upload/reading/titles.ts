import { extensionOf, fileKind } from '#shared/platform/files/file-kinds.ts';
import { TITLE } from '#shared/platform/limits.ts';
import { isBlank } from '#shared/platform/texts/blank.ts';
import { withoutInvisible } from '#shared/platform/texts/invisible.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import { isDateLine } from './dates.ts';
import { tidyLine } from './plain-text.ts';
import { isProgramName } from './program-names.ts';
import { toSentenceCase } from './sentence-case.ts';

/** A longer first line is a paragraph. */
const HEADING_CHARACTERS = 120;
/** Of a hostile title no more than this is looked at. */
const LOOKED_AT = 300;

/** What is no title, though no program's name either. */
const FILLERS = [
  /^microsoft (office )?(word|excel|powerpoint|visio|project|publisher)\b/,
  // Paths and addresses.
  /^([a-z]:|file:|https?:|about:|\/|\\\\|~\/)/,
  /\\/,
  // One word that joins several: a file's name without its extension.
  /^\S*_\S*$/,
];

/** Names of files end with these, beside the kinds that are known here. */
const OTHER_EXTENSIONS = new Set([
  'dot',
  'dotx',
  'docm',
  'indd',
  'pub',
  'ai',
  'cdr',
  'qxd',
  'odg',
  'ps',
  'tmp',
  'wpd',
  'pages',
]);

/** Whether a title says nothing of its document, because a program has put it there. */
export function isFiller(title: string): boolean {
  const plain = foldText(title);
  if (!/\p{L}{2}/u.test(plain)) return true;
  const extension = extensionOf(title);
  if (fileKind(title) !== 'other' || OTHER_EXTENSIONS.has(extension)) return true;
  return isProgramName(title) || FILLERS.some((filler) => filler.test(plain));
}

/** A text as a title that can be offered: one line of 5 to 80 characters; undefined where it is no title. */
export function toTitle(text: string): string | undefined {
  const line = withoutInvisible(tidyLine(text).slice(0, LOOKED_AT))
    .replace(/^[\s\-–—_*•·|:;,.#]+/u, '')
    .replace(/[\s\-–—_*•·|:;,]+$/u, '');
  if (isBlank(line) || isFiller(line) || isDateLine(line)) return undefined;
  const title = cutAtWord(toSentenceCase(line));
  return title.length < TITLE.min ? undefined : title;
}

function cutAtWord(title: string): string {
  if (title.length <= TITLE.max) return title;
  const cut = title.slice(0, TITLE.max);
  const space = /\s/.test(title[TITLE.max] ?? '') ? TITLE.max : cut.lastIndexOf(' ');
  return (space >= TITLE.min ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')).replace(
    /[\s,;:–—-]+$/u,
    '',
  );
}

/**
 * The first line of a tidied text if it looks like a heading: in capitals, or with nothing directly below it. Sentences,
 * salutations and dates are none.
 */
export function headingOf(text: string): string | undefined {
  const [first = '', second = ''] = text.split('\n', 2);
  const isAlone = second === '';
  const isInCapitals = toSentenceCase(first) !== first;
  if (!first || first.length > HEADING_CHARACTERS || !(isAlone || isInCapitals) || /[,;:]$/.test(first))
    return undefined;
  // "Constructora Andes S.A." ends with a point, and so does a sentence.
  return /\p{Ll}{2}\.$/u.test(first) || isDateLine(first) ? undefined : first;
}

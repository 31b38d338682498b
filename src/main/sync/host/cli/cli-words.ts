import { isCertificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { ERRORS } from '#shared/platform/errors.ts';
import { own } from '#shared/platform/own.ts';
import { createTexts } from '#shared/platform/texts/create-texts.ts';
import type { Question } from '../../engine/removals/guard.ts';
import type { Activity } from '../../engine/work/work.ts';
import type { NotSynced } from '../../local/not-synced.ts';
import { FilesError } from '../../ports/files.ts';
import type { BlockedItem } from '../../ports/journal.ts';
import { RemoteError } from '../../ports/remote.ts';
import { RootError } from '../root-error.ts';
import type { Problem, Status } from '../runner-parts.ts';
import words from './cli-es.json' with { type: 'json' };

/** The command's texts: what happens, what it means, what to do. */
export const t = createTexts(words);

/** Smaller documents are not named with the room that they need. */
const NAMED_BYTES = 100_000;
const megabytes = new Intl.NumberFormat('es-CL', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

const problems: Readonly<Record<string, string>> = words.problems;

/** Why it could not go on, and what to do. */
export function failureWords(error: unknown): string {
  if (error instanceof RemoteError || error instanceof FilesError) {
    // Where nothing is synced yet, this is no missing document: the address is of something else.
    if (error.code === 'not_found' || error.code === 'method_not_allowed')
      return words.problems.strange_answer;
    const known = codeWords(error.code);
    if (known) return known;
    // The server's own sentences are for people; those of networks are not.
    return error instanceof RemoteError && error.kind !== 'offline' && error.message
      ? error.message
      : words.problems.offline;
  }
  if (error instanceof RootError) return t(`problems.${error.code}`, { what: oneLine(error.what) });
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes('database is locked')) return words.problems.journal_busy;
  const code = (error as { code?: string } | undefined)?.code ?? '';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return words.problems.denied;
  if (code === 'ENOSPC') return words.problems.full;
  if (code === 'ENOENT') return words.problems.no_place;
  if (code === 'EEXIST' || code === 'ENOTDIR') return words.problems.no_folder;
  return text;
}

function codeWords(code: string): string | undefined {
  if (isCertificateTrouble(code)) return words.problems.certificate;
  return problems[code] ?? own(ERRORS, code)?.message;
}

/** Libraries that were asked for by name and do not exist. */
export const missingLibraryWords = (name: string): string => t('noLibrary', { name });

/** What `parseArgs` refused: an unknown option, one without its value or with one too many, or a word beside them. */
export function argumentWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const code = (error as { code?: string } | undefined)?.code;
  // A word may hold anything, also quotes.
  const word = /^Unexpected argument '([\s\S]*)'\. /.exec(text)?.[1];
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' && word !== undefined)
    return t('arguments.stray', { word: oneLine(word) });
  const option = oneLine(/'(-{1,2}[^' ]+)/.exec(text)?.[1] ?? '');
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return text.includes('does not take')
      ? t('arguments.takesNone', { option })
      : t('arguments.noValue', { option });
  return `${t('arguments.unknown')} ${option}`.trim();
}

export function statusWords(status: Status, problem: Problem | undefined): string {
  if (!problem) return t(`status.${status}`);
  const why = codeWords(problem.code) ?? (problem.message || problem.code);
  return `${t('status.problem')} ${why}`;
}

/** The question, with as many of its files as it names. */
export function questionWords({ kind, files, paths = [] }: Question): string[] {
  const more = files - paths.length;
  return [
    t(`questions.${kind}`, { count: files }),
    ...paths.map((path) => `${kind === 'earlier-contents' ? t('wentBack') : t('missing')} ${path}`),
    ...(paths.length > 0 && more > 0 ? [t('moreFiles', { count: more })] : []),
  ];
}

/** A file that was changed, and not sent before the command was stopped. */
export const unsentWords = (path: string): string => t('item.pending', { path, why: t('unsent') });

/** A document whose download did not end before the command was stopped. */
export const cutWords = (path: string): string => t('item.pending', { path, why: t('cut') });

/**
 * Why an item is blocked, and what to do.
 * @param archived whether the reason is that its library is archived
 */
export function blockedWords(
  { path, reason, detail, message, bytes }: BlockedItem,
  archived = false,
): string {
  const known: Readonly<Record<string, string>> = words.blocked;
  if (archived) return t('item.pending', { path, why: words.blocked.archived });
  // Of a small one its size is not what is in the way.
  if (reason === 'no-space' && bytes && bytes >= NAMED_BYTES)
    return t('item.pending', { path, why: t('noSpaceFor', { size: megabytes.format(bytes / 1e6) }) });
  const refused = reason === 'refused' && detail ? codeWords(detail) : undefined;
  return t('item.pending', { path, why: message ?? refused ?? known[reason] ?? words.blocked.other });
}

export function notSyncedWords({ path, reason, proposed }: NotSynced): string {
  const name = proposed === undefined ? '' : ` ${t('proposed', { name: proposed })}`;
  return t('item.stays', { path, why: `${t(`notSynced.${reason}`)}${name}` });
}

/** The status once nothing is left to do. */
export const restingWords = (pending: number): string =>
  pending === 0 ? t('resting.all') : t('resting.but', { count: pending });

export const endWords = (pending: number, stays: number): string =>
  pending + stays === 0 ? t('end.none') : t('end.some', { pending, stays });

export function activityWords({ kind, path, from, code, count }: Activity): string {
  if (from !== undefined) return t('savedBefore', { from, path });
  // A code means nothing to a person; the list of blocked items gives the reason.
  const why = code ? (codeWords(code) ?? '') : '';
  const what = count === undefined ? t(`activity.${kind}`) : t('stoppedMany', { count });
  return `${what} ${path}${why ? `. ${why}` : ''}`;
}

/** Characters that move a terminal's cursor, colour it, or turn the order of what is read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text as one line for a terminal: names of files may hold line ends, and even terminal commands. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    // Unicode has a picture for each of these control characters.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

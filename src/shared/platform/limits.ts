/**
 * Limits and constants, those of the specification (§5, §9) first (docs/domain/limits.md). Server, screens and engine
 * import them from here.
 */

export const TITLE = { min: 5, max: 80 } as const;
export const NOTES_MAX = 1000;
export const COMMENT_MAX = 1000;
/** What a comment quotes: characters of the passage and of the words on each side of it, and the highest page. */
export const ANCHOR = { quote: 1000, context: 64, page: 100_000 } as const;
/** Comments of one document, on all of its versions. */
export const COMMENTS_MAX = 500;
/** How many people one comment may name. */
export const MENTIONS_MAX = 20;
export const NAME_MAX = 255;
export const CODE_MAX = 40;
/** The most labels of a record. The wizard requires at least one. */
export const LABELS_MAX = 50;
export const LABEL_NAME_MAX = 50;
/** The most labels that are suggested for a place. */
export const LABELS_SUGGESTED_MAX = 30;
export const LABEL_SEARCH = { min: 3, max: 50, throttleMs: 600 } as const;
/** Texts of reminders are shown cut to this many characters. */
export const REMINDER_TEXT_SHOWN = 50;
/** What is mailed; screens show the beginning. */
export const REMINDER_TEXT_MAX = 200;
/** How many documents, folders and libraries one person follows. */
export const FOLLOWS_MAX = 200;
/** How many people a document is shared with at once. */
export const SHARE_MAX = 50;
/** How many people somebody tells of documents by sharing them within an hour: each may get a mail. */
export const SHARES_PER_HOUR = 300;
/** How many reminders of one person may wait, and how many years ahead. */
export const REMINDERS_MAX = 200;
export const REMINDER_YEARS = 5;
export const SIGNED_LINK_SECONDS = 3600;
export const CACHE_MS = 900_000;
export const CONCURRENT_FETCH_POLL_MS = 100;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
export const TOAST_MS = 3000;
export const CALENDAR_MINUTE_STEP = 5;
export const DAY = { min: 1, max: 31 } as const;
export const YEAR = { min: 1000, max: 2999 } as const;
export const MONTH = { min: 1, max: 12 } as const;
export const BREAKPOINTS = { mobile: 321, tablet: 769, computer: 993, large: 1201 } as const;
export const LOCALE = 'es-cl';
export const TIME_ZONE = 'America/Santiago';

/** How long an access link lets somebody set their first password. */
export const ACCESS_LINK_HOURS = 72;

/**
 * A link by which somebody without an account sends files into a folder (docs/domain/file-requests.md): for how long it
 * takes them, and how many; to how many addresses it is mailed at once, and how many mails one person sends in an hour.
 */
export const FILE_REQUEST = {
  days: 14,
  files: 20,
  bytes: 2 * 1024 ** 3,
  title: { min: 5, max: 200 },
  sender: { min: 2, max: 80 },
  emails: 10,
  mailsPerHour: 100,
  /** The newest that a folder's list shows. */
  listed: 100,
} as const;

/**
 * The report by mail each month (docs/domain/report-mails.md): how many such mails an organization plans, to how many
 * people each, and the last day of the month that can be chosen, since every month has it. `attachedBytes`: what is attached
 * to one mail, before base64 makes it a third larger. `triesPerHour`: mails that one person sends to themselves.
 */
export const REPORT_MAIL = {
  schedules: 20,
  people: 50,
  lastDay: 28,
  attachedBytes: 10 * 1024 ** 2,
  triesPerHour: 10,
} as const;

/** Bytes; an organization may lower it in its settings. */
export const UPLOAD_LIMIT_BYTES = 2 * 1024 ** 3;
/** The desktop sends files up to this size in one tus request. */
export const SINGLE_REQUEST_BYTES = 8 * 1024 ** 2;
/** A batch with more documents than this is heavy work: one at a time for each person. */
export const HEAVY_BEYOND = 20;
export const BATCH_MAX = 200;
/** Contents that are looked up by their hashes in one call. */
export const KNOWN_MAX = 500;
/** A bundle of small files: how many, the bytes of each, and of all of them. */
export const BUNDLE_MAX = { files: BATCH_MAX, fileBytes: 1024 ** 2, bytes: 32 * 1024 ** 2 } as const;
/** The most that goes into one zip: documents, and bytes before compression. */
export const DOWNLOAD_MAX = { documents: 10_000, bytes: 10 * 1000 ** 3 } as const;
/** A link to a zip is followed at once, by the click that asked for it. */
export const DOWNLOAD_LINK_SECONDS = 300;
export const PAGE = { default: 50, max: 200 } as const;
export const FOLDER_DEPTH_MAX = 20;
/** An upload that received nothing for this long is marked errored. */
export const UPLOAD_ABANDONED_HOURS = 24;
/** Exact up to here, "1000+" above (docs/domain/search.md). */
export const COUNT_EXACT_MAX = 1000;
/** A library's name is also the name of its folder on every computer that syncs it. */
export const LIBRARY_NAME = { min: 2, max: 80 } as const;
export const DEPARTMENT_NAME = { min: 2, max: 80 } as const;
export const DESCRIPTION_MAX = 500;
/** How many members one save may set, and how many it may remove. */
export const MEMBERS_SAVED_MAX = 500;
/** Documents of a library are counted up to this number, "10.000+" above: counting a million takes seconds. */
export const LIBRARY_COUNT_MAX = 10_000;
/** A saved search: the length of its name and of its query string, and how many one person may have. */
export const SEARCH_NAME_MAX = 60;
export const SEARCH_QUERY_MAX = 2000;
export const SAVED_SEARCHES_MAX = 50;
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
/** How long a document stays in the bin, where the organization's settings say nothing else. */
export const BIN_DAYS = 30;
/** For how long whoever deleted a document may restore it themself: the toast stays 8 s. */
export const BIN_UNDO_SECONDS = 60;
export const TOMBSTONE_DAYS = 90;
/** A template of the organization's own: its bytes, its name, and how many there may be. */
export const TEMPLATE_BYTES_MAX = 5 * 1024 ** 2;
export const TEMPLATE_NAME = { min: 3, max: 60 } as const;
export const TEMPLATES_MAX = 50;
/** People who write a document together. */
export const AUTHORS_MAX = 50;
/** The organization's logo: its bytes, and its sides in pixels. */
export const LOGO_BYTES_MAX = 512 * 1024;
/** Bytes of a logo that goes with each mail; a larger one does not. */
export const LOGO_IN_MAIL_BYTES_MAX = 100 * 1024;
export const LOGO_SIDE = { min: 16, max: 2048 } as const;
/** The title of an obligation over a list, which the name of each follows. */
export const SERIES_TITLE_MAX = 60;
/** For how many one obligation over a list is. */
export const SERIES_MAX = 500;
/** A table to import: its bytes, its rows without the header, its columns, and a cell's characters. */
export const IMPORT = {
  bytes: 2 * 1024 ** 2,
  rows: 500,
  columns: 50,
  cell: 2000,
  faultsShown: 200,
} as const;
/** How long an import of a table can be undone. */
export const IMPORT_UNDO_HOURS = 1;
/** How long an import of people can be undone. Their invitations leave after it. */
export const PEOPLE_UNDO_MINUTES = 10;

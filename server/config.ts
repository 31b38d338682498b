import { resolve } from 'node:path';
import { z } from 'zod';
import { SIGNED_LINK_SECONDS } from '#shared/platform/limits.ts';
import { databaseUrl } from './database-url.ts';
import { BODY_TIMEOUTS, type BodyTimeouts } from './platform/http/connections/body-timeouts.ts';
import {
  CONNECTION_TIMEOUTS,
  type ConnectionTimeouts,
} from './platform/http/connections/connection-timeouts.ts';
import { MISUSE_LIMITS, type MisuseLimits } from './platform/limits/misuse.ts';

/**
 * The environment of a server process: every variable is declared and described here, and nowhere else.
 * `npm run variables` writes `docs/operations/configuration.md` from these descriptions. Empty variables count as absent.
 */

const KIB = 1024;
const byteUnits: Record<string, number> = { '': 1, kib: KIB, mib: KIB ** 2, gib: KIB ** 3, tib: KIB ** 4 };

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const yesNo = z
  .enum(['yes', 'no', 'true', 'false', '1', '0'], 'must be yes or no')
  .transform((value) => value === 'yes' || value === 'true' || value === '1');

const demo = z
  .enum(['yes', 'no', 'local', 'true', 'false', '1', '0'], 'must be yes, local or no')
  .transform((value) =>
    value === 'true' || value === '1' ? 'yes' : value === 'local' || value === 'yes' ? value : 'no',
  );

const url = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

const mailServer = url(['smtp:', 'smtps:']).refine(
  (value) => !URL.canParse(value) || new URL(value).hostname !== '',
  {
    message: 'must name the mail server, as smtp://mail.example.cl:587 does',
  },
);

/** Whether a URL is an origin: Legajo must be at the root of its host name. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}

const bytes = z
  .string()
  .transform((text, context) => {
    const match = /^(\d+)\s*(|KiB|MiB|GiB|TiB)$/i.exec(text);
    const unit = byteUnits[match?.[2]?.toLowerCase() ?? ''];
    if (!match || unit === undefined) {
      context.addIssue({ code: 'custom', message: 'must be a size such as 500MiB or 2GiB (or bytes)' });
      return z.NEVER;
    }
    return Number(match[1]) * unit;
  })
  .refine((n) => Number.isSafeInteger(n) && n > 0, 'must be a size above zero');

/**
 * What a server process can carry. The three hosts of docs/protocols/rest.md (specification §7) can be three processes.
 */
export const serviceNames = ['core', 'docs', 'events', 'jobs'] as const;
export type ServiceName = (typeof serviceNames)[number];

const services = z.string().transform((text, context) => {
  const names = text.split(',').map((name) => name.trim());
  const known = serviceNames.filter((name) => names.includes(name));
  if (known.length !== new Set(names).size) {
    context.addIssue({ code: 'custom', message: `must be a comma-joined list out of ${serviceNames}` });
    return z.NEVER;
  }
  return known;
});

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The variables, in the order in which the manual lists them. */
export const environmentSchema = z.object({
  PORT: whole(0, 65535).prefault('4870').describe('Port to listen on; 0 lets the system choose one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PUBLIC_URL: url(['http:', 'https:'])
    .refine(isOrigin, 'must be a scheme, a name and perhaps a port: no path, no user')
    .optional()
    .describe('Address by which people reach the server, for links in mails. Default: HOST and PORT.'),
  TRUST_PROXY: whole(0, 10)
    .prefault('0')
    .describe('Number of reverse proxies in front, whose X-Forwarded-For is believed.'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of database, files, keys and outbox; one server each.'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer. Absent: the embedded database in DATA_DIR/db.'),
  DATABASE_POOL: whole(1, 100)
    .prefault('8')
    .describe('Connections to PostgreSQL; ignored by the embedded one.'),
  SERVICES: services
    .prefault(serviceNames.join(','))
    .describe('What this process carries, out of core, docs, events and jobs.'),
  SMTP_URL: mailServer
    .optional()
    .describe('Mail server. Absent: mails are written as .eml files to DATA_DIR/outbox.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name and <an@address>',
    )
    .default('Legajo <no-responder@legajo.test>')
    .describe('Sender of every mail.'),
  DEMO: demo
    .default('no')
    .describe(
      'Make the demo organization the first time: local (what `npm start` asks for) only where HOST and PUBLIC_URL are loopback; yes anywhere, and lets its people, whose password is published, sign in from anywhere.',
    ),
  OPEN: yesNo.prefault('yes').describe('Open the desktop app from `npm start` where that is possible.'),
  ENVIRONMENT: z
    .string()
    .max(20, 'must have 20 characters at most')
    .default('local')
    .describe('Name of the installation, shown in the footer.'),
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .default('info')
    .describe('Least severe level that is logged.'),
  ACCESS_LOG: yesNo
    .prefault('yes')
    .describe('Write one line for each call and each socket (docs/operations/observing.md).'),
  METRICS_PORT: whole(0, 65535)
    .optional()
    .describe('Port at which Prometheus reads /metrics; nothing listens where it is not set.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address to listen on for METRICS_PORT.'),
  HANG_SECONDS: whole(0, 3600)
    .prefault('30')
    .describe(
      'Seconds without a turn of the event loop after which the process logs where it stands and ends; 0 for never.',
    ),
  FREE_SPACE_MIN: bytes
    .prefault('256MiB')
    .describe('No upload is begun that would leave less than this free where files lie.'),
  ORGANIZATION_QUOTA: bytes
    .optional()
    .describe('What all versions of an organization may take together; no limit where it is not set.'),
  UPLOAD_LIMIT: bytes.prefault('2GiB').describe('Largest file; an organization can set a lower one.'),
  UPLOAD_ABANDONED_HOURS: whole(1, 720)
    .prefault('24')
    .describe('Hours after the last byte came when an unfinished upload is marked errored.'),
  FILE_TEXTS: yesNo
    .prefault('yes')
    .describe('Read the words of files, so that documents are found by them; by processes that carry jobs.'),
  HEAVY_AT_ONCE: whole(1, 64)
    .prefault('4')
    .describe('Exports, imports and other heavy work that this process does at once, one of each person.'),
  OCR: yesNo
    .prefault('yes')
    .describe(
      'Recognize words on pictures and scanned PDFs, where tesseract with Spanish and pdftoppm are installed.',
    ),
  PAGES: yesNo
    .prefault('yes')
    .describe(
      'Draw pages of office files and photos of iPhones, and thumbnails, where LibreOffice, heif-convert and pdftoppm are installed and bubblewrap can keep them from other files.',
    ),
  PAGES_KEPT: bytes.prefault('2GiB').describe('What drawn pages may take in DATA_DIR/pages; the oldest go.'),
  ID_TOKEN_MINUTES: whole(1, 1440).prefault('60').describe('Life of an identity token.'),
  REFRESH_TOKEN_DAYS: whole(1, 365).prefault('30').describe('Life of a refresh token.'),
  RESET_CODE_MINUTES: whole(1, 1440).prefault('15').describe('Life of a password-reset code.'),
  RESET_CODE_TRIES: whole(1, 20).prefault('5').describe('Wrong tries that spend a password-reset code.'),
  SIGNED_LINK_SECONDS: whole(1, 604_800)
    .prefault(String(SIGNED_LINK_SECONDS))
    .describe('Life of a signed download link (§9).'),
  OPERATION_TOKEN_SECONDS: whole(1, 3600)
    .prefault('300')
    .describe('Life of the one-operation token of a sync message.'),
  CALLS_PER_MINUTE: whole(60, 1_000_000)
    .prefault('6000')
    .describe('Calls a minute of one person, all their devices and all processes together; more wait (429).'),
  STRANGER_CALLS_PER_MINUTE: whole(60, 1_000_000)
    .prefault('30000')
    .describe('Calls a minute without a session of one address, at this process; more wait (429).'),
  SIGN_IN_FAILURES_PER_ACCOUNT: whole(1, 10_000)
    .prefault('10')
    .describe('Failed sign-ins per minute and account before back-off.'),
  SIGN_IN_FAILURES_PER_ADDRESS: whole(1, 100_000)
    .prefault('30')
    .describe('Failed sign-ins per minute and address before back-off.'),
  PASSWORD_HASH_MS: whole(0, 1000)
    .prefault('30')
    .describe(
      'How long one password may be worked on: at the start the costliest argon2id within it is chosen, and weaker hashes are made anew when their person signs in; 0 for the least (19 MiB, two passes).',
    ),
});

type Environment = z.output<typeof environmentSchema>;

/** The configuration that the rest of the server reads. Times are in seconds, sizes in bytes, paths absolute. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. With PORT=0 the port in it is known only once the server listens (withPort). */
  readonly publicUrl: string;
  readonly trustProxy: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly services: readonly ServiceName[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly demo: 'yes' | 'local' | 'no';
  readonly open: boolean;
  readonly environment: string;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly accessLog: boolean;
  /** Null: no metrics. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  readonly hangSeconds: number;
  /** Bytes. */
  readonly freeSpaceMin: number;
  /** Milliseconds. */
  readonly passwordHashMs: number;
  /** Maximum bytes of all versions of one organization; null without a limit. */
  readonly organizationQuota: number | null;
  readonly uploadLimit: number;
  readonly uploadAbandonedSeconds: number;
  readonly fileTexts: boolean;
  readonly ocr: boolean;
  readonly pages: boolean;
  /** Bytes. */
  readonly pagesKept: number;
  readonly heavyAtOnce: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly resetCodeSeconds: number;
  readonly resetCodeTries: number;
  readonly signedLinkSeconds: number;
  readonly operationTokenSeconds: number;
  readonly bodyTimeouts: BodyTimeouts;
  readonly connectionTimeouts: ConnectionTimeouts;
  readonly misuse: MisuseLimits;
  readonly callsPerMinute: number;
  readonly strangerCallsPerMinute: number;
  readonly signInFailures: { readonly perAccount: number; readonly perAddress: number };
}

/** One line for each variable that cannot be used, for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Whether only this computer can reach the name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));

/** With PORT=0 the system has chosen a port: the public address gets that port, unless PUBLIC_URL is set. */
export const withPort = (config: Config, port: number): Config => ({
  ...config,
  port,
  publicUrl: config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl,
});

function defaultPublicUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every variable at fault, never its value (it may be a secret).
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: it ${issue.message}.`);
    throw new ConfigError(lines.join('\n'));
  }
  const e = parsed.data;
  const publicUrl = (e.PUBLIC_URL ?? defaultPublicUrl(e.HOST, e.PORT)).replace(/\/+$/, '');
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    trustProxy: e.TRUST_PROXY,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    services: e.SERVICES,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    demo: e.DEMO === 'local' && !(isLoopback(e.HOST) && isLoopbackUrl(publicUrl)) ? 'no' : e.DEMO,
    open: e.OPEN,
    environment: e.ENVIRONMENT,
    logLevel: e.LOG_LEVEL,
    accessLog: e.ACCESS_LOG,
    metrics: e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    hangSeconds: e.HANG_SECONDS,
    freeSpaceMin: e.FREE_SPACE_MIN,
    passwordHashMs: e.PASSWORD_HASH_MS,
    organizationQuota: e.ORGANIZATION_QUOTA ?? null,
    uploadLimit: e.UPLOAD_LIMIT,
    uploadAbandonedSeconds: e.UPLOAD_ABANDONED_HOURS * 3600,
    fileTexts: e.FILE_TEXTS,
    ocr: e.OCR,
    pages: e.PAGES,
    pagesKept: e.PAGES_KEPT,
    heavyAtOnce: e.HEAVY_AT_ONCE,
    idTokenSeconds: e.ID_TOKEN_MINUTES * 60,
    refreshTokenSeconds: e.REFRESH_TOKEN_DAYS * 86_400,
    resetCodeSeconds: e.RESET_CODE_MINUTES * 60,
    resetCodeTries: e.RESET_CODE_TRIES,
    signedLinkSeconds: e.SIGNED_LINK_SECONDS,
    operationTokenSeconds: e.OPERATION_TOKEN_SECONDS,
    bodyTimeouts: BODY_TIMEOUTS,
    connectionTimeouts: CONNECTION_TIMEOUTS,
    misuse: MISUSE_LIMITS,
    callsPerMinute: e.CALLS_PER_MINUTE,
    strangerCallsPerMinute: e.STRANGER_CALLS_PER_MINUTE,
    signInFailures: {
      perAccount: e.SIGN_IN_FAILURES_PER_ACCOUNT,
      perAddress: e.SIGN_IN_FAILURES_PER_ADDRESS,
    },
  };
}

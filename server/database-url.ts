import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What `sslmode` may say. The driver takes all but the first two for `verify-full`. */
const TLS_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** What is wrong with an address of PostgreSQL, without repeating it: it holds a password. */
function faultOf(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must be a URL that starts with postgres:// or postgresql://';
  if (!URL.canParse(text))
    return 'is no address such as postgres://user:password@host:5432/database; in a password, signs such as # / @ % are written as %23 %2F %40 %25';
  const { searchParams } = new URL(text);
  const mode = searchParams.get('sslmode');
  if (mode !== null && !TLS_MODES.includes(mode)) return `has an sslmode other than ${TLS_MODES.join(', ')}`;
  return FILES.map((name) => unreadable(name, searchParams.get(name))).find(Boolean);
}

function unreadable(name: string, file: string | null): string | undefined {
  if (!file) return undefined;
  try {
    readFileSync(file);
    return undefined;
  } catch {
    return `names a file in ${name} that cannot be read`;
  }
}

/**
 * The driver means `verify-full` by these modes today, and writes eight lines about what it will mean one day. Saying
 * what is meant keeps the start to its lines, and the meaning as it is.
 */
function explicit(text: string): string {
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode') ?? '';
  if (!['prefer', 'require', 'verify-ca'].includes(mode) || url.searchParams.has('uselibpqcompat'))
    return text;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** The address of PostgreSQL, as DATABASE_URL has it. */
export const databaseUrl = z.string().transform((text, context) => {
  const message = faultOf(text);
  if (message === undefined) return explicit(text);
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

import type { MailTest, SystemFigures } from '#shared/overview/overview.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import { migrations } from '../../platform/db/migrations/migrations.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { PRODUCT_VERSION } from '../../platform/version.ts';
import type { Attempts } from '../identity/passwords/attempts.ts';
import { inOrganizationsName } from '../notifications/mails/mail-logo.ts';
import { testMail } from '../notifications/mails/mail-templates.ts';
import { findFigures, findUploading, getDatabaseVersion, pingDatabase } from './system.queries.ts';
import { t } from './texts.ts';

/** How long a mail server may take to answer. */
const MAIL_TEST_MS = 15_000;

/** What an admin needs to see whether this server works. */
export function createSystemService(
  { db, storage, engine, config, mailer, log }: Deps,
  attempts: { readonly mail: Attempts },
) {
  return {
    async figures({ organization }: Actor): Promise<SystemFigures> {
      const row = await findFigures(db, organization);
      const database = await getDatabaseVersion(db);
      const bytes = Number(row?.bytes ?? 0);
      const [product = '', number = ''] = database.split(/[\s,]+/);
      return {
        storage: {
          documents: row?.documents ?? 0,
          versions: row?.versions ?? 0,
          bytes,
          sharedBytes: bytes - Number(row?.own ?? 0),
          damaged: row?.damaged ?? 0,
          bin: { documents: row?.binned ?? 0, bytes: Number(row?.bin_bytes ?? 0) },
          uploading: await findUploading(db, organization),
        },
        versions: {
          app: PRODUCT_VERSION,
          server: `Node ${process.versions.node}`,
          database: `${product} ${number}${engine === 'pglite' ? ' (PGlite)' : ''}`,
          schema: Object.keys(migrations).at(-1) ?? '',
        },
      };
    },

    /** Asks the database something that costs nothing. @throws where it does not answer */
    checkDatabase: (): Promise<void> => pingDatabase(db),

    /** Sends a mail to the actor at once, without the outbox, and returns what happened. @throws rate_limited */
    async testMail({ organization, user, email: to, firstname, ip }: Actor): Promise<MailTest> {
      await attempts.mail.count({ address: ip ?? '', own: `person:${user}` });
      const by = config.smtpUrl ? ('smtp' as const) : ('files' as const);
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        const late = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new Error(t('mail.silent'))), MAIL_TEST_MS);
        });
        const mail = {
          to,
          ...(await inOrganizationsName(
            { db, storage },
            organization,
            testMail({ firstname, url: config.publicUrl }),
          )),
          messageId: `${newId()}@legajo`,
        };
        await Promise.race([mailer.send(mail), late]);
        return { to, by, sent: true, reason: null };
      } catch (error) {
        log.warn({ err: error }, 'a test mail was not sent');
        return { to, by, sent: false, reason: reasonOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: t('mail.credentials'),
  ECONNECTION: t('mail.connection'),
  ESOCKET: t('mail.connection'),
  EDNS: t('mail.unknown'),
  ETIMEDOUT: t('mail.silent'),
  EENVELOPE: t('mail.address'),
  EMESSAGE: t('mail.message'),
};

/** The reason in our own words: a mail server's answer may hold its address and more, and goes into the log only. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const known = code ? REASONS[code] : undefined;
  const words = known ?? (code ? t('mail.refused') : (error as Error).message);
  return responseCode ? `${words} (${responseCode})` : words;
}

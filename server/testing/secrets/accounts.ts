import { rutDigit } from '#shared/domain/rut.ts';
import { TEST_PASSWORD } from '../factories.ts';
import type { TestServer } from '../http.ts';
import { mailsOf, readable } from '../mail.ts';
import { verify } from '../second-factor.ts';
import { type Cast, members, only, type PartName, selfOrAdmin } from './callers.ts';
import type { Documents } from './documents.ts';
import type { Ledger } from './ledger.ts';

/** Addresses that are secrets themselves, each made by its person; whoever has one reads as them. */
export interface Addresses {
  readonly file: readonly string[];
  readonly zip: readonly string[];
  readonly feed: readonly string[];
  readonly notice: readonly string[];
}

export interface Accounts {
  readonly users: readonly string[];
  readonly sessions: readonly string[];
  readonly addresses: Readonly<Partial<Record<PartName, Addresses>>>;
  readonly desktops: Readonly<Partial<Record<PartName, string>>>;
}

const WITH_ADDRESSES: readonly PartName[] = [
  'author',
  'reader',
  'outsider',
  'left',
  'disabled',
  'manager',
  'admin',
  'other',
];

/** What belongs to one person: how they come in, what they keep, what is mailed to them. */
export async function plantAccounts(
  server: TestServer,
  ledger: Ledger,
  cast: Cast,
  documents: Documents,
): Promise<Accounts> {
  const { by, people } = cast;
  const nobody = () => false;
  ledger.keep('everybody’s password', TEST_PASSWORD, nobody);
  ledger.keep('hash of a password', '$argon2id$v=19', nobody);

  /* Somebody who was invited and never came. */
  const number = 15_234_567;
  const hermit = await by.admin.ok('userCreate', {
    body: {
      firstname: ledger.plant('first name of the invited', members),
      lastname: ledger.plant('last name of the invited', members),
      email: `${ledger.plant('e-mail of the invited', selfOrAdmin('admin'))}@legajo.test`,
      rut: `${number}-${rutDigit(number)}`,
    },
  });
  ledger.keep('RUT of the invited', `${number}-${rutDigit(number)}`, selfOrAdmin('admin'), 'each');
  ledger.keep(
    'RUT of the invited, as people write it',
    `15.234.567-${rutDigit(number)}`,
    selfOrAdmin('admin'),
  );
  await by.admin.ok('userUpdate', {
    params: { id: people.reader.id },
    body: { rut: `9876543-${rutDigit(9_876_543)}` },
  });
  ledger.keep('RUT of reader', `9876543-${rutDigit(9_876_543)}`, selfOrAdmin('reader'), 'each');

  /* What stands in a mail and nowhere else. */
  const mailed = async (to: string, found: RegExp): Promise<string> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const value = (await mailsOf(server, to))
        .map(({ raw }) => found.exec(readable(raw))?.[1])
        .find(Boolean);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no mail to ${to} has ${found}`);
  };
  ledger.keep('first-time password', await mailed(hermit.email, /Contraseña temporal: (\S+)/), nobody);
  await server.anyone.ok('forgotPassword', { body: { email: people.reader.email } });
  ledger.keep('code to reset a password', await mailed(people.reader.email, /nueva es (\d{6})/), nobody);

  /* A second step. Its person goes on with the session that they have. */
  const verified = await verify(server, people.deputy);
  for (const code of verified.recoveryCodes) ledger.keep('recovery code', code, nobody);
  const { secret } = await by.publish.ok('totpSetup', { body: { password: TEST_PASSWORD } });
  ledger.keep('secret of an app', secret, nobody);

  /* What somebody keeps. */
  for (const name of ['reader', 'other', 'admin'] as const)
    await by[name].ok('savedSearchCreate', {
      body: {
        name: ledger.plant(`kept search of ${name}`, only(name)),
        query: `text=${ledger.plant(`words of the kept search of ${name}`, only(name))}`,
      },
    });
  const record = documents.all.internal?.id ?? '';
  const reminder = (text: string, days: number, to?: string[]) => ({
    body: {
      record,
      text,
      notifyAt: new Date(Date.now() + days * 86_400_000).toISOString(),
      ...(to && { to }),
    },
  });
  await by.reader.ok('reminderCreate', reminder(ledger.plant('reminder of reader', only('reader')), 100));
  const forReview = ledger.plant('reminder of author for review', only('author', 'review'), 'some');
  await by.author.ok('reminderCreate', reminder(forReview, 100, [people.review.id]));

  const desktops: Partial<Record<PartName, string>> = {};
  for (const name of ['author', 'reader', 'other'] as const) {
    const device = ledger.plant(`session of the desktop of ${name}`, selfOrAdmin(name));
    const client = await server.signIn(people[name].email, { client: 'desktop', device });
    const computer = ledger.plant(`desktop of ${name}`, selfOrAdmin(name));
    const made = await client.ok('clientCreate', { body: { name: computer, platform: 'linux' } });
    desktops[name] = made._id;
    const { token } = await client.ok('operationCreate', {
      body: { client: made._id, type: 'create record' },
    });
    ledger.keep(`operation token of ${name}`, token, nobody);
  }

  const addresses: Partial<Record<PartName, Addresses>> = {};
  for (const name of WITH_ADDRESSES)
    addresses[name] = await addressesOf(server, ledger, cast, documents, name);
  const sessions = await Promise.all(
    (['reader', 'author'] as const).map(async (name) => String((await by[name].ok('session')).claims.sid)),
  );
  const users = [people.reader, people.author, people.other].map(({ id }) => id).concat(hermit._id);
  return { users, sessions, addresses, desktops };
}

async function addressesOf(
  server: TestServer,
  ledger: Ledger,
  { by, people, places }: Cast,
  documents: Documents,
  name: PartName,
): Promise<Addresses> {
  const client = by[name];
  const tokenOf = (what: string, { url }: { url: string }): string => {
    const token = decodeURIComponent(/\/(?:files|feed|zip)\/(?:zip\/)?([^/?]+)/.exec(url)?.[1] ?? '');
    return ledger.keep(`${what} of ${name}`, token, only(name));
  };
  const file: string[] = [];
  const zip: string[] = [];
  for (const { id } of documents.hashes) {
    const { status, body } = await client.call('versionLink', { params: { id } });
    if (status === 200) file.push(tokenOf('link to a file', body));
  }
  const choices = [
    { records: Object.values(documents.all).map(({ id }) => id) },
    ...Object.values(places).map(({ id }) => ({ group: id })),
  ];
  for (const choice of choices) {
    const { status, body } = await client.call('downloadCreate', { body: choice });
    if (status === 201) zip.push(tokenOf('link to a zip', body));
  }
  const feed = [tokenOf('calendar address', await client.ok('calendarFeedCreate'))];
  const { noticeLinks } = server.running.services.identity;
  const notice = [await noticeLinks.sign({ user: people[name].id, types: ['RECORD.CREATED'] })];
  return { file, zip, feed, notice };
}

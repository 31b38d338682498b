import { readResetLink } from '#shared/identity/reset-secrets.ts';
import { rutDigit } from '#shared/people/rut.ts';
import { TEST_PASSWORD } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';
import { mailsOf, readable } from '../mail.ts';
import { verify } from '../second-factor.ts';
import { admins, type Caller, members, only, type PartName, selfOrAdmin } from './callers.ts';
import type { Cast } from './cast.ts';
import type { Documents } from './documents.ts';
import type { Ledger } from './ledger.ts';

/** Addresses that are secrets themselves. Whoever has one reads as the person who created it. */
export interface Addresses {
  readonly file: readonly string[];
  readonly zip: readonly string[];
  readonly feed: readonly string[];
  readonly notice: readonly string[];
  /** Of a monthly report, where they are among its people. */
  readonly reportMail: readonly string[];
}

export interface Accounts {
  readonly users: readonly string[];
  /** A person who was invited and never signed in: they get mails, and make no calls. */
  readonly invited: Caller;
  readonly addresses: Readonly<Partial<Record<Caller['name'], Addresses>>>;
  readonly desktops: Readonly<
    Partial<Record<PartName, { readonly id: string; readonly client: TestClient }>>
  >;
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

/** Plants secrets that belong to one person: credentials, saved things, mails. */
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

  /* A person who was invited and never signed in. */
  const number = 15_234_567;
  const invited = only('invited');
  const hermit = await by.admin.ok('userCreate', {
    body: {
      firstname: ledger.plant('first name of the invited', members, 'each', invited),
      lastname: ledger.plant('last name of the invited', members),
      email: `${ledger.plant('e-mail of the invited', admins, 'each', invited)}@legajo.test`,
      rut: `${number}-${rutDigit(number)}`,
    },
  });
  ledger.keep('RUT of the invited', `${number}-${rutDigit(number)}`, admins, 'each');
  ledger.keep('RUT of the invited, as people write it', `15.234.567-${rutDigit(number)}`, admins);
  await by.admin.ok('userUpdate', {
    params: { id: people.reader.id },
    body: { rut: `9876543-${rutDigit(9_876_543)}` },
  });
  ledger.keep('RUT of reader', `9876543-${rutDigit(9_876_543)}`, selfOrAdmin('reader'), 'each');

  /* Secrets that are only in mails. */
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
  const password = await mailed(hermit.email, /Contraseña temporal: (\S+)/);
  ledger.keep('first-time password', password, nobody, 'elsewhere', invited);
  const access = await by.admin.ok('userAccessLink', { params: { id: hermit._id } });
  const inHash = readResetLink(new URL(access.url).hash)?.secret ?? '';
  ledger.keep('secret of an access link', inHash, nobody, 'elsewhere', invited);
  await server.anyone.ok('forgotPassword', { body: { email: people.reader.email } });
  const code = await mailed(people.reader.email, /lo pediste: (\d{6})/);
  ledger.keep('code to reset a password', code, nobody, 'elsewhere', only('reader'));

  /* A second step. The person's current session stays. */
  const verified = await verify(server, people.deputy);
  for (const code of verified.recoveryCodes) ledger.keep('recovery code', code, nobody);
  const { secret } = await by.publish.ok('totpSetup', { body: { password: TEST_PASSWORD } });
  ledger.keep('secret of an app', secret, nobody);

  /* Things that a person saves. */
  for (const name of ['reader', 'other', 'admin'] as const)
    ledger.hide(
      `a kept search of ${name}`,
      (
        await by[name].ok('savedSearchCreate', {
          body: {
            name: ledger.plant(`kept search of ${name}`, only(name)),
            query: `text=${ledger.plant(`words of the kept search of ${name}`, only(name))}`,
          },
        })
      )._id,
      only(name),
    );
  const record = documents.all.internal?.id ?? '';
  /** Due within a day, when the mails are sent. */
  const notifyAt = new Date(Date.now() + 43_200_000).toISOString();
  const reminder = (text: string, to?: string[]) => ({ body: { record, text, notifyAt, ...(to && { to }) } });
  await by.reader.ok('reminderCreate', reminder(ledger.plant('reminder of reader', only('reader'))));
  const forReview = ledger.plant('reminder of author for review', only('author', 'review'), 'some');
  await by.author.ok('reminderCreate', reminder(forReview, [people.review.id]));

  const desktops: Partial<Record<PartName, { id: string; client: TestClient }>> = {};
  for (const name of ['author', 'reader', 'other'] as const) {
    const device = ledger.plant(`session of the desktop of ${name}`, selfOrAdmin(name));
    const client = await server.signIn(people[name].email, { client: 'desktop', device });
    const computer = ledger.plant(`desktop of ${name}`, selfOrAdmin(name));
    const made = await client.ok('clientCreate', { body: { name: computer, platform: 'linux' } });
    ledger.hide(`the desktop of ${name}`, made._id, selfOrAdmin(name));
    desktops[name] = { id: made._id, client };
    const { token } = await client.ok('operationCreate', {
      body: { client: made._id, type: 'create record' },
    });
    ledger.keep(`operation token of ${name}`, token, nobody);
  }

  const addresses: Partial<Record<PartName, Addresses>> = {};
  for (const name of WITH_ADDRESSES)
    addresses[name] = await addressesOf(server, ledger, cast, documents, name);
  const users = [people.reader, people.author, people.other].map(({ id }) => id).concat(hermit._id);
  const { _id: id, email, firstname, lastname } = hermit;
  const person = { id, organization: cast.ours.id, email, firstname, lastname };
  const [nowhere] = cast.callers;
  if (!nowhere) throw new Error('nobody calls');
  return {
    ...{ users, addresses, desktops },
    invited: { ...nowhere, name: 'invited', person, at: 'ours', signedIn: true },
  };
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
  const reportMail: string[] = [];
  const mine = { day: 1, formats: ['pdf' as const], people: [people[name].id], filters: null };
  const planned = await client.call('reportMailCreate', { body: mine });
  if (planned.status === 201) {
    const about = { user: people[name].id, reportMail: planned.body._id };
    reportMail.push(await noticeLinks.signReportMail(about));
  }
  return { file, zip, feed, notice, reportMail };
}

import type { TestServer } from '../http.ts';
import { type Accounts, plantAccounts } from './accounts.ts';
import { type Cast, createCast } from './cast.ts';
import { type Documents, plantDocuments } from './documents.ts';
import { Ledger } from './ledger.ts';
import { plantParties } from './parties.ts';
import { type Plans, plantPlans } from './plans.ts';

/** Two organizations with a secret in every kind of field, and the ids of everything. */
export interface SecretWorld {
  readonly ledger: Ledger;
  readonly cast: Cast;
  readonly documents: Documents;
  readonly plans: Plans;
  /** Contractors, workers and sites. */
  readonly parties: readonly string[];
  readonly accounts: Accounts;
  readonly notifications: readonly string[];
  readonly events: readonly string[];
}

export async function createSecretWorld(server: TestServer): Promise<SecretWorld> {
  const ledger = new Ledger();
  const cast = await createCast(server, ledger);
  const documents = await plantDocuments(server, ledger, cast);
  const plans = await plantPlans(server, ledger, cast, documents);
  const parties = await plantParties(ledger, cast, documents);
  const accounts = await plantAccounts(server, ledger, cast, documents);
  const { by, people, places } = cast;
  const { db } = server.database;
  await by.admin.ok('memberDelete', { params: { id: places.works.id, user: people.left.id } });
  await db.updateTable('users').set({ enabled: false }).where('id', '=', people.disabled.id).execute();
  const notifications = await db.selectFrom('notifications').select(['id', 'user_id', 'type']).execute();
  const { items } = await by.admin.ok('auditTrail', { query: { limit: '200' } });
  return {
    ...{ ledger, cast, documents, plans, parties, accounts },
    // Lists contain the same, so one of each kind is enough; its person is a different one each time.
    notifications: firstOf(notifications, ({ type }) => type)
      .concat(firstOf(notifications, ({ user_id }) => user_id).slice(0, 6))
      .map(({ id }) => id),
    events: firstOf(items, ({ target }) => `${target.type} ${target.closed}`).map(({ _id }) => _id),
  };
}

const firstOf = <T>(list: readonly T[], by: (one: T) => string): T[] =>
  [...Map.groupBy(list, by).values()].flatMap(([first]) => first ?? []);

import { type Caller, membersOf, theirs } from './callers.ts';
import type { Cast } from './cast.ts';
import type { Documents } from './documents.ts';
import type { Ledger } from './ledger.ts';

/** A contractor, a worker and a site in one library, and a site of the other organization. @returns their ids */
export async function plantParties(
  ledger: Ledger,
  { by, places }: Cast,
  { folders }: Documents,
): Promise<string[]> {
  const seen = membersOf(places.works);
  /** RUT and contact are for whoever has a role in the library. */
  const told = (caller: Caller): boolean => (caller.libraries.get(places.works.id) ?? []).length > 0;
  const [, inner = ''] = folders;
  const folderNamed = async (name: string) =>
    (await by.author.ok('folderCreate', { body: { group: places.works.id, name } }))._id;
  const facts = (what: string, rut: string) => ({
    rut: ledger.keep(`${what}: RUT`, rut, told, 'each'),
    contact: ledger.plant(`${what}: contact`, told),
    email: `${ledger.plant(`${what}: e-mail`, told)}@legajo.test`,
    phone: ledger.plant(`${what}: telephone`, told),
    notes: ledger.plant(`${what}: notes`, seen),
  });
  const contractor = await by.author.ok('partyAdopt', {
    body: { kind: 'contractor', folder: inner, ...facts('contractor', '76543210-3') },
  });
  const worker = await by.author.ok('partyAdopt', {
    body: {
      kind: 'worker',
      folder: await folderNamed(ledger.plant('worker: name', seen)),
      contractor: contractor._id,
      ...facts('worker', '12345678-5'),
    },
  });
  const site = await by.author.ok('partyAdopt', {
    body: { kind: 'site', folder: await folderNamed(ledger.plant('site: name', seen)) },
  });
  await by.author.ok('partyAssign', {
    params: { id: site._id },
    body: { add: [worker._id, contractor._id] },
  });
  const { items } = await by.other.ok('partiesCreate', {
    body: {
      kind: 'site',
      group: places.abroad.id,
      items: [
        { name: ledger.plant('their site: name', theirs), notes: ledger.plant('their site: notes', theirs) },
      ],
    },
  });
  const foreign = items.flatMap((item) => (item.ok ? [item.party] : []));
  for (const id of foreign) ledger.hide('their site', id, theirs);
  for (const { _id } of [contractor, worker, site]) ledger.hide('a party', _id, seen);
  return [contractor._id, worker._id, site._id, ...foreign];
}

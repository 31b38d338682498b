import { partyAdopt } from '#shared/contractors/contractors.schemas.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import type { Actor } from '../platform/actor.ts';
import type { Services } from '../services.ts';
import { rut } from './documents/row.ts';

interface DemoParty {
  readonly kind: PartyKind;
  /** Path of its folder in the library Prevención y obras. */
  readonly folder: string;
  readonly rut?: string;
  readonly contact?: string;
  readonly email?: string;
  readonly phone?: string;
  /** Path of the folder of whom a worker works for; nobody's for one of the organization's own. */
  readonly contractor?: string;
  /** Assigned to the demo's site. */
  readonly assigned?: boolean;
}

const SITE = 'Obra Mirador del Maipo';
const ASSEMBLY = 'Contratistas / Montajes Cordillera';
const ELECTRIC = 'Contratistas / Eléctrica Aconcagua';
const CONCRETE = 'Contratistas / Hormigones del Valle';

/**
 * The parties of the demo, contractors before their workers. At the gate of its site are somebody who may enter, somebody
 * without an induction, somebody whose contractor lacks a certificate, and somebody who is not assigned.
 */
const PARTIES: readonly DemoParty[] = [
  { kind: 'site', folder: SITE },
  {
    ...{ kind: 'contractor', folder: ASSEMBLY, rut: rut(77_310_448), assigned: true },
    ...{ contact: 'Verónica Leal Pinto', email: 'acreditacion@cordillera.test', phone: '+56 9 5550 1821' },
  },
  {
    ...{ kind: 'contractor', folder: ELECTRIC, rut: rut(76_998_301), assigned: true },
    ...{ contact: 'Germán Toledo Rivas', email: 'rrhh@aconcagua.test', phone: '+56 9 5550 7734' },
  },
  {
    ...{ kind: 'contractor', folder: CONCRETE, rut: rut(76_540_912), assigned: true },
    ...{ contact: 'Andrea Mella Campos', email: 'despacho@hormigones.test' },
  },
  { kind: 'worker', folder: 'Trabajadores / Nicolás Painemal Curín', rut: rut(18_101_226), assigned: true },
  {
    ...{ kind: 'worker', folder: 'Trabajadores / Ignacio Sandoval Prieto', rut: rut(16_240_871) },
    ...{ contractor: ASSEMBLY, assigned: true },
  },
  {
    ...{ kind: 'worker', folder: 'Trabajadores / Carmen Llanquileo Ruiz', rut: rut(17_558_230) },
    ...{ contractor: ASSEMBLY, assigned: true },
  },
  {
    ...{ kind: 'worker', folder: 'Trabajadores / Hernán Arancibia Toro', rut: rut(13_445_902) },
    ...{ contractor: ELECTRIC, assigned: true },
  },
  {
    ...{ kind: 'worker', folder: 'Trabajadores / Elías Cayupi Marín', rut: rut(15_882_340) },
    contractor: ELECTRIC,
  },
];

/** Gives folders of the demo to their contractors, workers and site. Those that are somebody's already stay. */
export async function makeContractors(
  services: Services,
  actor: Actor,
  group: string,
  folderOf: (path: string) => string,
): Promise<void> {
  const { items: there } = await services.parties.list(actor, { group, ended: 'yes', limit: 200 });
  const made = new Map(there.map(({ folder, _id }) => [folder._id, _id]));
  for (const { folder, contractor, assigned: _, ...facts } of PARTIES) {
    const at = folderOf(folder);
    if (made.has(at)) continue;
    const worksFor = contractor === undefined ? null : (made.get(folderOf(contractor)) ?? null);
    const body = partyAdopt.parse({ ...facts, folder: at, contractor: worksFor });
    made.set(at, (await services.partyWrites.adopt(actor, body))._id);
  }
  const idOf = (folder: string): string => made.get(folderOf(folder)) ?? '';
  await services.partyWrites.assign(actor, idOf(SITE), {
    add: PARTIES.filter(({ assigned }) => assigned).map(({ folder }) => idOf(folder)),
    remove: [],
  });
}

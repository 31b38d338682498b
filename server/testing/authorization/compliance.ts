import type { complianceTable } from '#shared/compliance/compliance.contract.ts';
import type { RuleInput } from '#shared/compliance/compliance.schemas.ts';
import type { World } from '../authorization-world.ts';
import { LIBRARY, type Rows, SIGNED_IN } from './rows.ts';

/** Members with publish and admins may edit; the others can read the rules (docs/domain/roles-and-visibility.md). */
const RULING = '-xFFF+N+N';

const body = (folder: string): RuleInput => ({
  folder,
  name: 'Plan vigente',
  appliesTo: 'folder',
  match: { titlePattern: 'plan' },
  validity: { basis: 'none' },
});
const aFolder = async (world: World) => ({ params: { id: await world.folder() } });
async function aRule(world: World) {
  const { folder, ...rule } = body(await world.folder());
  const made = await world.clients.publish.ok('ruleCreate', { body: { folder, ...rule } });
  return { params: { id: made._id }, body: { ...rule, version: made.version } };
}

export const complianceRows: Rows<keyof typeof complianceTable> = {
  rulesByFolder: { answers: LIBRARY, input: aFolder },
  ruleCreate: { answers: RULING, input: async (world) => ({ body: body(await world.folder()) }) },
  ruleUpdate: { answers: RULING, input: aRule },
  ruleDelete: { answers: RULING, input: async (world) => ({ params: (await aRule(world)).params }) },
  complianceByFolder: { answers: LIBRARY, input: aFolder },
  complianceOpen: [
    { answers: SIGNED_IN, input: async () => ({ query: {} }) },
    { on: 'one library', answers: LIBRARY, input: async (world) => ({ query: { group: world.library.id } }) },
  ],
  complianceByGroup: { answers: LIBRARY, input: async (world) => ({ params: { group: world.library.id } }) },
};

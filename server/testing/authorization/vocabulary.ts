import type { documentTypeTable } from '#shared/labels/document-types.contract.ts';
import type { labelTable } from '#shared/labels/labels.contract.ts';
import type { organizationTable } from '#shared/organization/organization.contract.ts';
import type { World } from '../authorization-world.ts';
import { pngFile } from '../files/files.ts';
import { ADMIN, ANY_ADMIN, type Rows, SIGNED_IN } from './rows.ts';

const aLabel = async (world: World) => ({ params: { id: await world.newLabel() } });
let made = 0;
const type = () => {
  made += 1;
  return { name: `Tipo ${made}`, code: `TP-${made}` };
};
const typeBody = () => ({
  ...type(),
  ...{ scope: null, reviewMonths: null, retention: 'none' as const, retentionMonths: null },
  ...{ retentionFrom: 'creation' as const, retentionBasis: null },
});
const aType = async ({ clients }: World) => ({
  params: { id: (await clients.admin.ok('typeCreate', { body: type() }))._id },
});
/** The subject with its current `rev`, because every save makes an older `rev` stale. */
const seen = async ({ clients, people }: World, caller: { id: string }) => {
  const client = caller.id === people.other.id ? clients.other : clients.admin;
  return { profile: await client.ok('organizationProfile'), settings: await client.ok('settings') };
};

/** Labels, document types, settings and the organization itself. */
export const vocabularyRows: Rows<
  keyof (typeof labelTable & typeof documentTypeTable & typeof organizationTable)
> = {
  labelsByOrganization: { answers: SIGNED_IN },
  labels: { answers: SIGNED_IN },
  labelCreate: {
    answers: ANY_ADMIN,
    input: async () => ({ body: { name: `Etiqueta ${Math.random()}` } }),
  },
  labelSearch: { answers: SIGNED_IN, input: async () => ({ query: { text: 'etiqueta' } }) },
  labelsUsed: { answers: SIGNED_IN, input: async (world) => ({ query: { group: world.library.id } }) },
  documentTypes: { answers: SIGNED_IN },
  labelsManaged: { answers: ANY_ADMIN },
  labelById: { answers: ADMIN, input: aLabel },
  labelUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aLabel(world)), body: { rev: 0, icon: 'star' as const } }),
  },
  labelMergePreview: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aLabel(world)), query: { into: world.label } }),
  },
  labelMerge: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aLabel(world)), body: { into: world.label } }),
  },
  labelDelete: { answers: ADMIN, input: async (world) => ({ ...(await aLabel(world)), query: {} }) },
  organizationProfile: { answers: ANY_ADMIN },
  organizationUpdate: {
    answers: ANY_ADMIN,
    input: async (world, caller) => {
      const { _id, logo, ...profile } = (await seen(world, caller)).profile;
      return { body: profile };
    },
  },
  organizationLogo: {
    answers: '-x++++++N',
    on: 'an organization with a picture',
    input: async (world) => {
      const { rev } = await world.clients.admin.ok('organizationProfile');
      await world.clients.admin.ok('organizationLogoUpdate', {
        body: { rev, data: pngFile(64, 64).toString('base64') },
      });
      return {};
    },
  },
  organizationLogoUpdate: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({
      body: { rev: (await seen(world, caller)).profile.rev, data: pngFile(64, 32).toString('base64') },
    }),
  },
  organizationLogoDelete: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ query: { rev: String((await seen(world, caller)).profile.rev) } }),
  },
  settings: { answers: ANY_ADMIN },
  settingsInForce: { answers: SIGNED_IN },
  settingsLimits: {
    answers: ANY_ADMIN,
    input: async (world, caller) => {
      const { uploadLimitMax, ...limits } = (await seen(world, caller)).settings.limits;
      return { body: limits };
    },
  },
  settingsReminders: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ body: (await seen(world, caller)).settings.reminders }),
  },
  settingsHolidays: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ body: (await seen(world, caller)).settings.holidays }),
  },
  settingsPasswords: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ body: (await seen(world, caller)).settings.passwords }),
  },
  settingsSecondStep: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ body: (await seen(world, caller)).settings.secondStep }),
  },
  settingsManagers: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ body: (await seen(world, caller)).settings.managers }),
  },
  settingsBin: {
    answers: ANY_ADMIN,
    input: async (world, caller) => ({ body: (await seen(world, caller)).settings.bin }),
  },
  typesManaged: { answers: ANY_ADMIN },
  typeCreate: { answers: ANY_ADMIN, input: async () => ({ body: type() }) },
  typeUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aType(world)), body: { ...typeBody(), rev: 0 } }),
  },
  typeDelete: { answers: ADMIN, input: aType },
};

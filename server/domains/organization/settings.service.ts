import type { z } from 'zod';
import { CHILE } from '#shared/organization/holidays.ts';
import type * as schemas from '#shared/organization/settings.schemas.ts';
import type { Settings, SettingsInForce } from '#shared/organization/settings.schemas.ts';
import { type ChosenSettings, type SettingsSection, settingsInForce } from '#shared/organization/settings.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { holidaysChanged } from './organization.hooks.ts';
import {
  findManagers,
  findOrganization,
  findPeopleWithoutSecondStep,
  lockOrganization,
  updateOrganization,
} from './organizations.queries.ts';
import { t } from './texts.ts';

type Update<S extends z.ZodType> = z.output<S>;

/**
 * The error for an admin without a second step: they must show first that it works, and would otherwise lock themselves
 * out.
 */
const needsItThemselves = (): ApiError =>
  new ApiError('second_step_required', undefined, {
    message: t('settings.secondStep'),
  });

/** The settings of an organization. Each section is saved by itself, with a rev of its own. */
export function createSettingsService({ db, changes, config }: Pick<Deps, 'db' | 'changes' | 'config'>) {
  const present = (row: Awaited<ReturnType<typeof findOrganization>>): Settings => {
    const chosen = settingsInForce(row.settings);
    const { fileKinds, reminderLeadDays, holidays, passwordMin, secondStep, uploadLimit, binDays } = chosen;
    const rev = (section: SettingsSection): number => row.settings_revs[section] ?? 0;
    return {
      limits: {
        uploadLimit: Math.min(uploadLimit, config.uploadLimit),
        uploadLimitMax: config.uploadLimit,
        fileKinds: [...fileKinds],
        rev: rev('limits'),
      },
      reminders: { leadDays: [...reminderLeadDays], rev: rev('reminders') },
      holidays: {
        added: [...holidays.added],
        removed: [...holidays.removed],
        rev: rev('holidays'),
      },
      passwords: { min: passwordMin, rev: rev('passwords') },
      secondStep: { required: secondStep, rev: rev('secondStep') },
      managers: { read: chosen.managersRead, rev: rev('managers') },
      bin: { days: binDays, rev: rev('bin') },
    };
  };

  const save = (
    actor: Actor,
    section: SettingsSection,
    rev: number,
    chosen: Partial<ChosenSettings>,
    also: (change: Change) => Promise<void> = async () => undefined,
  ): Promise<Settings> =>
    changes.run(actor, async (change) => {
      await lockOrganization(change.trx, actor.organization);
      await requireAdminStill(change, actor);
      const before = await findOrganization(change.trx, actor.organization);
      if ((before.settings_revs[section] ?? 0) !== rev) {
        const message = t('settings.changed');
        throw new ApiError('rev_changed', { current: present(before) }, { message });
      }
      const settings = { ...before.settings, ...chosen };
      await updateOrganization(change.trx, actor.organization, {
        settings: JSON.stringify(settings),
        settings_revs: JSON.stringify({ ...before.settings_revs, [section]: rev + 1 }),
      });
      const keys = Object.keys(chosen) as (keyof ChosenSettings)[];
      const was = settingsInForce(before.settings);
      change.audit({
        action: `settings.${section}`,
        targetType: 'organization',
        targetId: actor.organization,
        before: Object.fromEntries(keys.map((key) => [key, was[key]])),
        after: chosen,
      });
      await also(change);
      return present(await findOrganization(change.trx, actor.organization));
    });

  return {
    all: async (actor: Actor): Promise<Settings> => present(await findOrganization(db, actor.organization)),

    /** The settings that everybody's screens need. */
    async inForce(actor: Actor): Promise<SettingsInForce> {
      const { settings } = await findOrganization(db, actor.organization);
      const { uploadLimit, fileKinds, reminderLeadDays, passwordMin } = settingsInForce(settings);
      return {
        uploadLimit: Math.min(uploadLimit, config.uploadLimit),
        fileKinds: [...fileKinds],
        reminderLeadDays: [...reminderLeadDays],
        passwordMin,
      };
    },

    /** @throws rev_changed with all sections as they are; invalid */
    async limits(
      actor: Actor,
      { uploadLimit, fileKinds, rev }: Update<typeof schemas.limitsUpdate>,
    ): Promise<Settings> {
      if (uploadLimit > config.uploadLimit) throw invalid('uploadLimit', t('settings.fileSize'));
      return save(actor, 'limits', rev, { uploadLimit, fileKinds });
    },

    reminders: (actor: Actor, { leadDays, rev }: Update<typeof schemas.remindersUpdate>): Promise<Settings> =>
      save(actor, 'reminders', rev, { reminderLeadDays: [...leadDays].sort((a, b) => b - a) }),

    async holidays(
      actor: Actor,
      { added, removed, rev }: Update<typeof schemas.holidaysUpdate>,
    ): Promise<Settings> {
      const strange = removed.findIndex((day) => !CHILE.has(day));
      if (strange >= 0) throw invalid(`removed.${strange}`, t('settings.holiday'));
      const sorted = [...added].sort((a, b) => (a.day < b.day ? -1 : 1));
      const holidays = { added: sorted, removed: [...removed].sort() };
      return save(actor, 'holidays', rev, { holidays }, async (change) => {
        await change.tell(holidaysChanged, { organization: actor.organization });
        change.announce({ kind: 'holidays.changed', organization: actor.organization });
      });
    },

    passwords: (actor: Actor, { min, rev }: Update<typeof schemas.passwordsUpdate>): Promise<Settings> =>
      save(actor, 'passwords', rev, { passwordMin: min }),

    /**
     * Whoever lacks a second step then may sign in only to set it up.
     * @throws second_step_required for an admin without one
     */
    secondStep: (
      actor: Actor,
      { required, rev }: Update<typeof schemas.secondStepUpdate>,
    ): Promise<Settings> =>
      save(actor, 'secondStep', rev, { secondStep: required }, async (change) => {
        if (required === 'nobody') return;
        const lacking = await findPeopleWithoutSecondStep(change.trx, actor.organization);
        if (lacking.includes(actor.user)) throw needsItThemselves();
        // People who are signed in are asked at once, not at their next sign-in.
        for (const id of lacking) change.announce({ kind: 'access.changed', user: id });
      }),

    /** Managers who are signed in see it at once: their screens load anew. */
    managers: (actor: Actor, { read, rev }: Update<typeof schemas.managersUpdate>): Promise<Settings> =>
      save(actor, 'managers', rev, { managersRead: read }, async (change) => {
        for (const id of await findManagers(change.trx, actor.organization))
          change.announce({ kind: 'access.changed', user: id });
      }),

    /** It also applies to what lies in the bin already. */
    bin: (actor: Actor, { days, rev }: Update<typeof schemas.binUpdate>): Promise<Settings> =>
      save(actor, 'bin', rev, { binDays: days }),
  };
}

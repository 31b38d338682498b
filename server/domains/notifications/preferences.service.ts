import {
  NOTIFICATION_TYPES,
  type NoticeChoice,
  type NotificationType,
} from '#shared/notifications/notification-types.ts';
import type {
  MailChoices,
  MailChoicesUpdate,
  Preferences,
  PreferencesUpdate,
} from '#shared/notifications/preferences.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { type KnownViewer, loadViewers } from '../documents/faces/audience.queries.ts';
import type { NoticeLink, NoticeLinks } from '../identity/tokens/notice-links.ts';
import { loadChoices, saveChoice } from './preferences.queries.ts';
import { t } from './texts.ts';

type Choices = readonly { readonly type: NotificationType; readonly choice: NoticeChoice }[];

export function createPreferencesService({ db, changes }: Deps, links: NoticeLinks) {
  async function choicesOf(executor: Executor, user: string, types: readonly NotificationType[]) {
    const choiceOf = await loadChoices(executor, [user]);
    return types.map((type) => ({ type, choice: choiceOf(user, type) }));
  }

  async function save(
    change: Change,
    person: { readonly user: string; readonly organization: string },
    wanted: Choices,
  ): Promise<void> {
    const choiceOf = await loadChoices(change.trx, [person.user]);
    const changed = wanted.filter(({ type, choice }) => choiceOf(person.user, type) !== choice);
    if (changed.length === 0) return;
    for (const { type, choice } of changed) await saveChoice(change.trx, person, type, choice, change.at);
    const told = (all: Choices) => Object.fromEntries(all.map(({ type, choice }) => [type, choice]));
    change.audit({
      action: 'preferences.notices',
      targetType: 'user',
      targetId: person.user,
      before: told(changed.map(({ type }) => ({ type, choice: choiceOf(person.user, type) }))),
      after: told(changed),
    });
    change.announce({ kind: 'notification.changed', user: person.user });
  }

  async function open(token: string): Promise<NoticeLink & { person: KnownViewer }> {
    const link = await links.read(token);
    const person = link && (await loadViewers(db, [link.user])).get(link.user);
    if (!person) throw notFound();
    return { ...link, person };
  }

  const presentLink = async (executor: Executor, { person, types }: Awaited<ReturnType<typeof open>>) => ({
    email: maskedEmail(person.email),
    choices: await choicesOf(executor, person.user, types),
  });

  const author = (person: KnownViewer, ip: string) => ({
    organization: person.organization,
    user: person.user,
    ip,
  });

  return {
    async get(actor: Actor): Promise<Preferences> {
      return { email: actor.email, choices: await choicesOf(db, actor.user, NOTIFICATION_TYPES) };
    },

    set: (actor: Actor, body: PreferencesUpdate): Promise<Preferences> =>
      changes.run(actor, async (change) => {
        await save(change, actor, body.choices);
        return { email: actor.email, choices: await choicesOf(change.trx, actor.user, NOTIFICATION_TYPES) };
      }),

    /** The types that a link in a mail is about. @throws not_found for any other link, and where its person is disabled */
    byLink: async (token: string): Promise<MailChoices> => presentLink(db, await open(token)),

    /** Changes the types that the link is about, and nothing else. @throws not_found, invalid */
    async setByLink(token: string, body: MailChoicesUpdate, ip: string): Promise<MailChoices> {
      const opened = await open(token);
      if (body.choices.some(({ type }) => !opened.types.includes(type))) {
        throw invalid('choices', t('unsubscribe.foreign'));
      }
      return changes.run(author(opened.person, ip), async (change) => {
        await save(change, opened.person, body.choices);
        return presentLink(change.trx, opened);
      });
    },

    /** Switches off the mails that the link is about. Notifications in the app stay. */
    async unsubscribe(token: string, ip: string): Promise<MailChoices> {
      const opened = await open(token);
      return changes.run(author(opened.person, ip), async (change) => {
        const mailed = (await choicesOf(change.trx, opened.user, opened.types)).filter(
          ({ choice }) => choice === 'mail' || choice === 'daily',
        );
        await save(
          change,
          opened.person,
          mailed.map(({ type }) => ({ type, choice: 'app' as const })),
        );
        return presentLink(change.trx, opened);
      });
    },
  };
}

/** For example "an…@legajo.test": enough for its owner to recognize it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`;
}

import { STATE } from '#shared/access/states.ts';
import type { commentTable } from '#shared/comments/comments.contract.ts';
import type { eventTable } from '#shared/notifications/notifications.contract.ts';
import type { sharingTable } from '#shared/notifications/sharing.contract.ts';
import type { reminderTable, reviewTable } from '#shared/reviews/reviews.contract.ts';
import type { syncTable } from '#shared/sync-feed/sync.contract.ts';
import type { World } from '../authorization-world.ts';
import {
  draftRecord,
  EVERYBODY,
  LIBRARY,
  NOBODY_ELSE,
  published,
  publishedRecord,
  type Rows,
  SIGNED_IN,
  WORKING,
} from './rows.ts';

const reminderOf = (record: string) => ({ record, notifyAt: '2030-01-01T12:00:00Z', text: 'Revisar' });

const shareOf = (world: World, id: string) => ({ params: { id }, body: { to: [world.people.author.id] } });

/** Reviews, reminders, notifications, desktops and their feed. */
export const eventsRows: Rows<
  | keyof typeof reviewTable
  | keyof typeof commentTable
  | keyof typeof reminderTable
  | keyof typeof sharingTable
  | keyof typeof eventTable
  | keyof typeof syncTable
> = {
  reviewCreate: [
    {
      on: 'draft → approved',
      answers: '-xNF+FNFN',
      input: async (world) => {
        const { id, version } = await world.record();
        return { body: { record: id, version, state: STATE.approved } };
      },
    },
    {
      on: 'draft → pending review',
      answers: '-xN+FFNFN',
      input: async (world) => {
        const { id, version } = await world.record();
        return { body: { record: id, version, state: STATE.pendingReview } };
      },
    },
    {
      on: 'approved → published',
      answers: '-xNFF+NFN',
      input: async (world) => {
        const { id, version } = await world.record({ state: 'approved' });
        return { body: { record: id, version, state: STATE.published } };
      },
    },
    {
      on: 'published → obsolete',
      answers: '-xFFF+NFN',
      input: async (world) => {
        const { id, version } = await published(world);
        return { body: { record: id, version, state: STATE.obsolete } };
      },
    },
  ],
  reviewsByRecord: [
    { on: 'published', answers: LIBRARY, input: publishedRecord },
    { on: 'draft', answers: WORKING, input: draftRecord },
  ],
  // Everybody who reads the working copy may ask for a review; the state changes only if they have upload.
  reviewRequest: {
    on: 'draft',
    answers: WORKING,
    input: async (world) => {
      const { id, version } = await world.record();
      return { body: { record: id, version } };
    },
  },
  // Only members with review may move an approved version on; others who read the working copy may not.
  publicationRequest: {
    on: 'approved',
    answers: '-xNF+FNFN',
    input: async (world) => {
      const { id, version } = await world.record({ state: 'approved' });
      return { body: { record: id, version } };
    },
  },
  requestsByRecord: [
    { on: 'published', answers: LIBRARY, input: publishedRecord },
    { on: 'draft', answers: WORKING, input: draftRecord },
  ],
  pendingDecisions: { answers: SIGNED_IN, input: async () => ({ query: { section: 'review' } }) },
  // Everybody who sees it may remind themselves; only readers of the working copy may remind others.
  reminderCreate: [
    {
      on: 'published, for oneself',
      answers: LIBRARY,
      input: async (world) => ({ body: reminderOf((await published(world)).id) }),
    },
    {
      on: 'draft, for oneself',
      answers: WORKING,
      input: async (world) => ({ body: reminderOf((await world.record()).id) }),
    },
    {
      on: 'published, for somebody else',
      answers: '-xF+++N+N',
      input: async (world) => ({
        body: { ...reminderOf((await published(world)).id), to: [world.people.author.id] },
      }),
    },
  ],
  recordPeople: [
    { on: 'published', answers: LIBRARY, input: publishedRecord },
    { on: 'draft', answers: WORKING, input: draftRecord },
  ],
  recordShare: [
    {
      on: 'published',
      answers: LIBRARY,
      input: async (world) => shareOf(world, (await published(world)).id),
    },
    { on: 'draft', answers: WORKING, input: async (world) => shareOf(world, (await world.record()).id) },
  ],
  reminders: { answers: SIGNED_IN },
  reminderDelete: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const body = reminderOf((await published(world)).id);
      return { params: { id: (await world.clients.author.ok('reminderCreate', { body }))._id } };
    },
  },
  notificationsPending: { answers: SIGNED_IN },
  notificationById: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => ({ params: { id: await world.notification(await published(world)) } }),
  },
  notificationDismiss: [
    {
      on: 'one’s own of a type',
      answers: SIGNED_IN,
      input: async () => ({ body: { type: 'RECORD.REVIEWED' } }),
    },
    {
      on: 'somebody else’s',
      answers: NOBODY_ELSE,
      input: async (world) => ({ body: { _id: await world.notification(await published(world)) } }),
    },
  ],
  notificationRestore: {
    on: 'one’s own',
    answers: SIGNED_IN,
    input: async () => ({ body: { at: '2026-01-01T12:00:00.000Z' } }),
  },
  notificationCreate: [
    {
      on: 'draft',
      answers: '-xN+++N+N',
      input: async (world, caller) => ({
        body: {
          ...{ type: 'RECORD.REVIEW.REQUEST', fromModel: 'User', fromId: caller.id, toModel: 'User' },
          ...{ toId: world.people.review.id, refModel: 'Record', refId: (await world.record()).id },
        },
      }),
    },
    {
      on: 'in somebody else’s name',
      answers: '-xFFFFFFF',
      input: async (world) => ({
        body: {
          ...{
            type: 'RECORD.REVIEW.REQUEST',
            fromModel: 'User',
            fromId: world.people.author.id,
            toModel: 'User',
          },
          ...{ toId: world.people.review.id, refModel: 'Record', refId: (await world.record()).id },
        },
      }),
    },
  ],
  mailReview: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const record = await published(world);
      const id = await world.notification(record);
      const notification = await world.clients.author.ok('notificationById', { params: { id } });
      return { body: notification };
    },
  },
  commentsByRecord: [
    { on: 'draft', answers: WORKING, input: draftRecord },
    { on: 'published', answers: LIBRARY, input: publishedRecord },
  ],
  commentCreate: [
    {
      on: 'draft',
      answers: '-xN+++NFN',
      input: async (world) => {
        const { id, version } = await world.record();
        return { body: { record: id, version, text: 'Falta el plazo' } };
      },
    },
    {
      on: 'published',
      answers: '-xF+++NFN',
      input: async (world) => {
        const { id, version } = await published(world);
        return { body: { record: id, version, text: 'Falta el plazo' } };
      },
    },
  ],
  commentUpdate: {
    on: 'somebody else’s',
    answers: '-xNFFFNFN',
    input: async (world) => ({
      params: { id: await world.comment() },
      body: { text: 'Falta el plazo de entrega', rev: 0 },
    }),
  },
  commentResolve: {
    on: 'somebody else’s',
    answers: '-xNF++NFN',
    input: async (world) => ({ params: { id: await world.comment() }, body: { resolved: true, rev: 0 } }),
  },
  preferences: { answers: SIGNED_IN },
  preferencesPut: {
    answers: SIGNED_IN,
    input: async () => ({ body: { choices: [{ type: 'RECORD.CREATED', choice: 'none' }] } }),
  },
  // The link names its person, so it works without a session.
  mailChoices: {
    answers: EVERYBODY,
    input: async (world) => ({ params: { token: await world.noticeLink() } }),
  },
  mailChoicesPut: [
    {
      on: 'what the link is about',
      answers: EVERYBODY,
      input: async (world) => ({
        params: { token: await world.noticeLink() },
        body: { choices: [{ type: 'RECORD.REMINDER', choice: 'daily' }] },
      }),
    },
    {
      on: 'a link of nobody’s',
      answers: 'NNNNNNNNN',
      input: async () => ({
        params: { token: 'a.b.c' },
        body: { choices: [{ type: 'RECORD.REMINDER', choice: 'daily' }] },
      }),
    },
  ],
  unsubscribePage: {
    on: 'a link of nobody’s',
    answers: 'NNNNNNNNN',
    input: async () => ({ params: { token: 'a.b.c' } }),
  },
  unsubscribe: {
    answers: EVERYBODY,
    input: async (world) => ({ params: { token: await world.noticeLink() } }),
  },
  clientCreate: { answers: SIGNED_IN, input: async () => ({ body: { name: 'Equipo', platform: 'linux' } }) },
  clients: { answers: SIGNED_IN },
  clientUpdate: {
    on: 'somebody else’s',
    answers: '-xNNNNN+N',
    input: async (world) => ({ params: { id: await world.desktop() }, body: { name: 'Otro nombre' } }),
  },
  clientDelete: {
    on: 'somebody else’s',
    answers: '-xNNNNN+N',
    input: async (world) => ({ params: { id: await world.desktop() } }),
  },
  operationCreate: {
    on: 'somebody else’s desktop',
    answers: NOBODY_ELSE,
    input: async (world) => ({ body: { client: await world.desktop(), type: 'create record' } }),
  },
  changes: {
    answers: '-x++++NNN',
    input: async (world) => ({ query: { group: world.library.id } }),
  },
};

import './catalogue.ts';
import { expect, test } from 'vitest';
import {
  ACTIVITY_KINDS,
  BLOCKED_ACTIONS,
  BLOCKED_REASONS,
  NOT_SYNCED_REASONS,
  SYNC_STATUSES,
} from '#shared/ipc/sync-state.ts';
import { i18next } from '../../i18n/i18n.ts';
import { statusKey } from './store.ts';

/** Every reason and message of the engine has a text in the panel. */
const words = (keys: readonly string[]) => keys.filter((key) => !i18next.exists(`sync:${key}`));

test('every reason, action, activity and status has its text', () => {
  expect(words(BLOCKED_REASONS.map((reason) => `reasons.${reason}`))).toEqual([]);
  expect(words(BLOCKED_ACTIONS.map((action) => `actions.${action}`))).toEqual([]);
  expect(words(NOT_SYNCED_REASONS.map((reason) => `notSynced.reasons.${reason}`))).toEqual([]);
  expect(words(ACTIVITY_KINDS.map((kind) => `kinds.${kind}`))).toEqual([]);
  expect(words(SYNC_STATUSES.map((status) => statusKey({ status, pausedBy: null, question: null })))).toEqual(
    [],
  );
  expect(words([statusKey({ status: 'paused', pausedBy: 'metered', question: null })])).toEqual([]);
});

test('no two reasons say the same', () => {
  const said = BLOCKED_REASONS.map((reason) => i18next.t(`sync:reasons.${reason}`));
  // The engine's code distinguishes a refusal by the server from an error that may pass.
  expect(new Set(said).size).toBe(said.length);
});

import { expect, test } from 'vitest';
import { BLOCKED_REASONS, needsDecision } from '#shared/ipc/sync-state.ts';
import { SHOWN } from './host-state.ts';

/** What Engine.resolveBlocked and the host know how to do (engine.ts, host.ts). */
const DONE = ['show', 'use', 'keep', 'sync-again', 'create', 'retry', 'send-now'];

test.each(Object.entries(SHOWN))(
  '%s is shown for a reason, and offers only what can be done',
  (_reason, shown) => {
    expect(BLOCKED_REASONS).toContain(shown.reason);
    expect(shown.actions.filter((action) => !DONE.includes(action))).toEqual([]);
    expect(new Set(shown.actions).size).toBe(shown.actions.length);
    // One can always see the file; and what waits for a person offers more than that, but where only the file's own
    // place or program can help.
    expect(shown.actions).toContain('show');
    const elsewhere = ['refused', 'occupied', 'unsupported-name'];
    if (needsDecision(shown) && !elsewhere.includes(shown.reason))
      expect(shown.actions.length).toBeGreaterThan(1);
  },
);

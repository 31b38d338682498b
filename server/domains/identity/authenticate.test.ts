import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/errors.ts';
import { checkEntry, type Entrant, tokenOf } from './authenticate.ts';

/** The code of the error that a call ends with; null where it ends well. */
function refusal(call: () => void): string | null {
  try {
    call();
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

describe('the token of a request', () => {
  const given = (header: string | undefined) =>
    tokenOf({ get: (name) => (name === 'authorization' ? header : undefined) });

  it('stands in its header, with or without its kind before it', () => {
    for (const header of ['a.b.c', 'Bearer a.b.c', 'bearer   a.b.c', ' a.b.c ', 'BEARER a.b.c '])
      expect(given(header)).toBe('a.b.c');
    expect(given('a.Bearer b')).toBe('a.Bearer b');
    expect(given('Bearera.b.c')).toBe('Bearera.b.c');
  });

  it('is missing where there is no header, or an empty one', () => {
    for (const header of [undefined, '']) expect(refusal(() => given(header))).toBe('unauthenticated');
  });
});

describe('whoever brings a valid token', () => {
  const person: Entrant = { enabled: true, family: 'f', revoked_at: null, lacks: false };
  const enter = (session: string | null, values: Partial<Entrant> = {}, entry = {}) =>
    refusal(() => checkEntry(session, { ...person, ...values }, entry));

  it('is let in with a session that goes on, or without one', () => {
    expect(enter('f')).toBeNull();
    expect(enter(null, { family: null })).toBeNull();
  });

  it('is out once they are unknown, disabled, or their session has ended or is gone', () => {
    expect(refusal(() => checkEntry('f', undefined))).toBe('unauthenticated');
    expect(enter('f', { enabled: false })).toBe('disabled');
    expect(enter('f', { revoked_at: new Date(0) })).toBe('unauthenticated');
    expect(enter('f', { family: null })).toBe('unauthenticated');
  });

  it('who has still to set up a second step gets only where that is done', () => {
    expect(enter('f', { lacks: true })).toBe('second_step_required');
    expect(enter('f', { lacks: true }, { beforeSecondStep: false })).toBe('second_step_required');
    expect(enter('f', { lacks: true }, { beforeSecondStep: true })).toBeNull();
    expect(enter('f', { lacks: true, enabled: false }, { beforeSecondStep: true })).toBe('disabled');
  });
});

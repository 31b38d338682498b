import { describe, expect, it } from 'vitest';
import { shownReminder } from './wording.ts';

describe('reminder texts (spec §9)', () => {
  it('are shown to 50 characters', () => {
    expect(shownReminder('a'.repeat(50))).toBe('a'.repeat(50));
    expect(shownReminder('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
  });

  it('are never cut inside a character', () => {
    expect(shownReminder(`${'a'.repeat(49)}👷👷`)).toBe(`${'a'.repeat(49)}👷…`);
  });
});

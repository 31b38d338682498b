import { describe, expect, it } from 'vitest';
import { sentencesByField } from '#shared/platform/texts/sentences.ts';
import { emptyValues } from './calendar-fields.tsx';
import { bodyOfCalendar, fieldOfCalendar, newCalendar } from './new-calendar.ts';

const PERSON = '01a226f1-18c3-7121-b2bd-220e2b8d7cc4';
const LIBRARY = '01a226f1-1735-7130-bfb3-307b8bdc769c';
const values = (more: object = {}) => ({
  ...{ ...emptyValues(), name: 'Laboral', templates: ['f30'], responsible: PERSON, library: LIBRARY },
  ...{ dueToday: false, ...more },
});
const refused = (more: object, hasLibraries = true) =>
  sentencesByField(
    newCalendar(hasLibraries).safeParse(bodyOfCalendar(values(more), '2026-11-20')).error?.issues ?? [],
  );

describe('a calendar that is made from templates', () => {
  it('asks who answers for them and where their documents lie', () => {
    expect(refused({})).toEqual({});
    expect(refused({ responsible: null })).toEqual({ responsible: 'Elige quién responde.' });
    expect(refused({ library: null })).toEqual({ library: 'Elige una biblioteca para sus documentos.' });
    // Somebody who knows no library cannot choose one.
    expect(refused({ library: null }, false)).toEqual({});
    expect(refused({ templates: [], responsible: null, library: null })).toEqual({});
  });

  it('gives each to them, and makes nothing that is due today unless that is wished', () => {
    const [made] = bodyOfCalendar(values(), '2026-11-20').obligations ?? [];
    expect(made).toMatchObject({ responsible: PERSON, group: LIBRARY, startsOn: '2026-11-21' });
    const [wished] = bodyOfCalendar(values({ dueToday: true }), '2026-11-20').obligations ?? [];
    expect(wished?.startsOn).toBe('2026-11-20');
  });

  it('shows what the server refuses at the field where it was asked', () => {
    expect(fieldOfCalendar('obligations.3.responsible')).toBe('responsible');
    expect(fieldOfCalendar('obligations.0.group')).toBe('library');
    expect(fieldOfCalendar('obligations.0.recurrence')).toBe('templates');
    expect(fieldOfCalendar('editors.2')).toBe('editors');
  });
});

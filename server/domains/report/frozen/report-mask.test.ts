import { describe, expect, it } from 'vitest';
import type { Frozen } from './report-frozen.ts';
import { maskFrozen, type Sight } from './report-mask.ts';

/** A frozen report of two libraries: what was published then, what was a draft then, and what was closed since. */
const [QUALITY, PEOPLE] = ['library-quality', 'library-people'];
const row = (id: string, title: string, group = QUALITY) => ({
  record: { _id: id, title },
  group: { _id: group, name: group },
});
const frozen = {
  filters: {
    calendars: [],
    groups: [
      { _id: QUALITY, name: 'Calidad' },
      { _id: PEOPLE, name: 'Personas' },
    ],
    departments: [],
    responsible: [],
  },
  report: {
    rows: [
      {
        obligation: 'Informe anual',
        groups: [
          { _id: QUALITY, name: 'Calidad' },
          { _id: PEOPLE, name: 'Personas' },
        ],
      },
    ],
    folders: {
      ruled: 9,
      red: 5,
      hidden: 0,
      items: [
        {
          group: { _id: QUALITY, name: 'Calidad' },
          dueOn: '2026-01-31',
          results: [
            {
              failsOn: '2026-02-01',
              nextChangeOn: '2026-02-02',
              satisfiedBy: [
                { record: { _id: 'public', title: 'Acta pública' } },
                { record: { _id: 'draft', title: 'Acta en borrador' } },
              ],
              reasons: [
                { code: 'TOO_FEW', have: 2, need: 3 },
                { code: 'WRONG_STATE', record: { _id: 'draft', title: 'Acta en borrador' } },
              ],
            },
          ],
        },
        { group: { _id: PEOPLE, name: 'Personas' }, dueOn: null, results: [] },
      ],
    },
  },
  red: [
    { group: QUALITY, ruled: 4, red: 2 },
    { group: PEOPLE, ruled: 5, red: 3 },
  ],
  master: [
    row('public', 'Acta pública'),
    row('draft', 'Acta en borrador'),
    row('closed', 'Acta cerrada'),
    row('payroll', 'Nómina', PEOPLE),
  ],
  served: ['public', 'closed', 'payroll'],
} as unknown as Frozen;

const face = (working: boolean, group = QUALITY) => ({ working, group }) as never;
const sees = (seen: Record<string, unknown>, groups: readonly string[] = [QUALITY]): Sight => ({
  knows: (group) => groups.includes(group),
  seen: new Map(Object.entries(seen)) as Sight['seen'],
});
const titles = (sight: Sight) => maskFrozen(frozen, sight).master.map(({ record }) => record.title);
const text = (sight: Sight) => JSON.stringify(maskFrozen(frozen, sight));

describe('a frozen report', () => {
  /** Both are published today; one was a draft when the report was frozen. */
  const reader = sees({ public: face(false), draft: face(false) });
  const editor = sees({ public: face(true), draft: face(true) });

  it('shows a reader what readers were served then, and no draft of then, published since or not', () => {
    expect(titles(reader)).toEqual(['Acta pública']);
    expect(text(reader)).not.toContain('Acta en borrador');
    expect(maskFrozen(frozen, reader).partial).toBe(true);
  });

  it('shows whoever sees working copies the draft too', () => {
    expect(titles(editor)).toEqual(['Acta pública', 'Acta en borrador']);
    expect(maskFrozen(frozen, editor).report.folders.items[0]?.results[0]?.satisfiedBy).toHaveLength(2);
  });

  it('shows nobody what was closed to them since, though it was served then', () => {
    expect(text(editor)).not.toContain('Acta cerrada');
    expect(titles(sees({ closed: face(false) }))).toEqual(['Acta cerrada']);
  });

  it('says nothing of a library that its reader does not know: no row, no name, and no count but that there is one', () => {
    const masked = maskFrozen(frozen, editor);
    expect(JSON.stringify(masked)).not.toContain('Personas');
    expect(masked.report.folders).toMatchObject({ ruled: 4, red: 2, hidden: 1 });
    const both = maskFrozen(frozen, sees({ payroll: face(false, PEOPLE) }, [QUALITY, PEOPLE]));
    expect(both.report.folders).toMatchObject({ ruled: 9, red: 5, hidden: 0 });
    expect(both.master.map(({ record }) => record.title)).toEqual(['Nómina']);
  });

  it('shows a document that was shared out of a library that its reader does not know, while it lies there', () => {
    expect(titles(sees({ payroll: face(false, PEOPLE) }))).toEqual(['Nómina']);
    expect(titles(sees({ payroll: face(false, QUALITY) }, []))).toEqual([]);
  });

  it('counts for a rule only what its reader sees, and tells no day that would give the others away', () => {
    const [result] = maskFrozen(frozen, reader).report.folders.items[0]?.results ?? [];
    expect(result).toMatchObject({
      failsOn: null,
      nextChangeOn: null,
      reasons: [{ code: 'TOO_FEW', have: 1, need: 3 }],
    });
    expect(maskFrozen(frozen, reader).report.folders.items[0]?.dueOn).toBeNull();
    const [none] = maskFrozen(frozen, sees({})).report.folders.items[0]?.results ?? [];
    expect(none?.reasons).toEqual([{ code: 'MISSING' }]);
  });

  it('keeps what it says of calendars, and names the libraries that its reader knows', () => {
    const masked = maskFrozen(frozen, editor);
    expect(masked.report.rows).toEqual([
      { obligation: 'Informe anual', groups: [{ _id: QUALITY, name: 'Calidad' }] },
    ]);
    expect(masked.filters).toEqual({ ...frozen.filters, groups: ['Calidad'] });
  });

  it('says that it is not whole where a single document of its list is closed', () => {
    const allButOne = sees({ public: face(true), draft: face(true), payroll: face(true, PEOPLE) }, [
      QUALITY,
      PEOPLE,
    ]);
    expect(maskFrozen(frozen, allButOne)).toMatchObject({
      partial: true,
      report: { folders: frozen.report.folders },
    });
  });

  it('is whole for whoever sees all of it, and says so', () => {
    const everything = sees(
      { public: face(true), draft: face(true), closed: face(true), payroll: face(true, PEOPLE) },
      [QUALITY, PEOPLE],
    );
    const masked = maskFrozen(frozen, everything);
    expect(masked.partial).toBe(false);
    expect(masked.master).toEqual(frozen.master);
    expect(masked.report.folders).toEqual(frozen.report.folders);
  });
});

describe('a rule in a frozen report', () => {
  const SEEN = { _id: 'seen', title: 'Acta a la vista' };
  const CLOSED = { _id: 'closed', title: 'Acta cerrada' };
  const reader = sees({ seen: face(true) });

  /** The mask of a report that holds this one rule alone, of a library that its reader knows. */
  const maskRule = (result: object) => {
    const items = [{ group: { _id: QUALITY }, dueOn: '2026-01-31', results: [result] }];
    const masked = maskFrozen(
      {
        filters: { groups: [] },
        report: { rows: [], folders: { items } },
        red: [],
        master: [],
        served: [],
      } as unknown as Frozen,
      reader,
    );
    const [folder] = masked.report.folders.items;
    return { partial: masked.partial, dueOn: folder?.dueOn, result: folder?.results[0] };
  };
  const days = { failsOn: '2026-02-01', nextChangeOn: '2026-02-02' };

  it('stays as it was where all of its documents are seen', () => {
    const result = { ...days, satisfiedBy: [{ record: SEEN }], reasons: [{ code: 'EXPIRED', record: SEEN }] };
    expect(maskRule(result)).toEqual({ partial: false, dueOn: '2026-01-31', result });
  });

  it('that is met tells no day where a document that meets it is closed', () => {
    expect(maskRule({ ...days, satisfiedBy: [{ record: SEEN }, { record: CLOSED }], reasons: [] })).toEqual({
      partial: true,
      dueOn: null,
      result: { failsOn: null, nextChangeOn: null, satisfiedBy: [{ record: SEEN }], reasons: [] },
    });
  });

  it('tells no day where a document that it complains of is closed, and complains of the others alone', () => {
    const expired = { code: 'EXPIRED', record: SEEN };
    const reasons = [{ code: 'WRONG_STATE', record: CLOSED }, expired];
    expect(maskRule({ ...days, satisfiedBy: [], reasons })).toEqual({
      partial: true,
      dueOn: null,
      result: { failsOn: null, nextChangeOn: null, satisfiedBy: [], reasons: [expired] },
    });
  });

  it('says once of which period something is missing, where all that it complains of is closed', () => {
    const period = (name: string) => ({ code: 'WRONG_STATE', period: name, record: CLOSED });
    const { result } = maskRule({
      ...days,
      satisfiedBy: [],
      reasons: [period('2026-01'), period('2026-02')],
    });
    expect(result?.reasons).toEqual([{ code: 'MISSING', period: '2026-01' }]);
  });
});

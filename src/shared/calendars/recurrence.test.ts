import { describe, expect, it } from 'vitest';
import { monthsWithoutDay, OCCURRENCES_MAX, ONCE, readRecurrence, writeRecurrence } from './recurrence.ts';

const read = (text: string) => {
  const found = readRecurrence(text);
  return 'problem' in found ? found.problem : found.recurrence;
};
/** The problem of a text, or how it is written where it has none. */
const says = (text: string) => {
  const found = readRecurrence(text);
  return 'problem' in found ? found.problem : writeRecurrence(found.recurrence);
};
const EMPTY = {
  interval: 1,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  position: null,
  count: null,
  until: null,
};

describe('the months in which a recurrence has no day', () => {
  it.each([
    ['FREQ=MONTHLY;BYMONTHDAY=31', [2, 4, 6, 9, 11]],
    ['FREQ=MONTHLY;BYMONTHDAY=29', [2]],
    ['FREQ=MONTHLY;BYMONTHDAY=15,30', []],
    ['FREQ=MONTHLY;BYMONTHDAY=30,31', [2]],
    ['FREQ=MONTHLY;BYMONTHDAY=28', []],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', []],
    ['FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=31', [6]],
    ['FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=31', [6]],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', [2]],
    ['FREQ=WEEKLY;BYDAY=MO', []],
    ['FREQ=DAILY;COUNT=1', []],
  ])('%s from a first day in December', (text, months) => {
    const found = readRecurrence(text);
    expect('recurrence' in found && monthsWithoutDay(found.recurrence, '2026-12-01')).toEqual(months);
  });
});

describe('a recurrence is read', () => {
  it('with or without its name, in any case, with space around it and a semicolon at its end', () => {
    expect(read('FREQ=DAILY')).toEqual({ ...EMPTY, frequency: 'DAILY' });
    const weekly = {
      ...{ ...EMPTY, frequency: 'WEEKLY', interval: 2 },
      byDay: [
        { weekday: 'TU', nth: null },
        { weekday: 'FR', nth: null },
      ],
    };
    expect(read(' rrule:freq=weekly;interval=2;byday=tu,fr; ')).toEqual(weekly);
    expect(read('FREQ=DAILY;RRULE:COUNT=1')).toBe('recurrence_part');
  });

  it('with its days and months in order, whatever order they were given in', () => {
    expect(read('FREQ=MONTHLY;BYMONTHDAY=20,9,-1,10')).toMatchObject({ byMonthDay: [-1, 9, 10, 20] });
    expect(read('FREQ=YEARLY;BYMONTH=10,9;BYMONTHDAY=30')).toMatchObject({ byMonth: [9, 10] });
  });

  it('with the n-th days of the week, from both ends', () => {
    expect(read('FREQ=MONTHLY;BYDAY=+2MO,-1FR')).toMatchObject({
      byDay: [
        { weekday: 'MO', nth: 2 },
        { weekday: 'FR', nth: -1 },
      ],
    });
    expect(read('FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1')).toMatchObject({ position: -1 });
  });

  it('with its end as a day, or as a moment of it', () => {
    for (const until of ['20261231', '20261231T235959', '20261231T235959Z'])
      expect(read(`FREQ=DAILY;UNTIL=${until}`)).toMatchObject({ until: '2026-12-31', count: null });
    expect(read('FREQ=DAILY;COUNT=3;WKST=MO')).toMatchObject({ until: null, count: 3 });
  });
});

it.each([
  'FREQ=DAILY', 'FREQ=DAILY;INTERVAL=2', 'FREQ=DAILY;BYDAY=MO,TU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR', 'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYMONTHDAY=-1,10', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1', 'FREQ=MONTHLY;BYMONTH=3;BYMONTHDAY=1',
  'FREQ=MONTHLY;BYDAY=2MO,-1FR', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'FREQ=MONTHLY;BYMONTHDAY=-31,31',
  'FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=3', 'FREQ=YEARLY;BYMONTH=3;BYDAY=1MO',
  'FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=30;UNTIL=20301231', 'FREQ=YEARLY;INTERVAL=2;BYMONTH=4;BYMONTHDAY=30;COUNT=5',
])('%s is one text for one meaning', (text) => {
  expect(says(text)).toBe(text);
}); // biome-ignore format: a list

it('what comes once is a recurrence too', () => {
  expect(writeRecurrence(ONCE)).toBe('FREQ=DAILY;COUNT=1');
  expect(read('FREQ=DAILY;COUNT=1')).toEqual(ONCE);
});

describe('what cannot be understood is refused', () => {
  it.each([
    'INTERVAL=2', 'FREQ=DAILYX', 'FREQ=XDAILY', 'FREQ=HOURLYX', 'FREQ=DAILY;INTERVAL', 'FREQ=DAILY;INTERVAL=',
    'FREQ=DAILY;COUNT=1;COUNT=2',
    'FREQ=YEARLY;BYMONTH=0', 'FREQ=YEARLY;BYMONTH=13', 'FREQ=YEARLY;BYMONTH=1,13', 'FREQ=YEARLY;BYMONTH=1,1', 'FREQ=YEARLY;BYMONTH=x',
    'FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=MONTHLY;BYMONTHDAY=-32', 'FREQ=MONTHLY;BYMONTHDAY=5,0', 'FREQ=MONTHLY;BYMONTHDAY=5,5',
    'FREQ=MONTHLY;BYMONTHDAY=5X', 'FREQ=MONTHLY;BYMONTHDAY=X5', 'FREQ=MONTHLY;BYMONTHDAY=5,', 'FREQ=MONTHLY;BYMONTHDAY=0000005',
    'FREQ=MONTHLY;BYDAY=6MO', 'FREQ=MONTHLY;BYDAY=0MO', 'FREQ=MONTHLY;BYDAY=MO,XX', 'FREQ=MONTHLY;BYDAY=MOX', 'FREQ=MONTHLY;BYDAY=XMO',
    'FREQ=MONTHLY;BYDAY=MO,MO', 'FREQ=MONTHLY;BYDAY=2MO,2MO',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=32', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-32',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,2', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=X',
  ])('%s', (text) => {
    expect(says(text)).toBe('recurrence');
  }); // biome-ignore format: a list

  it('where it comes more often than daily', () => {
    for (const text of ['FREQ=HOURLY', 'FREQ=MINUTELY', 'FREQ=SECONDLY'])
      expect(says(text)).toBe('recurrence_often');
    for (const part of ['BYHOUR=1', 'BYMINUTE=1', 'BYSECOND=1'])
      expect(says(`FREQ=DAILY;${part}`)).toBe('recurrence_often');
    expect(says('FREQ=DAILY;XBYHOUR=1')).toBe('recurrence_part');
    expect(says('FREQ=DAILY;XFREQ=HOURLY')).toBe('recurrence_part');
  });

  it.each([
    ['DAILY', 366],
    ['WEEKLY', 104],
    ['MONTHLY', 120],
    ['YEARLY', 10],
  ])('%s at more than every %i', (frequency, most) => {
    expect(says(`FREQ=${frequency};INTERVAL=${most}`)).toBe(`FREQ=${frequency};INTERVAL=${most}`);
    for (const interval of [most + 1, 0, '1.5', '1X', 'X1'])
      expect(says(`FREQ=${frequency};INTERVAL=${interval}`)).toBe('recurrence_interval');
  });

  it('where it counts to nothing or too far', () => {
    for (const count of [1, OCCURRENCES_MAX])
      expect(says(`FREQ=DAILY;COUNT=${count}`)).toBe(`FREQ=DAILY;COUNT=${count}`);
    for (const count of [0, OCCURRENCES_MAX + 1, 'X'])
      expect(says(`FREQ=DAILY;COUNT=${count}`)).toBe('recurrence_count');
  });

  it('where its end is no day', () => {
    for (const until of [
      '2026123',
      '202612311',
      'X20261231',
      '20261231X',
      '20261301',
      '20260229',
      '20261231T1',
      '20261231Z',
    ])
      expect(says(`FREQ=DAILY;UNTIL=${until}`)).toBe('recurrence_end');
  });
});

describe('parts that do not go together are refused', () => {
  it.each([
    ...['DAILY', 'WEEKLY'].flatMap((frequency) =>
      ['BYMONTHDAY=1', 'BYMONTH=1', 'BYDAY=1MO', 'BYDAY=MO;BYSETPOS=1'].map((part) => `FREQ=${frequency};${part}`),
    ),
    'FREQ=DAILY;INTERVAL=2;BYDAY=MO', 'FREQ=MONTHLY;INTERVAL=2;BYMONTH=3;BYMONTHDAY=1',
    'FREQ=YEARLY;BYDAY=1MO', 'FREQ=YEARLY;BYMONTHDAY=1', 'FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=MO',
    'FREQ=MONTHLY;BYSETPOS=1', 'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=1', 'FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=1MO,TU;BYSETPOS=1',
  ])('%s', (text) => {
    expect(says(text)).toBe('recurrence_part');
  }); // biome-ignore format: a list

  it('a position that not every month has', () => {
    for (const [days, position] of [
      ['MO', 4],
      ['MO', -4],
      ['MO,TU', 8],
      ['MO,TU', -8],
    ] as const) {
      const text = `FREQ=MONTHLY;BYDAY=${days};BYSETPOS=`;
      expect(says(`${text}${position}`)).toBe(`${text}${position}`);
      expect(says(`${text}${position + Math.sign(position)}`)).toBe('recurrence_never');
    }
  });

  it.each([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((days, at) => [at + 1, days]))(
    'month %i has no day after its %ith',
    (month, days) => {
      const text = `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=`;
      for (const day of [days, -days]) expect(says(`${text}${day}`)).toBe(`${text}${day}`);
      if (days === 31) return;
      for (const day of [days + 1, -days - 1]) expect(says(`${text}${day}`)).toBe('recurrence_never');
      // In another month, or on another day, it comes all the same.
      expect(says(`FREQ=YEARLY;BYMONTH=1,${month};BYMONTHDAY=${days + 1}`)).toContain('BYMONTH');
      expect(says(`${text}1,${days + 1}`)).toBe(`${text}1,${days + 1}`);
    },
  );
});

import type { Obligation } from '#shared/calendars/calendars.schemas.ts';

/** The obligations of a calendar in their order, those of one list together where the first of them stands. */
export function inSeries(obligations: readonly Obligation[]): Obligation[][] {
  const groups = new Map<string, Obligation[]>();
  for (const obligation of obligations) {
    const key = obligation.series?._id ?? obligation._id;
    const group = groups.get(key);
    if (group) group.push(obligation);
    else groups.set(key, [obligation]);
  }
  return [...groups.values()];
}

/** Whom of its list an obligation is for: below the title of the list nobody reads that again. */
export function nameInSeries({ title, series }: Pick<Obligation, 'title' | 'series'>): string {
  const before = series ? `${series.title} · ` : '';
  return title.startsWith(before) ? title.slice(before.length) : title;
}

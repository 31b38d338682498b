import type { Actor } from '../../platform/actor.ts';

/** Whether somebody may make calendars (docs/domain/roles-and-visibility.md). */
export const mayMakeCalendars = (actor: Pick<Actor, 'isAdmin' | 'isManager'>): boolean =>
  actor.isAdmin || actor.isManager;

/** Who changes a calendar, its obligations, and what was decided of its due days: admin, manager, its editors. */
export const mayEditCalendar = (
  actor: Pick<Actor, 'isAdmin' | 'isManager' | 'user'>,
  editors: readonly string[],
): boolean => mayMakeCalendars(actor) || editors.includes(actor.user);

/** Who says that a due day was met: those, and the people whose obligation it is. */
export const mayFulfil = (
  actor: Pick<Actor, 'isAdmin' | 'isManager' | 'user'>,
  editors: readonly string[],
  people: { readonly responsible: string | null; readonly backup: string | null },
): boolean =>
  mayEditCalendar(actor, editors) || people.responsible === actor.user || people.backup === actor.user;

import type { Actor } from '../../platform/actor.ts';

/** Whether somebody may make calendars (docs/domain/roles-and-visibility.md). */
export const mayMakeCalendars = (actor: Pick<Actor, 'isAdmin' | 'isManager'>): boolean =>
  actor.isAdmin || actor.isManager;

/**
 * Whether somebody may change a calendar, its obligations, and decisions about its due days: admin, manager, its
 * editors.
 */
export const mayEditCalendar = (
  actor: Pick<Actor, 'isAdmin' | 'isManager' | 'user'>,
  editors: readonly string[],
): boolean => mayMakeCalendars(actor) || editors.includes(actor.user);

/** Whether somebody may say that a due day was met: those who may edit the calendar, and the obligation's own people. */
export const mayFulfil = (
  actor: Pick<Actor, 'isAdmin' | 'isManager' | 'user'>,
  editors: readonly string[],
  people: { readonly responsible: string | null; readonly backup: string | null },
): boolean =>
  mayEditCalendar(actor, editors) || people.responsible === actor.user || people.backup === actor.user;

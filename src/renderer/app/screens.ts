import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { DELIVERY_PATH } from '#shared/file-requests/link-secret.ts';
import type { Session } from '#shared/identity/auth.schemas.ts';
import type { Tour } from '../hooks/tour.ts';
import { desktop } from '../platform/platform.ts';

export const AREAS = ['administration', 'help'] as const;
export type Area = (typeof AREAS)[number];

/** A screen of the app: one row of this table defines its route, chunk, title, tour and access. */
export interface ScreenRow {
  path: string;
  /** The catalogue key of the window's title, with its namespace. */
  title: string;
  load: () => Promise<{ Screen: ComponentType }>;
  tour?: () => Promise<{ tour: Tour }>;
  /** The role that may open it; undefined for everybody who is signed in. Others get the not-found page. */
  allows?: (user: Session) => boolean;
  /** The area whose tabs are above it. */
  area?: Area;
  /** The catalogue key of its own tab. Screens below another one's tab have none. */
  tab?: string;
}

/**
 * Screens that need no session: sign-in, password, the targets of links in mails, and where files are sent without an account. They have no tour: each asks for one
 * thing, and says so itself.
 */
export const openScreens: readonly ScreenRow[] = [
  {
    path: '/',
    title: 'sign-in:title',
    load: () => import('../features/sign-in/sign-in-screen.tsx'),
  },
  {
    path: '/password',
    title: 'sign-in:passwordTitle',
    load: () => import('../features/sign-in/password-screen.tsx'),
  },
  {
    path: '/unsubscribe/:token',
    title: 'notifications:unsubscribe.title',
    load: () => import('../features/notifications/unsubscribe-screen.tsx'),
  },
  {
    path: '/unsubscribe/report/:token',
    title: 'report-mails:leaving.title',
    load: () => import('../features/report/mailed/leave-screen.tsx'),
  },
  {
    path: DELIVERY_PATH,
    title: 'delivery:title',
    load: () => import('../features/delivery/delivery-screen.tsx'),
  },
];

/** Replaces all screens, and has no address of its own. */
export const secondStepScreen: ScreenRow = {
  path: '*',
  title: 'profile:required.title',
  load: () => import('../features/profile/second-step-screen.tsx'),
};

const admin = (user: Session): boolean => user.isAdmin;

/** Screens behind the session guard. */
export const screens: readonly ScreenRow[] = [
  {
    path: '/dashboard',
    title: 'dashboard:title',
    load: () => import('../features/dashboard/dashboard-screen.tsx'),
    tour: () => import('../features/dashboard/tour/tour.ts'),
  },
  {
    path: '/records/search',
    title: 'library:title',
    load: () => import('../features/library/library-screen.tsx'),
    tour: () => import('../features/library/tour.ts'),
  },
  {
    path: '/records/view/:_id',
    title: 'records:title',
    load: () => import('../features/records/record-screen.tsx'),
    tour: () => import('../features/records/tour.ts'),
  },
  {
    path: '/notifications',
    title: 'notifications:title',
    load: () => import('../features/notifications/notifications-screen.tsx'),
    tour: () => import('../features/notifications/tour.ts'),
  },
  {
    path: '/profile',
    title: 'profile:title',
    load: () => import('../features/profile/profile-screen.tsx'),
    tour: () => import('../features/profile/tour.ts'),
  },
  {
    path: '/calendars',
    title: 'calendars:title',
    load: () => import('../features/calendars/calendars-screen.tsx'),
    tour: () => import('../features/calendars/tour.ts'),
  },
  {
    path: '/calendars/report',
    title: 'report:title',
    load: () => import('../features/report/report-screen.tsx'),
    tour: () => import('../features/report/tour.ts'),
    allows: (user) => user.isAdmin || user.isManager,
  },
  {
    path: '/calendars/create',
    title: 'calendars:createTitle',
    load: () => import('../features/calendars/create-screen.tsx'),
    tour: async () => ({ tour: (await import('../features/calendars/tour.ts')).createTour }),
    allows: (user) => user.isAdmin || user.isManager,
  },
  {
    path: '/calendars/edit/:_id',
    title: 'calendars:editTitle',
    load: () => import('../features/calendars/edit-screen.tsx'),
    tour: async () => ({ tour: (await import('../features/calendars/tour.ts')).editTour }),
  },
  {
    path: '/contractors',
    title: 'contractors:title',
    load: () => import('../features/contractors/contractors-screen.tsx'),
    tour: () => import('../features/contractors/tour.ts'),
  },
  {
    path: '/contractors/:_id',
    title: 'contractors:title',
    load: () => import('../features/contractors/detail/detail-screen.tsx'),
    tour: async () => ({ tour: (await import('../features/contractors/tour.ts')).detailTour }),
  },
  {
    path: '/contractors/gate/:_id',
    title: 'contractors:gate.title',
    load: () => import('../features/contractors/gate/gate-screen.tsx'),
    tour: async () => ({ tour: (await import('../features/contractors/tour.ts')).gateTour }),
  },
  // The administration, in the order of its tabs.
  {
    path: '/settings',
    title: 'settings:title',
    load: () => import('../features/settings/settings-screen.tsx'),
    tour: () => import('../features/settings/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.settings',
  },
  {
    path: '/settings/start',
    title: 'starting:title',
    load: () => import('../features/starting/start-screen.tsx'),
    tour: () => import('../features/starting/tour.ts'),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/users',
    title: 'users:title',
    load: () => import('../features/users/users-screen.tsx'),
    tour: () => import('../features/users/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.users',
  },
  {
    path: '/users/create',
    title: 'users:createTitle',
    load: () => import('../features/users/create-screen.tsx'),
    tour: async () => ({ tour: (await import('../features/users/tour.ts')).createTour }),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/users/edit/:_id',
    title: 'users:editTitle',
    load: () => import('../features/users/edit-screen.tsx'),
    tour: async () => ({ tour: (await import('../features/users/tour.ts')).editTour }),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/groups',
    title: 'groups:title',
    load: () => import('../features/groups/groups-screen.tsx'),
    tour: () => import('../features/groups/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.groups',
  },
  {
    path: '/groups/create',
    title: 'groups:create.title',
    load: () => import('../features/groups/create-screen.tsx'),
    tour: () => import('../features/groups/tour.ts'),
    allows: admin,
    area: 'administration',
  },
  // Members may read it; others get not found.
  {
    path: '/groups/edit/:_id',
    title: 'groups:edit.loading',
    load: () => import('../features/groups/edit-screen.tsx'),
    tour: () => import('../features/groups/tour.ts'),
    area: 'administration',
  },
  {
    path: '/organizations/departments',
    title: 'departments:title',
    load: () => import('../features/departments/departments-screen.tsx'),
    tour: () => import('../features/departments/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.departments',
  },
  {
    path: '/organizations/departments/create',
    title: 'departments:create.title',
    load: () => import('../features/departments/create-screen.tsx'),
    tour: () => import('../features/departments/tour.ts'),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/organizations/departments/edit/:_id',
    title: 'departments:edit.loading',
    load: () => import('../features/departments/edit-screen.tsx'),
    tour: () => import('../features/departments/tour.ts'),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/labels',
    title: 'labels:title',
    load: () => import('../features/labels/labels-screen.tsx'),
    tour: () => import('../features/labels/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.labels',
  },
  {
    path: '/labels/create',
    title: 'labels:form.create',
    load: () => import('../features/labels/label-create-screen.tsx'),
    tour: () => import('../features/labels/form-tour.ts'),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/labels/edit/:_id',
    title: 'labels:form.edit',
    load: () => import('../features/labels/label-edit-screen.tsx'),
    tour: () => import('../features/labels/form-tour.ts'),
    allows: admin,
    area: 'administration',
  },
  {
    path: '/organizations/profile',
    title: 'organization:title',
    load: () => import('../features/organization/profile-screen.tsx'),
    tour: () => import('../features/organization/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.organization',
  },
  {
    path: '/bin',
    title: 'bin:title',
    load: () => import('../features/bin/bin-screen.tsx'),
    tour: () => import('../features/bin/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.bin',
  },
  {
    path: '/audit',
    title: 'audit:title',
    load: () => import('../features/audit/audit-screen.tsx'),
    tour: () => import('../features/audit/tour.ts'),
    allows: admin,
    area: 'administration',
    tab: 'app:admin.audit',
  },
  {
    path: '/help',
    title: 'help:title',
    load: () => import('../features/help/help-screen.tsx'),
    tour: () => import('../features/help/tour.ts'),
    area: 'help',
    tab: 'app:help.articles',
  },
  {
    path: '/help/config',
    title: 'help:config.title',
    load: () => import('../features/help/config-screen.tsx'),
    tour: () => import('../features/help/tour.ts'),
    area: 'help',
    tab: 'app:help.config',
  },
  {
    path: '/help/faq',
    title: 'help:faq.title',
    load: () => import('../features/help/faq-screen.tsx'),
    tour: () => import('../features/help/tour.ts'),
    area: 'help',
    tab: 'app:help.faq',
  },
  {
    path: '/sync',
    title: 'sync:title',
    // A browser has no synced folders: there the page says where they are.
    load: () => import('../features/sync/sync-screen.tsx'),
    tour: () => import('../features/sync/tour.ts'),
  },
  {
    path: '/sync/computer',
    title: 'sync:computer.title',
    load: () => import('../features/sync/computer/computer-screen.tsx'),
    tour: () => import('../features/sync/computer-tour.ts'),
    allows: () => desktop !== undefined,
  },
];

/** Whether a screen exists at this path, and this person may open it. */
export const canOpen = (path: string, user: Session): boolean =>
  screens.some((row) => row.path === path && (row.allows?.(user) ?? true));

/** The screen at a path, whoever may open it. */
export const screenAt = (pathname: string): ScreenRow | undefined =>
  [...openScreens, ...screens].find((row) => matchPath(row.path, pathname));

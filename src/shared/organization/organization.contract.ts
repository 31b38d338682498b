import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { LOGO_BYTES_MAX } from '../platform/limits.ts';
import { queryNumber } from '../platform/primitives.ts';
import * as organization from './organization.schemas.ts';
import * as settings from './settings.schemas.ts';

const rev = queryNumber(z.number().int().min(0).max(999_999_999));
/** The size of a picture in base64 with the other fields. */
const maxBody = Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 64 * 1024;

/** The organization itself, its settings, and its document types. */
export const organizationTable = table({
  organizationProfile: {
    method: 'GET',
    path: '/organizations/profile',
    summary: 'The organization’s own data',
    who: 'admin',
    result: organization.profile,
  },
  organizationUpdate: {
    method: 'PUT',
    path: '/organizations/profile',
    summary: 'Change the organization’s own data',
    who: 'admin',
    body: organization.profileUpdate,
    result: organization.profile,
    changes: ['organization'],
    errors: ['rev_changed'],
  },
  organizationLogo: {
    method: 'GET',
    path: '/organizations/logo',
    summary: 'The organization’s picture',
    who: 'signed-in',
    raw: true,
    answers: { 200: '*/*' },
  },
  organizationLogoUpdate: {
    method: 'PUT',
    path: '/organizations/logo',
    summary: 'Choose the organization’s picture: PNG, JPEG or WebP',
    who: 'admin',
    body: organization.logoUpdate,
    result: organization.profile,
    maxBody,
    changes: ['organization'],
    errors: ['rev_changed', 'unavailable'],
  },
  organizationLogoDelete: {
    method: 'DELETE',
    path: '/organizations/logo',
    summary: 'Go without a picture',
    who: 'admin',
    query: z.object({ rev }),
    result: organization.profile,
    changes: ['organization'],
    errors: ['rev_changed'],
  },
  settings: {
    method: 'GET',
    path: '/settings',
    summary: 'What the organization works by',
    who: 'admin',
    result: settings.settings,
  },
  settingsInForce: {
    method: 'GET',
    path: '/settings/in-force',
    summary: 'What everybody’s screens go by: limits, kinds of files, days of notice',
    who: 'signed-in',
    result: settings.settingsInForce,
  },
  settingsLimits: {
    method: 'PUT',
    path: '/settings/limits',
    summary: 'The largest file and the kinds of files that are taken',
    who: 'admin',
    body: settings.limitsUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed'],
  },
  settingsReminders: {
    method: 'PUT',
    path: '/settings/reminders',
    summary: 'How many days before a date one is reminded of it',
    who: 'admin',
    body: settings.remindersUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed'],
  },
  settingsHolidays: {
    method: 'PUT',
    path: '/settings/holidays',
    summary: 'Holidays of the organization’s own, and days of Chile’s on which it works',
    who: 'admin',
    body: settings.holidaysUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed'],
  },
  settingsPasswords: {
    method: 'PUT',
    path: '/settings/passwords',
    summary: 'What a password needs',
    who: 'admin',
    body: settings.passwordsUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed'],
  },
  settingsSecondStep: {
    method: 'PUT',
    path: '/settings/second-step',
    summary: 'Who must have two-step sign-in; an admin who has it themselves may ask it of others',
    who: 'admin',
    body: settings.secondStepUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed', 'second_step_required'],
  },
  settingsManagers: {
    method: 'PUT',
    path: '/settings/managers',
    summary:
      'What managers read of libraries that they are no member of; never restricted or confidential documents',
    who: 'admin',
    body: settings.managersUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed'],
  },
  settingsBin: {
    method: 'PUT',
    path: '/settings/bin',
    summary: 'How long a document stays in the bin',
    who: 'admin',
    body: settings.binUpdate,
    result: settings.settings,
    changes: ['settings'],
    errors: ['rev_changed'],
  },
});

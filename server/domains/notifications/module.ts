import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createFollowsService } from './follows/follows.service.ts';
import { createNotificationsService } from './notifications.service.ts';
import { createPreferencesService } from './preferences.service.ts';
import { createRemindersService } from './reminders.service.ts';
import { createSharingService } from './sharing.service.ts';

/** Notifications, and how people choose to get them. */
export const createNotifications = ({ deps }: Kernel, { identity }: Identity) => ({
  notifications: createNotificationsService(deps),
  reminders: createRemindersService(deps),
  sharing: createSharingService(deps),
  follows: createFollowsService(deps),
  preferences: createPreferencesService(deps, identity.noticeLinks),
});
export type Notifications = ReturnType<typeof createNotifications>;

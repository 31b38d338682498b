import './catalogue.ts';
import type { TFunction } from 'i18next';
import { foldText } from '#shared/platform/texts/text.ts';
import { SETTINGS_PARTS } from './settings-parts.ts';

/** A screen, or a part of one, that is found by its name and by other words for it. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly words: string;
}

const SCREENS = [
  ['/settings', 'settings'],
  ['/users', 'users'],
  ['/users/create', 'usersCreate'],
  ['/groups', 'groups'],
  ['/groups/create', 'groupsCreate'],
  ['/organizations/departments', 'departments'],
  ['/organizations/departments/create', 'departmentsCreate'],
  ['/labels', 'labels'],
  ['/labels/create', 'labelsCreate'],
  ['/organizations/profile', 'organization'],
  ['/bin', 'bin'],
  ['/audit', 'audit'],
  ['/calendars/create', 'calendarsCreate'],
  ['/settings/start', 'start'],
  ['/calendars/report?mails=list', 'reportMails'],
] as const;

/** The screens of the administration and the parts of its settings. */
export const administrationPlaces = (t: TFunction): readonly Place[] => [
  ...SCREENS.map(([to, name]) => ({
    to,
    label: t(`places:${name}.label`),
    words: t(`places:${name}.words`),
  })),
  ...SETTINGS_PARTS.map((part) => ({
    to: `/settings#${part}`,
    label: t('places:part', { part: t(`places:parts.${part}.label`) }),
    words: t(`places:parts.${part}.words`),
  })),
];

/** Whether a text has all words of another one; neither case nor accents count. */
export function hasWords(text: string, sought: string): boolean {
  const folded = foldText(text);
  return foldText(sought)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** The parts of the settings, in their order. The address of each is `/settings#<part>`. */
export const SETTINGS_PARTS = [
  'types',
  'limits',
  'reminders',
  'holidays',
  'passwords',
  'secondStep',
  'managers',
  'bin',
  'mail',
  'start',
  'system',
] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

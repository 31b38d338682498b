import { STATES } from '#shared/access/states.ts';
import {
  BREAKPOINTS,
  CACHE_MS,
  CALENDAR_MINUTE_STEP,
  CHUNK_LOAD_TIMEOUT_MS,
  CONCURRENT_FETCH_POLL_MS,
  LABEL_SEARCH,
  LOCALE,
  REMINDER_TEXT_SHOWN,
  SIGNED_LINK_SECONDS,
  TOAST_MS,
} from '#shared/platform/limits.ts';
import { heldLabels, heldLabelText, heldNotes, heldTitle } from './held.ts';
import { client, type Line, overHttp, steps, testsIn, texts } from './line.ts';

const reminderOnScreen = testsIn('e2e/web/notices.spec.ts')(
  'a reminder is made in its document, waits, is cancelled, and another one comes',
);

/** The business constants and limits (docs/domain/limits.md, specification §9). */
export const LIMITS: readonly Line[] = [
  {
    section: 9,
    bullet: 1,
    line: 'cache lifetime 15 min (900000 ms)',
    constants: [[CACHE_MS, 900_000]],
    tests: client('keeps GETs for 15 minutes, and makes concurrent equal ones one'),
  },
  {
    section: 9,
    bullet: 1,
    line: 'concurrent-fetch poll 100 ms',
    constants: [[CONCURRENT_FETCH_POLL_MS, 100]],
    // Equal fetches under way are one promise here: what polling was for is held without it.
    tests: client('keeps GETs for 15 minutes, and makes concurrent equal ones one'),
  },
  {
    section: 9,
    bullet: 2,
    line: 'signed link lifetime 3600 s by default',
    constants: [[SIGNED_LINK_SECONDS, 3600]],
    tests: [
      ...testsIn('server/config.test.ts')('needs no variable at all'),
      ...testsIn('server/domains/documents/contents/content.routes.int.test.ts')(
        'signs links that name their person, are asked about at each use, and end',
      ),
    ],
  },
  {
    section: 9,
    bullet: 2,
    line: 'storage upload timeout disabled',
    tests: overHttp('an upload may take as long as its bytes need (spec §9)'),
  },
  {
    section: 9,
    bullet: 2,
    line: 'chunk load timeout 120 s',
    constants: [[CHUNK_LOAD_TIMEOUT_MS, 120_000]],
    tests: testsIn('src/renderer/app/load-with-timeout.test.ts')(
      'that never comes is an error after 120 s, and not before',
    ),
  },
  {
    section: 9,
    bullet: 3,
    line: 'title 5 to 80',
    ...heldTitle,
  },
  {
    section: 9,
    bullet: 3,
    line: 'notes at most 1000',
    ...heldNotes,
  },
  {
    section: 9,
    bullet: 3,
    line: 'state 0 to 6',
    constants: [[STATES.length - 1, 6]],
    tests: [
      ...steps('group required; state a number from 0 to 6'),
      ...testsIn('src/shared/access/states.test.ts')('keeps every row at the index of its value'),
    ],
  },
  {
    section: 9,
    bullet: 3,
    line: 'reminder text truncated to 50 characters',
    constants: [[REMINDER_TEXT_SHOWN, 50]],
    tests: [
      ...testsIn('src/renderer/i18n/format.test.ts')('are shown to 50 characters'),
      ...reminderOnScreen,
    ],
  },
  {
    section: 9,
    bullet: 4,
    line: 'label search throttle 600 ms',
    constants: [[LABEL_SEARCH.throttleMs, 600]],
    tests: testsIn('e2e/web/wizard-labels.spec.ts')(
      'asks at most once in 600 ms however fast one types (spec §9)',
    ),
  },
  {
    section: 9,
    bullet: 4,
    line: 'at most 50 labels',
    ...heldLabels,
  },
  {
    section: 9,
    bullet: 4,
    line: 'label text 3 to 50',
    ...heldLabelText,
  },
  {
    section: 9,
    bullet: 5,
    line: 'toasts stay 3000 ms by default',
    constants: [[TOAST_MS, 3000]],
    tests: testsIn('e2e/web/shell.spec.ts')('a toast goes by itself after 3000 ms (spec §9)'),
  },
  {
    section: 9,
    bullet: 5,
    line: 'calendar minute step 5',
    constants: [[CALENDAR_MINUTE_STEP, 5]],
    tests: reminderOnScreen,
  },
  {
    section: 9,
    bullet: 6,
    line: 'breakpoints: mobile 321, tablet 769, computer 993, large monitor 1201',
    constants: [
      [BREAKPOINTS.mobile, 321],
      [BREAKPOINTS.tablet, 769],
      [BREAKPOINTS.computer, 993],
      [BREAKPOINTS.large, 1201],
    ],
    tests: [
      ...texts('the theme breaks at 321, 769, 993 and 1201 px (spec §9)'),
      ...testsIn('e2e/web/shell.spec.ts')(
        'below 993 px the menu is a drawer that leaving the page hides',
        'at 321 px the avatar’s menu holds what the bar has no room for',
      ),
    ],
  },
  {
    section: 9,
    bullet: 7,
    line: 'locale es-cl',
    constants: [[LOCALE, 'es-cl']],
    tests: testsIn('src/renderer/i18n/format.test.ts')(
      'keeps one unit in a progress and groups thousands',
      'heads days and looks ahead',
    ),
  },
  {
    section: 9,
    bullet: 7,
    line: 'sync channels are named by user and client',
    tests: testsIn('src/shared/realtime/messages.test.ts')(
      'channel names are read back, and nothing else is',
    ),
  },
];

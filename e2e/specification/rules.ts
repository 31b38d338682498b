import { DAY, MONTH } from '#shared/platform/limits.ts';
import { heldLabels, heldLabelText, heldNotes, heldTitle } from './held.ts';
import { type Line, overHttp, steps, testsIn } from './line.ts';

/**
 * Validation rules (docs/domain/limits.md, specification §5), on the server with field details and in the form at the
 * field.
 */
export const RULES: readonly Line[] = [
  {
    section: 5,
    bullet: 1,
    line: 'title required, 5 to 80 characters',
    ...heldTitle,
  },
  {
    section: 5,
    bullet: 1,
    line: 'title defaults to the file name',
    tests: [
      ...steps('starts with the file name as title (spec §5), long enough'),
      ...overHttp('title: defaults to the file name'),
    ],
  },
  {
    section: 5,
    bullet: 2,
    line: 'notes optional, at most 1000 characters',
    ...heldNotes,
  },
  {
    section: 5,
    bullet: 3,
    line: 'group required, of those the user belongs to',
    tests: [
      ...steps('group required; state a number from 0 to 6'),
      ...overHttp('group: required, one that the person belongs to'),
    ],
  },
  {
    section: 5,
    bullet: 4,
    line: 'state required, number 0 to 6; the details step needs at least 0',
    tests: [
      ...steps('group required; state a number from 0 to 6'),
      ...overHttp('state: required, a number from 0 to 6, as the person’s roles allow'),
    ],
  },
  {
    section: 5,
    bullet: 5,
    line: 'the file step needs a file',
    tests: [
      ...steps('file: at least one that can be uploaded'),
      ...testsIn('src/renderer/features/upload/wizard/inspect.test.ts')(
        'refuses a wrong kind by its name and by its first bytes',
        'refuses an empty file, and one over the limit',
        'refuses names with path tricks and control characters',
      ),
      ...overHttp('file: required'),
    ],
  },
  {
    section: 5,
    bullet: 5,
    line: 'the labels step needs at least one label',
    tests: [
      ...steps('labels: from one to fifty'),
      ...overHttp('labels: from one to fifty, and only such as the library takes'),
    ],
  },
  {
    section: 5,
    bullet: 5,
    line: 'the confirm step needs the box ticked; its button is enabled only then',
    tests: [
      ...steps('confirm: the box ticked', 'opens them one after the other'),
      ...testsIn('e2e/web/story.spec.ts')('from the author’s upload to the reader’s download'),
    ],
  },
  {
    section: 5,
    bullet: 6,
    line: 'label search text 3 to 50 characters',
    ...heldLabelText,
  },
  {
    section: 5,
    bullet: 6,
    line: 'at most 50 labels selectable',
    ...heldLabels,
  },
  {
    section: 5,
    bullet: 6,
    line: 'the label selector shows an error when empty',
    tests: [
      ...steps('labels: from one to fifty'),
      ...testsIn('e2e/web/wizard-labels.spec.ts')('says what the label search comes to (spec §8)'),
    ],
  },
  {
    section: 5,
    bullet: 6,
    line: 'labels are filtered by the chosen group: a missing one may not be assignable to it',
    tests: overHttp(
      'label search: 3 to 50 characters, without the chosen ones, of the chosen group alone',
      'labels: from one to fifty, and only such as the library takes',
    ),
  },
  {
    section: 5,
    bullet: 7,
    line: 'required dropdowns show an error when emptied after being touched',
    tests: testsIn('e2e/web/wizard.spec.ts')(
      'warns of a taken title and does not stop; an emptied group is an error',
    ),
  },
  {
    section: 5,
    bullet: 8,
    line: 'date: day 1-31, month 1-12, year numeric',
    constants: [
      [DAY.min, 1],
      [DAY.max, 31],
      [MONTH.min, 1],
      [MONTH.max, 12],
    ],
    tests: overHttp('date: day 1 to 31, month 1 to 12, year a number'),
  },
  {
    section: 5,
    bullet: 9,
    line: 'a protected route without a valid session goes to sign-in',
    tests: [
      ...testsIn('e2e/web/sign-in.spec.ts')(
        'a protected route leads to sign-in and then on to where one was going (spec §2, §5)',
      ),
      ...testsIn('src/renderer/api/client.test.ts')('goes to sign-in without a call where none is stored'),
    ],
  },
];

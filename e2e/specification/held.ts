import { LABEL_SEARCH, LABELS_MAX, NOTES_MAX, TITLE } from '#shared/platform/limits.ts';
import { type Line, overHttp, steps, testsIn } from './line.ts';

/** What §5 says as rules and §9 again as limits: held once. */
type Held = Required<Pick<Line, 'constants' | 'tests'>>;

export const heldTitle: Held = {
  constants: [
    [TITLE.min, 5],
    [TITLE.max, 80],
  ],
  tests: [
    ...steps('title: required, 5 to 80 characters'),
    ...overHttp('title: required, 5 to 80 characters'),
  ],
};

export const heldNotes: Held = {
  constants: [[NOTES_MAX, 1000]],
  tests: [
    ...steps('notes: optional, at most 1000 characters'),
    ...overHttp('notes: optional, at most 1000 characters'),
  ],
};

export const heldLabels: Held = {
  constants: [[LABELS_MAX, 50]],
  tests: [
    ...steps('labels: from one to fifty'),
    ...overHttp('labels: from one to fifty, and only such as the library takes'),
    ...testsIn('e2e/web/wizard-labels.spec.ts')(
      'at fifty labels it says that no more can be chosen (spec §8, §9)',
    ),
  ],
};

export const heldLabelText: Held = {
  constants: [
    [LABEL_SEARCH.min, 3],
    [LABEL_SEARCH.max, 50],
  ],
  tests: overHttp('label search: 3 to 50 characters, without the chosen ones, of the chosen group alone'),
};

import { expect, test } from 'vitest';
import { storyOf } from './story.ts';

test('a history is told in lines', () => {
  const story = storyOf({
    order: 7,
    third: 'reader',
    steps: [
      { client: 3, act: { do: 'create', file: 0, folder: 0, name: 'Acta.docx' } },
      { client: 2, sync: true, wait: 0, byHints: true, during: [] },
      {
        client: 1,
        sync: true,
        wait: 2500,
        during: [{ at: 0, label: 'hash', act: { do: 'write', file: 0 } }],
      },
      { peace: true },
    ],
  });
  expect(story.split('\n')).toEqual([
    'Ana and Luis upload, Eva is of role reader; batches run in order 7.',
    '1. Ana: create (file 0, folder 0, name Acta.docx)',
    '2. Eva syncs by hints after 0 ms',
    '3. Luis syncs after 2500 ms; meanwhile, at hash 0: write (file 0)',
    '4. everybody is left in peace',
  ]);
});

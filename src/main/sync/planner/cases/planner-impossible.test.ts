import { describe, expect, test } from 'vitest';
import { LIBRARY, OBRAS, planOf, ROOT, remote, remoteFolder, type Setting } from '../../testing/planned.ts';

describe('what no disk can have', () => {
  test.each<[string, Setting, [string, string, string | undefined][]]>([
    [
      'two folders in each other',
      {
        remote: [remoteFolder({ parent: 'f2' }), remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' })],
      },
      [
        ['f1', OBRAS, undefined],
        ['f2', `${ROOT}/Planos`, undefined],
      ],
    ],
    [
      'a document in a document',
      { remote: [remote('v1', { parent: 'r2' })] },
      [['r1', `${ROOT}/Acta.docx`, 'r1']],
    ],
    [
      'more bytes than a version can have',
      { remote: [remote('v1', { version: { id: 'v1', number: 1, sha256: 'x', size: 2 ** 50 } })] },
      [['r1', `${ROOT}/Acta.docx`, 'r1']],
    ],
    [
      'a folder that is a library',
      { remote: [remoteFolder({ id: LIBRARY })] },
      [[LIBRARY, OBRAS, undefined]],
    ],
    [
      'and of other libraries nothing is said',
      { remote: [remote('v1', { library: 'another', parent: 'x' })] },
      [],
    ],
  ])('%s', (_name, setting, listed) => {
    const { batch, blocked } = planOf(setting);
    expect(batch).toEqual([]);
    expect(blocked.map(({ key, path, recordId }) => [key, path, recordId])).toEqual(listed);
    expect(blocked.every(({ reason }) => reason === 'impossible')).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { LIBRARY, local, planOf, ROOT, remote, type Setting, synced } from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';

const place = { library: LIBRARY, parent: LIBRARY };
const PATH = `${ROOT}/Acta.docx`;
const expected = (content: string) => ({ identity: 'i1', stamp: 's1', sha256: `sha-${content}` });
const version = { id: 'v1', number: 1, sha256: 'sha-v1', size: 3 };
const unfinished = 'writing' as never;
const both: Setting = { remote: [remote('v1')], synced: [synced('v1')], local: [local('v1')] };
const onlineOnly = { onlineOnly: new Map([[LIBRARY, true]]) };

/** What an operation says beyond its kind: executors look again whether all of it is so. */
const OPERATIONS: readonly [Setting, Operation][] = [
  [
    { ...both, remote: [remote('v2')] },
    {
      kind: 'download',
      id: 'r1',
      path: PATH,
      place,
      version: { ...version, id: 'v2', sha256: 'sha-v2' },
      writable: true,
      expected: expected('v1'),
    },
  ],
  [
    { remote: [remote('v1', { writable: false })] },
    { kind: 'download', id: 'r1', path: PATH, place, version, writable: false, expected: undefined },
  ],
  [
    { ...both, local: [local('x', { unfinished })] },
    { kind: 'upload version', id: 'r1', path: PATH, base: 'v1', expected: expected('x'), unfinished },
  ],
  [
    { ...both, remote: [remote('v2')], local: [local('v2')] },
    { kind: 'adopt', id: 'r1', path: PATH, expected: expected('v2'), place: undefined },
  ],
  [
    { ...both, synced: [synced('v1', { stamp: 's0' })] },
    { kind: 'adopt', id: 'r1', path: PATH, expected: expected('v1'), place: undefined },
  ],
  [
    { ...both, synced: [synced('v1', { stopped: true })] },
    { kind: 'adopt', id: 'r1', path: PATH, expected: expected('v1'), place: undefined },
  ],
  [
    { remote: [remote('v1')], local: [local('v1', { path: `${ROOT}/acta.DOCX` })] },
    {
      kind: 'adopt',
      id: 'r1',
      path: `${ROOT}/acta.DOCX`,
      expected: expected('v1'),
      place: { parent: LIBRARY, name: 'acta.DOCX' },
    },
  ],
  [
    { ...both, remote: [] },
    { kind: 'remove copy', id: 'r1', path: PATH, expected: expected('v1') },
  ],
  [
    { ...both, options: onlineOnly },
    { kind: 'remove copy', id: 'r1', path: PATH, expected: expected('v1') },
  ],
  [
    { synced: [synced('v1')], local: [local('x')] },
    { kind: 'quarantine', id: 'r1', path: PATH, library: LIBRARY },
  ],
  [
    { ...both, remote: [remote('v1', { writable: false })] },
    { kind: 'set writable', id: 'r1', path: PATH, writable: false },
  ],
  [
    { ...both, remote: [remote('v1', { writable: false })], local: [local('x')] },
    { kind: 'set aside', path: PATH, as: 'copy', recordId: 'r1' },
  ],
  [
    { remote: [remote('v1')], local: [local('x')] },
    { kind: 'identify', id: 'r1', path: PATH, expected: expected('x'), otherwise: 'new file' },
  ],
  [
    { remote: [remote('v1')], local: [local('x')], library: { settledOnce: false } },
    { kind: 'identify', id: 'r1', path: PATH, expected: expected('x'), otherwise: 'copy' },
  ],
  [
    { local: [local('x', { unfinished })] },
    {
      kind: 'create record',
      library: LIBRARY,
      path: PATH,
      parent: LIBRARY,
      expected: expected('x'),
      size: 3,
      unfinished,
    },
  ],
  [
    { local: [local('x')], library: { hasDefaultLabels: false } },
    {
      kind: 'announce',
      path: PATH,
      expected: expected('x'),
      home: { library: LIBRARY, parent: LIBRARY, missing: [], size: 3 },
    },
  ],
  [
    {
      synced: [synced('v1')],
      local: [local('v1', { path: `${ROOT}/B.docx`, identity: 'i2' }), local('v1')],
      library: { left: true },
    },
    {
      kind: 'remove stray',
      recordId: 'r1',
      path: `${ROOT}/B.docx`,
      expected: { identity: 'i2', stamp: 's1', sha256: 'sha-v1' },
    },
  ],
];

describe('an operation says what it is about', () => {
  test.each(OPERATIONS.map(([setting, operation], at) => [operation.kind, at, setting, operation] as const))(
    '%s (%i)',
    (_kind, _at, setting, operation) => {
      expect(planOf(setting).batch).toEqual([operation]);
    },
  );
});

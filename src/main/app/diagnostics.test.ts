import { expect, test } from 'vitest';
import { NO_PREFERENCES } from '#shared/ipc/desktop.ts';
import { type SyncState, syncOff } from '#shared/ipc/sync-state.ts';
import { diagnosticFiles } from './diagnostics.ts';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl-x_y';
const REFRESH = 'rt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const SECRETS = [TOKEN, REFRESH, 'Cordillera-7-lenga', 'proxy-clave', 'ana@andes.cl'];
const NAMES = ['Despido', 'Soto', 'Remuneraciones', 'Directorio', 'Borrador secreto'];

const state: SyncState = {
  ...syncOff,
  status: 'problem',
  root: '/home/ana/Legajo',
  problem: {
    code: 'denied',
    message: "EACCES: permission denied, open '/home/ana/Legajo/Andes/Despido Soto.docx'",
  },
  libraries: [
    {
      _id: '01a20225-0e00-7e4b-883d-be1a82e94c58',
      name: 'Remuneraciones',
      path: 'Borrador secreto/Remuneraciones',
      mode: 'always',
      writable: true,
      archived: false,
      files: 1,
      folders: [
        {
          _id: '01a20225-0e00-7e4b-883d-be1a82e94c59',
          name: 'Directorio',
          path: 'Directorio',
          mode: 'always',
        },
      ],
    },
  ],
  transfers: [{ _id: 'x', direction: 'up', name: 'Despido Soto.docx', size: 10, progress: 5 }],
  activity: [
    { _id: 'a', at: '2026-03-07T11:30:00Z', kind: 'failed', path: 'Andes/Remuneraciones/Despido Soto.docx' },
  ],
  blocked: [
    {
      _id: 'lock:Andes/Remuneraciones/Despido Soto.docx',
      reason: 'stale-lock',
      path: 'Andes/Remuneraciones/Despido Soto.docx',
      since: '2026-03-07T11:30:00Z',
      actions: ['show'],
    },
  ],
};

const bundle = (withNames: boolean) =>
  Object.values(
    diagnosticFiles({
      versions: { app: '0.1.0' },
      settings: {
        server: 'https://legajo.andes.example',
        root: '/home/ana/Legajo',
        proposedRoot: '/home/ana/Legajo',
        theme: 'auto',
        preferences: { ...NO_PREFERENCES, limitUp: 250, ignore: ['Borrador secreto*'] },
        can: { seeMetered: true, openAtLogin: true },
      },
      state,
      figures: { synced: 12, blocked: 1 },
      log: [
        `warn sync: 401 with Authorization: Bearer ${TOKEN}`,
        `warn refreshToken=${REFRESH} of ana@andes.cl`,
        'error {"password":"Cordillera-7-lenga"}',
        'warn proxy http://ana:proxy-clave@10.0.0.1:3128 said 407',
        "warn sync: ENOENT: no such file, open '/home/ana/Legajo/Andes/Remuneraciones/Despido Soto.docx'",
        'warn sync: Remuneraciones/Despido Soto.docx is busy',
        "warn sync: EACCES, mkdir '/media/usb/Soto'",
        'info the sync engine ended (code 1)',
      ].join('\n'),
      home: '/home/ana',
      withNames,
    }),
  ).join('\n');

test('no secret is in it, whatever is ticked; what helps is', () => {
  for (const withNames of [true, false]) {
    const text = bundle(withNames);
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('/home/ana');
    for (const wanted of [
      '0.1.0',
      'legajo.andes.example',
      '"limitUp": 250',
      'stale-lock',
      '"synced": 12',
      'code 1',
      'EACCES',
    ])
      expect(text).toContain(wanted);
  }
});

test('names are replaced, unless their person wants them in', () => {
  const hidden = bundle(false);
  expect(NAMES.filter((name) => hidden.includes(name))).toEqual([]);
  // The same name is the same throughout, and keeps what kind of file it is.
  expect(hidden).toMatch(/"name": "nombre-\d+\.docx"/);
  const shown = bundle(true);
  expect(NAMES.filter((name) => !shown.includes(name))).toEqual([]);
});

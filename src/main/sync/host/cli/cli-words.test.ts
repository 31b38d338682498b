import { expect, test } from 'vitest';
import { ERRORS } from '#shared/platform/errors.ts';
import { classifyFailure } from '../../engine/failures/failures.ts';
import { RemoteError } from '../../ports/remote.ts';
import {
  activityWords,
  blockedWords,
  failureWords,
  notSyncedWords,
  oneLine,
  questionWords,
} from './cli-words.ts';

test('a question says how many files it does not name', () => {
  const paths = ['Andes/Acta 1.pdf', 'Andes/Acta 2.pdf'];
  expect(questionWords({ kind: 'mass-delete', files: 5, paths }).slice(1)).toEqual([
    'Falta: Andes/Acta 1.pdf',
    'Falta: Andes/Acta 2.pdf',
    'Y 3 más.',
  ]);
  expect(questionWords({ kind: 'mass-delete', files: 2, paths })).toHaveLength(3);
  expect(questionWords({ kind: 'root-missing', files: 7 })).toHaveLength(1);
});

test('nobody reads a code: a sentence of the API’s where there is one, else none', () => {
  expect(activityWords({ kind: 'failed', path: 'Acta.bin', code: 'file_kind' })).toBe(
    'No se pudo sincronizar: Acta.bin. Este tipo de archivo no se puede cargar; sácalo de esta carpeta, o guárdalo en otro formato.',
  );
  expect(activityWords({ kind: 'failed', path: 'Acta.bin', code: 'some_new_code' })).toBe(
    'No se pudo sincronizar: Acta.bin',
  );
});

test('documents that are kept here no more are named, or counted where they are many', () => {
  const moved = { from: 'Andes/Calidad/Acta.pdf', path: 'Andes/Calidad/F/Acta.pdf' };
  expect(activityWords({ kind: 'saved-before', ...moved })).toBe(
    '«Andes/Calidad/Acta.pdf» se guardó donde estaba antes; el cambio quedó en «Andes/Calidad/F/Acta.pdf»',
  );
  expect(activityWords({ kind: 'stopped', path: 'Andes/Calidad/Acta.pdf' })).toBe(
    'Ya no se mantiene en este equipo: Andes/Calidad/Acta.pdf',
  );
  expect(activityWords({ kind: 'stopped', path: 'Andes/Calidad', count: 30 })).toBe(
    'Ya no se mantienen 30 documentos en este equipo: Andes/Calidad',
  );
});

test('a blocked item says why: in the server’s words, in those of the code, or by its reason', () => {
  const item = { key: '1', path: 'Acta.bin', reason: 'refused' } as const;
  expect(blockedWords({ ...item, detail: 'file_kind', message: 'Solo se aceptan planos.' })).toBe(
    'Pendiente: «Acta.bin». Solo se aceptan planos.',
  );
  expect(blockedWords({ ...item, detail: 'file_kind' })).toBe(
    'Pendiente: «Acta.bin». Este tipo de archivo no se puede cargar; sácalo de esta carpeta, o guárdalo en otro formato.',
  );
  expect(blockedWords({ ...item, detail: 'some_new_code' })).toMatch(/El servidor no lo aceptó/);
});

test('a refusal that a person can do something about says what', () => {
  const item = { key: '1', path: 'Acta.bin' } as const;
  for (const code of ['too_large', 'file_kind', 'folder_depth', 'invalid', 'precondition'] as const) {
    const { message } = ERRORS[code];
    const { scope: _, ...failure } = classifyFailure(new RemoteError('refused', code, message));
    const said = blockedWords({ ...item, ...failure });
    expect(said).not.toContain(message);
    expect(said).toMatch(/[;.] .*[;.] .+\.$/);
  }
});

test('a broken name comes with one that can be synced', () => {
  expect(notSyncedWords({ path: 'Acci\ufffdn.txt', reason: 'broken-name', proposed: 'Acción.txt' })).toMatch(
    /cámbialo\. Puedes llamarlo «Acción\.txt»\.$/,
  );
});

test('a name takes one line, and moves no cursor', () => {
  expect(oneLine('a\nb\u001b[2Jc\u202ed')).toBe('a\u240ab\u241b[2Jc\ufffdd');
});

test('an address that knows no sign-in is none of Legajo', () => {
  for (const code of ['not_found', 'method_not_allowed'] as const)
    expect(failureWords(new RemoteError('refused', code, ERRORS[code].message))).toMatch(
      /En esa dirección no responde Legajo\. Revisa --server/,
    );
});

test('of one file as of one', () => {
  const said = (['root-missing', 'mass-delete', 'mass-removal'] as const).flatMap((kind) =>
    questionWords({ kind, files: 1 }),
  );
  expect(said).toHaveLength(3);
  expect(said.join('\n')).not.toMatch(/\b(1|un) (archivos|documentos)|\b(los|faltan)\b|traerlos|quitarlas/);
  expect(questionWords({ kind: 'mass-delete', files: 2, paths: ['Acta.pdf'] }).at(-1)).toBe('Y 1 más.');
  expect(questionWords({ kind: 'root-missing', files: 7 })[0]).toContain('7 archivos');
});

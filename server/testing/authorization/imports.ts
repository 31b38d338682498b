import type { importsTable } from '#shared/imports/imports.contract.ts';
import { newId } from '../../platform/ids.ts';
import { ANY_ADMIN, type Rows } from './rows.ts';

const params = { kind: 'types' as const };
const file = {
  name: 'tipos.csv',
  data: Buffer.from('Nombre;Código\nActa de visita;AVIS\n').toString('base64'),
};
const table = async () => ({ params, body: { file } });

/** Imports of tables. */
export const importsRows: Rows<keyof typeof importsTable> = {
  importTemplate: { answers: ANY_ADMIN, input: async () => ({ params, query: { format: 'csv' } }) },
  importCheck: { answers: ANY_ADMIN, input: table },
  importFaults: { answers: ANY_ADMIN, input: async () => ({ params, body: { file, format: 'csv' } }) },
  importRun: { answers: ANY_ADMIN, input: table },
  importRuns: { answers: ANY_ADMIN, input: async () => ({}) },
  importInvite: {
    answers: '-xFFFFFNN',
    on: 'an import of somebody else',
    input: async () => ({ params: { id: newId() } }),
  },
  importUndo: {
    answers: '-xFFFFFNN',
    on: 'an import of somebody else',
    input: async () => ({ params: { id: newId() } }),
  },
};

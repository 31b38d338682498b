import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageHead } from '#shared/documents/image-head.ts';
import { pdfFile } from '../../testing/files/files.ts';
import { hostilePdfs } from '../../testing/files/hostile-pdfs.ts';
import { NoPages, type PageMaker } from './page-maker.ts';
import { findPdftoppm } from './pdftoppm.ts';

let dataDir: string;
let maker: PageMaker;
const said: string[] = [];
const log = { info: () => undefined, warn: (_: object, message: string) => void said.push(message) };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'legajo-thumbnails-'));
  const found = await findPdftoppm({ log, dataDir });
  if (!found) throw new Error(`pdftoppm is needed (.ci/run says how it is installed): ${said.join('; ')}`);
  maker = found;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const faultOf = (error: unknown) => (error instanceof NoPages ? error.fault : error);
const sizeOf = async (pdf: Buffer) => {
  const { type, width = 0, height = 0 } = imageHead(await maker.make(pdf, 'pdf')) ?? {};
  return [type, width, height];
};

/** Asks for a password: what the entry for the owner and the one for the user hold fits none that anybody has. */
function protectedPdf(pdf: Buffer): Buffer {
  const key = `<${'41'.repeat(32)}>`;
  const entry = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`;
  return Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${entry}`), 'latin1');
}

describe('thumbnails of PDFs', () => {
  it('show the first page, 480 pixels at its longest side, however large it claims to be', async () => {
    expect(await sizeOf(await pdfFile(['Acta', 'Anexo']))).toEqual(['image/jpeg', 340, 480]);
    expect(await sizeOf(hostilePdfs.hugePage())).toEqual(['image/jpeg', 480, 480]);
  });

  it('that are damaged or protected have none', async () => {
    const whole = hostilePdfs.pages(1);
    expect(await sizeOf(whole)).toEqual(['image/jpeg', 340, 480]);
    expect(await maker.make(protectedPdf(whole), 'pdf').catch(faultOf)).toBe('failed');
    expect(await maker.make(whole.subarray(0, 100), 'pdf').catch(faultOf)).toBe('failed');
    expect(await maker.make(Buffer.from('no es un PDF'), 'pdf').catch(faultOf)).toBe('failed');
  });
});

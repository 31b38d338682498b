import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxFile, pptxFile, xlsxFile } from '../../testing/files/files.ts';
import { zipBombs } from '../../testing/files/hostile-office.ts';
import { findLibreOffice } from './libreoffice.ts';
import { NoPages, type PageMaker } from './page-maker.ts';

let dataDir: string;
let maker: PageMaker;
const said: string[] = [];
const log = { info: () => undefined, warn: (_: object, message: string) => void said.push(message) };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'legajo-libreoffice-'));
  const found = await findLibreOffice({ log, dataDir });
  if (!found) throw new Error(`LibreOffice is needed (.ci/run says how it is installed): ${said.join('; ')}`);
  maker = found;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const wordsOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString().replace(/\s+/g, ' ').trim();
const faultOf = (error: unknown) => (error instanceof NoPages ? error.fault : error);
describe('LibreOffice draws', () => {
  it('text documents, workbooks and slides, current and old', async () => {
    const docx = await docxFile(['Hormigonado de losas', 'Curado: 7 días']);
    const made = await maker.make(docx, 'docx');
    expect(wordsOf(made)).toBe('Hormigonado de losas Curado: 7 días');
    expect(wordsOf(await maker.make(await xlsxFile([['Partida', 'Moldaje']]), 'xlsx'))).toMatch(/Moldaje/);
    expect(wordsOf(await maker.make(await pptxFile(['Lectura de planos']), 'pptx'))).toMatch(/planos/);
    const rtf = Buffer.from("{\\rtf1\\ansi Acta de recepci\\'f3n provisoria}");
    expect(wordsOf(await maker.make(rtf, 'rtf'))).toBe('Acta de recepción provisoria');
  });

  it('nothing of what is damaged or no office file', async () => {
    const docx = await docxFile(['Acta']);
    expect(await maker.make(docx.subarray(0, docx.length / 2), 'docx').catch(faultOf)).toBe('failed');
    expect(await maker.make(docx, 'png').catch(faultOf)).toBe('kind');
  });

  it('and leaves nothing behind, whatever it was given', async () => {
    expect(await maker.make(zipBombs.oneEntry(300 * 1024 ** 2), 'docx').catch(faultOf)).toBe('failed');
    const left = execFileSync('ps', ['-eo', 'uid,args']).toString().split('\n');
    expect(left.filter((line) => /^\s*65\d{3}\s.*soffice/.test(line))).toEqual([]);
  });
});

it('without bubblewrap none is drawn, and the operator reads what to install', async () => {
  const { PATH } = process.env;
  const tools = await mkdtemp(join(tmpdir(), 'legajo-tools-'));
  try {
    // All programs but that one.
    for (const name of await readdir('/usr/bin'))
      if (name !== 'bwrap') await symlink(join('/usr/bin', name), join(tools, name));
    // Another user runs them.
    await chmod(tools, 0o755);
    process.env.PATH = tools;
    said.length = 0;
    expect(await findLibreOffice({ log, dataDir })).toBeNull();
    expect(said).toEqual(['no pages are drawn']);
  } finally {
    process.env.PATH = PATH;
    await rm(tools, { recursive: true, force: true });
  }
});

import {
  appendFile,
  copyFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/**
 * How programs save, as their calls on the disk: each row of docs/how-programs-save.md. `$` is the document, `#` its name
 * without the extension. `look` lets the engine look at what there is then: the gap between two calls.
 */
type Row = readonly [program: string, document: string, calls: readonly string[], more?: More];

interface More {
  /** The program makes the document. */
  readonly isNew?: boolean;
  /** Its calls may be seen as more than one save. */
  readonly parts?: boolean;
}

const ROWS: readonly Row[] = [
  [
    'Word',
    'Informe.docx',
    [
      'write ~WRD0001.tmp',
      'sync ~WRD0001.tmp',
      'rename $ ~WRL0002.tmp',
      'look',
      'rename ~WRD0001.tmp $',
      'look',
      'remove ~WRL0002.tmp',
    ],
  ],
  [
    'Word, with a backup copy',
    'Bases.docx',
    ['write ~WRD0001.tmp', 'rename $ Copia_de_seguridad_de_#.wbk', 'look', 'rename ~WRD0001.tmp $'],
  ],
  [
    'Excel',
    'Balance.xlsx',
    ['write 5F3A2B10', 'look', 'rename $ 6C1D2E3F.tmp', 'look', 'rename 5F3A2B10 $', 'remove 6C1D2E3F.tmp'],
  ],
  [
    'Excel, both under eight digits',
    'Caja.xlsx',
    ['write 5F3A2B10.tmp', 'rename $ 7A0B1C2D', 'look', 'rename 5F3A2B10.tmp $', 'look', 'remove 7A0B1C2D'],
  ],
  [
    'PowerPoint',
    'Charla.pptx',
    ['write ppt4F2A.tmp', 'sync ppt4F2A.tmp', 'remove $', 'look', 'rename ppt4F2A.tmp $'],
  ],
  [
    'LibreOffice',
    'Acta.odt',
    [
      'write .~lock.$#',
      'write lu1234.tmp',
      'sync lu1234.tmp',
      'look',
      'rename lu1234.tmp $',
      'remove .~lock.$#',
    ],
  ],
  [
    'LibreOffice, with a backup copy',
    'Minuta.odt',
    ['copy $ #.bak', 'look', 'write lu1235.tmp', 'rename lu1235.tmp $'],
  ],
  [
    'AutoCAD',
    'Planta.dwg',
    ['write #.dwl~', 'write acad1.tmp', 'rename $ #.bak', 'look', 'rename acad1.tmp $', 'remove #.dwl~'],
  ],
  [
    'AutoCAD, over the backup of before',
    'Corte.dwg',
    [
      'write #.bak',
      'look',
      'write acad2.tmp',
      'remove #.bak',
      'rename $ #.bak',
      'look',
      'rename acad2.tmp $',
    ],
  ],
  ['Perl with a backup', 'Lista.csv', ['rename $ $.orig', 'look', 'write $']],
  ['sed with a backup', 'Partidas.csv', ['write sedX1y2Z3', 'rename $ $.old', 'look', 'rename sedX1y2Z3 $']],
  ['Photoshop, Illustrator', 'Afiche.psd', ['write ps9A.tmp', 'look', 'remove $', 'rename ps9A.tmp $']],
  [
    'Acrobat',
    'Contrato.pdf',
    ['write A9R1B2.tmp', 'rename $ A9R1B3.tmp', 'rename A9R1B2.tmp $', 'look', 'remove A9R1B3.tmp'],
  ],
  ['Notepad', 'Nota.txt', ['truncate $', 'look', 'write $']],
  ['Notepad++, with a backup', 'Lista.txt', ['copy $ $.bak', 'truncate $', 'write $', 'sync $']],
  [
    'vim, backupcopy=no',
    'Guion.txt',
    ['write .#.swp~', 'rename $ $~', 'look', 'write $', 'sync $', 'remove $~', 'remove .#.swp~'],
  ],
  ['vim, backupcopy=yes', 'Pauta.txt', ['copy $ $~', 'truncate $', 'write $', 'sync $', 'look', 'remove $~']],
  [
    'gedit, GNOME',
    'Carta.txt',
    ['write .goutputstream.part', 'sync .goutputstream.part', 'link $ $~', 'rename .goutputstream.part $'],
  ],
  ['Emacs', 'Diario.txt', ['rename $ $~', 'look', 'write $', 'sync $']],
  ['VS Code', 'Datos.csv', ['truncate $', 'write $']],
  [
    'macOS, by a hard link and a replacement',
    'Memoria.pages',
    [
      'write $.sb-1a2b3c4d-Xy12Zk',
      'link $ $.sb-9f8e7d6c-Ab34Cd',
      'rename $.sb-1a2b3c4d-Xy12Zk $',
      'look',
      'remove $.sb-9f8e7d6c-Ab34Cd',
    ],
  ],
  ['rsync', 'Planilla.xlsx', ['write .~tmp~.part', 'look', 'rename .~tmp~.part $']],
  ['a client like Dropbox', 'Anexo.pdf', ['write ../.legajo-other', 'rename ../.legajo-other $']],
  ['7-Zip', 'Respaldo.7z', ['write $.tmp', 'look', 'remove $', 'look', 'rename $.tmp $']],
  ['Chrome', 'Factura.pdf', ['write $.crdownload', 'look', 'rename $.crdownload $'], { isNew: true }],
  ['Firefox', 'Boleta.pdf', ['empty $', 'write $.part', 'look', 'rename $.part $'], { isNew: true }],
  ['unzip', 'Extraido.pdf', ['write $', 'look'], { isNew: true }],
  [
    'a scanner',
    'Escaneo.pdf',
    ['begin $', 'look', 'append $', 'look', 'append $', 'sync $'],
    { isNew: true, parts: true },
  ],
];

describe('each program saves in its way: one document with its history, and nothing else', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ settleMs: 500 });
  });
  afterAll(() => world?.stop());

  async function look(): Promise<void> {
    desktop.cycle = undefined;
    desktop.runner.lookEverywhere();
    await eventually(() => desktop.cycle !== undefined, 'a look');
  }

  async function run(call: string, name: string, bytes: Buffer): Promise<void> {
    const [what, ...names] = call.split(' ');
    const stem = name.slice(0, name.lastIndexOf('.'));
    const [one = '', two = ''] = names.map((each) =>
      desktop.path(
        world.path(each.replace('$', name).replace(/#(?=[.~]|$)/, each.startsWith('.~lock') ? '#' : stem)),
      ),
    );
    const third = Math.ceil(bytes.length / 3);
    if (what === 'look') await look();
    else if (what === 'write') await writeFile(one, bytes);
    else if (what === 'empty') await writeFile(one, '');
    else if (what === 'begin') await writeFile(one, bytes.subarray(0, third));
    else if (what === 'append') {
      const { size } = await stat(one);
      await appendFile(one, bytes.subarray(size, size + third));
    } else if (what === 'truncate') await truncate(one, 0);
    else if (what === 'rename') await rename(one, two);
    else if (what === 'link') await link(one, two);
    else if (what === 'copy') await copyFile(one, two);
    else if (what === 'remove') await rm(one);
    else if (what === 'sync') {
      const handle = await open(one, 'r+');
      await handle.sync();
      await handle.close();
    } else throw new Error(`unknown: ${call}`);
  }

  const rows = ROWS.map(([program, name, calls, more = {}]) => ({ program, name, calls, ...more }));
  test.each(rows)('$program', async ({ program, name, calls, isNew = false, parts = false }) => {
    await mkdir(dirname(desktop.path(world.path(name))), { recursive: true });
    const before = (await world.records()).length;
    let id: string | undefined;
    if (!isNew) {
      await world.save(desktop, world.path(name), `${program}: primero`);
      await eventually(async () => (await world.records(name)).length === 1, 'the record');
      await world.rests(desktop);
      id = (await world.records(name))[0]?._id;
    }
    const saved = world.wrote(`${program}: lo que se guardó después`, name);
    for (const call of calls) await run(call, name, saved);
    const wanted = isNew ? 1 : 2;
    await eventually(
      async () =>
        (await world.records(name)).length === 1 &&
        (await world.versions(name)).at(-1)?.sha256 === sha256Of(saved),
      async () => `what was saved: ${JSON.stringify([await world.records(name), desktop.engine.blocked])}`,
    );
    await world.rests(desktop);
    const versions = await world.versions(name);
    expect(versions.every(({ conflict }) => !conflict)).toBe(true);
    if (!parts) expect(versions.map(({ number }) => number)).toEqual([1, 2].slice(0, wanted));
    if (id) expect((await world.records(name))[0]?._id).toBe(id);
    const all = (await world.records()).map((each) => each.name);
    expect(all.length, all.join(', ')).toBe(before + 1);
    expect([...desktop.engine.memory.content.synced.values()].filter((node) => node.stopped)).toEqual([]);
    expect(await desktop.read(world.path(name))).toEqual(saved);
    // What its program leaves beside it for good is no document, and is said to be none.
    const left = (await desktop.documents()).filter((path) => /\.(bak|old|orig|wbk|xlk)$/.test(path));
    const said = desktop.engine.notSynced.flatMap(({ path, reason }) => (reason === 'backup' ? [path] : []));
    expect(said.sort()).toEqual(left);
  });

  test('renamed, and a new file under the old name: the document keeps its history under its new name', async () => {
    await world.save(desktop, world.path('Plantilla.docx'), 'la plantilla, aprobada');
    await eventually(async () => (await world.records('Plantilla.docx')).length === 1, 'the record');
    await world.rests(desktop);
    const id = (await world.records('Plantilla.docx'))[0]?._id;
    await rename(
      desktop.path(world.path('Plantilla.docx')),
      desktop.path(world.path('Contrato firmado.docx')),
    );
    await world.save(desktop, world.path('Plantilla.docx'), 'otra plantilla');
    await eventually(
      async () => (await world.records('Contrato firmado.docx')).length === 1,
      'the renamed one',
    );
    await eventually(async () => (await world.records('Plantilla.docx')).length === 1, 'the new one');
    await world.rests(desktop);
    const [renamed] = await world.records('Contrato firmado.docx');
    const [fresh] = await world.records('Plantilla.docx');
    expect(renamed?._id).toBe(id);
    expect(fresh?._id).not.toBe(id);
    expect((await world.versions('Contrato firmado.docx')).map(({ sha256 }) => sha256)).toEqual([
      sha256Of(Buffer.from('la plantilla, aprobada')),
    ]);
    expect((await world.versions('Plantilla.docx')).length).toBe(1);
  });
});

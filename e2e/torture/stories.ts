import { chmod, mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACTIONS } from './actions.ts';
import type { Times } from './checking/seen.ts';
import { LIBRARY } from './company.ts';
import { piecesOf } from './contents.ts';
import { writeWhole } from './job.ts';
import type { Stage } from './stage.ts';
import { WRITERS } from './writers.ts';

/**
 * Short histories, each about one thing that can go wrong. A story throws for what the checker cannot know at the end.
 */
type Story = (stage: Stage) => Promise<void>;

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

/** Several documents of root 0 that are on the server. */
async function someDocuments(stage: Stage, count: number, folder = ''): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `Acta ${index + 1}.txt`));
  const hashes: string[] = [];
  for (const path of paths) hashes.push(await stage.write(0, path));
  for (const [index, path] of paths.entries()) await stage.arrives(1, path, hashes[index] ?? '');
  await stage.settles(2);
  return paths;
}

async function deleteFile(stage: Stage, path: string, sha256 = ''): Promise<void> {
  stage.ledger.deleted(0, join(LIBRARY, path), sha256);
  await rm(stage.at(0, path));
}

const isAsked = (stage: Stage): boolean => (stage.world.engines[0]?.asked.length ?? 0) > 0;

export const STORIES = {
  appended: async (stage) => WRITERS.appending?.write(stage.job(0, 'Bitácora.csv')),

  'held open': async (stage) => {
    const pieces = piecesOf(stage.content('txt', 9000), 3);
    const file = await open(stage.at(0, 'Bitácora.txt'), 'w');
    let all = Buffer.alloc(0);
    try {
      for (const [index, piece] of pieces.entries()) {
        await writeWhole(file, piece, all.length);
        all = Buffer.concat([all, piece]);
        const finished = index === pieces.length - 1;
        stage.ledger.wrote(0, 'Bitácora.txt', all, 'held open', { finished });
        await stage.settles(3);
      }
    } finally {
      await file.close();
    }
  },

  'in pieces': async (stage) => WRITERS['in pieces']?.write(stage.job(0, 'Plano.pdf')),

  'cut short': async (stage) => {
    const half = stage.content('pdf', 9000).subarray(0, 4000);
    await writeFile(stage.at(0, 'Plano.pdf'), half);
    const { sha256 } = stage.ledger.wrote(0, 'Plano.pdf', half, 'cut short', { finished: false });
    await stage.isSent(sha256, 'what its writer never finished');
  },

  'many saves': async (stage) => {
    for (let save = 0; save < 8; save += 1) {
      await stage.write(0, 'Informe.txt');
      await stage.settles(2.5);
    }
    await stage.settles(2);
    const versions = await stage.world.view.versions(false);
    expect(versions.length <= 6, `${versions.length} versions of 8 saves`);
  },

  'deleted while it waits': async (stage) => {
    await stage.isSent(await stage.write(0, 'Informe.txt'), 'the first save');
    const second = await stage.write(0, 'Informe.txt');
    await stage.settles((stage.times.settleMs + stage.times.graceMs) / stage.times.settleMs + 1);
    await deleteFile(stage, 'Informe.txt', second);
  },

  'folder deleted at the server': async (stage) => {
    await stage.arrives(1, 'Obras/Acta.txt', await stage.write(0, 'Obras/Acta.txt'));
    await stage.write(1, 'Obras/Minuta.tmp');
    await stage.write(1, 'Obras/Borradores~/Presupuesto.txt');
    await stage.world.colleague.deleteFolder('Obras');
    for (const root of [0, 1])
      await stage.until(`root ${root} keeps the folder`, () => stage.isGone(root, 'Obras/Acta.txt'));
  },

  'late save through a handle': async (stage) => {
    await stage.arrives(1, 'Informe.txt', await stage.write(0, 'Informe.txt'));
    const file = await open(stage.at(0, 'Informe.txt'), 'r+');
    try {
      const theirs = await stage.write(1, 'Informe.txt');
      await stage.arrives(0, 'Informe.txt', theirs);
      const late = stage.content();
      await file.truncate(0);
      await writeWhole(file, late);
      const { sha256 } = stage.ledger.wrote(0, 'Informe.txt', late, 'late save');
      await file.close();
      await stage.isSent(sha256, 'the late save');
    } finally {
      await file.close().catch(() => {});
    }
  },

  'unreadable file': async (stage) => {
    await stage.write(0, 'Cerrado.txt');
    await chmod(stage.at(0, 'Cerrado.txt'), 0o000);
    await stage.settles(3);
    await stage.arrives(1, 'Acta.txt', await stage.write(0, 'Acta.txt'));
  },

  'tree too deep': async (stage) => {
    await ACTIONS['deep tree']?.(stage.job(0, ''));
    await stage.write(0, join(...Array.from({ length: 23 }, (_, level) => `n${level}`), 'Acta.txt'));
    await stage.settles(3);
    await stage.arrives(1, 'Acta.txt', await stage.write(0, 'Acta.txt'));
  },

  'unreadable folder': async (stage) => {
    await someDocuments(stage, 6, 'Obras');
    await chmod(stage.at(0, 'Obras'), 0o000);
    await stage.arrives(1, 'Otra.txt', await stage.write(0, 'Otra.txt'));
    await stage.settles(4);
    const asked = isAsked(stage);
    await chmod(stage.at(0, 'Obras'), 0o700);
    expect(!asked, 'what cannot be listed was taken for deleted');
  },

  'odd items': async (stage) => {
    const target = join(stage.job(0, '').scratch, 'fuera.txt');
    await writeFile(target, stage.content());
    await mkdir(stage.at(0, 'Obras'), { recursive: true });
    await symlink(target, stage.at(0, 'Obras/enlace.txt'));
    await stage.write(0, 'Borradores~/Presupuesto.txt');
    await ACTIONS['broken name']?.(stage.job(0, 'Acta.txt'));
    await stage.settles(2);
  },

  'many deleted at once': async (stage) => {
    const paths = await someDocuments(stage, 10);
    for (const path of paths.slice(0, 8)) await deleteFile(stage, path);
    await stage.until('eight of ten were deleted, and nothing was asked', () => isAsked(stage));
  },

  'many deleted one by one': async (stage) => {
    const paths = await someDocuments(stage, 10);
    for (const path of paths.slice(0, 8)) {
      await deleteFile(stage, path);
      await stage.settles(2.5);
    }
    await stage.until('eight of ten were deleted, and nothing was asked', () => isAsked(stage));
  },

  'new file under an old name': async (stage) => {
    await stage.arrives(1, 'Acta.txt', await stage.write(0, 'Acta.txt'));
    await stage.settles(2);
    await ACTIONS.swap?.(stage.job(0, 'Acta.txt'));
    await stage.settles(2);
  },

  'save with a backup': async (stage) => {
    const before = await stage.isSent(await stage.write(0, 'Plano.txt'), 'the document');
    await stage.settles(2);
    await rename(stage.at(0, 'Plano.txt'), stage.at(0, 'Plano.bak'));
    const after = await stage.isSent(await stage.write(0, 'Plano.txt'), 'what was saved');
    expect(before.record === after.record, 'a save with a backup made another document');
  },
} satisfies Record<string, Story>;
export type StoryName = keyof typeof STORIES;

/** Other waits for some stories, in milliseconds. */
export const OWN_TIMES: Partial<Record<StoryName, Partial<Times>>> = {
  'deleted while it waits': { distanceMs: 9000 },
};

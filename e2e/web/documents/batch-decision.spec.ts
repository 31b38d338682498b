import { randomUUID } from 'node:crypto';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { addVersion, uploadDocument } from '../../fixtures/upload.ts';

/** Decisions about many documents: nobody decides about what they have not seen. */

for (const place of ['list', 'pending'] as const)
  test(`what a colleague changed after it was selected is left out of a decision, and said: ${place}`, async ({
    page,
    server,
  }, info) => {
    const admin = await signInApi(server.url, demoEmail('admin'));
    const libraries = await admin.call('groupsByMember', {});
    const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
    const mark = randomUUID().slice(0, 6);
    const { _id: folder } = await admin.call('folderCreate', {
      body: { group, name: `Actas ${mark}`, parent: null },
    });
    const [kept = '', changed = ''] = await Promise.all(
      [`Acta quieta ${mark}`, `Acta movida ${mark}`].map((title) =>
        uploadDocument(server.url, admin, { group, folder, title }),
      ),
    );
    const read = (id: string) => admin.call('recordById', { params: { id } });
    for (const record of [kept, changed]) {
      const { currentVersion, rev } = await read(record);
      const version = currentVersion?._id ?? '';
      await admin.call('reviewCreate', { body: { record, version, state: 5, comment: '', rev } });
    }
    await startSession(page, 'admin');
    await page.goto(
      place === 'list'
        ? `/records/search?group=${group}&folder=${folder}`
        : '/notifications?tab=pending&section=review',
    );
    for (const title of ['quieta', 'movida'])
      await page.getByRole('checkbox', { name: new RegExp(`Acta ${title} ${mark}`) }).check();

    // A second version comes and waits for its review, and the list shows the document as it is now.
    const base = (await read(changed)).currentVersion?._id ?? '';
    const second = await addVersion(server.url, admin, {
      ...{ record: changed, base, name: 'acta.txt' },
      bytes: Buffer.from('Lo que nadie ha visto.'),
    });
    const renamed = `Acta cambiada ${mark}`;
    const { rev } = await read(changed);
    await admin.call('recordUpdate', { params: { id: changed }, body: { title: renamed, rev } });
    const again = await read(changed);
    const body = { record: changed, version: second, state: 5, comment: '', rev: again.rev } as const;
    await admin.call('reviewCreate', { body });
    await expect(page.getByText(renamed).first()).toBeVisible();
    const bar = page.getByRole('toolbar', { name: '2 seleccionados' });
    await bar.getByRole('button', { name: place === 'list' ? 'Cambiar estado' : 'Aprobar' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText(
      'Cambió después de que lo elegiste, y no se incluye.',
    );
    await expect(dialog.getByRole('alert').getByRole('link', { name: renamed })).toBeVisible();
    await expect(dialog.getByRole('alert')).toContainText('versión 2');
    await expect(dialog.getByRole('region', { name: 'El documento' })).toContainText('versión 1');
    if (place === 'list') {
      await showEverywhere(page, (width) => info.outputPath(`changed-${width}.png`));
      await dialog.getByRole('combobox', { name: 'Nuevo estado' }).click();
      await page.getByRole('option', { name: 'Aprobado' }).click();
    }
    await dialog.getByRole('button', { name: 'Cambiar estado' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expect(dialog.getByRole('listitem')).toContainText('Estado cambiado');
    expect(await read(kept)).toMatchObject({ state: 1 });
    expect(await read(changed)).toMatchObject({ state: 5 });
  });

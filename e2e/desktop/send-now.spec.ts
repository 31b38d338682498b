import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Document, Packer, Paragraph } from 'docx';
import { launchDesktop } from './app.ts';
import { serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** A document is saved twice in a row: the second save waits, and "Subir ahora" ends its wait. */
const demo = serveDemo();

/**
 * Milliseconds. The engine keeps two versions 30 s apart; two sent by the button are closer than this by the server's
 * clock.
 */
const CLOSE_MS = 20_000;
/** On a machine too slow to press the button in time, the next save is another chance. */
const ATTEMPTS = 3;

const docx = (text: string): Promise<Buffer> =>
  Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(text)] }] }));

test('"Subir ahora" sends a save that waits at once', async () => {
  const desktop = await launchDesktop({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  await startSyncing(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Sincronización: / }).click();

  const panel = page.getByRole('complementary', { name: 'Sincronización' });
  const waiting = panel
    .getByRole('region', { name: 'En espera' })
    .getByRole('listitem')
    .filter({ hasText: basename(document.file) });
  const save = async (text: string): Promise<string> => {
    const bytes = await docx(text);
    await writeFile(document.file, bytes);
    return createHash('sha256').update(bytes).digest('hex');
  };
  /** When the server received the version with these bytes; undefined while it has none. */
  const sentAt = async (sha256: string): Promise<number | undefined> => {
    const versions = await demo.author.call('versionsByRecord', { params: { id: document.id } });
    const found = versions.find((version) => version.sha256 === sha256);
    return found && Date.parse(found.createdAt);
  };
  const sent = async (sha256: string): Promise<number> => {
    await expect.poll(() => sentAt(sha256)).toBeDefined();
    return (await sentAt(sha256)) ?? Number.NaN;
  };

  let before = await sent(await save('Primera edición.'));
  const distances: number[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS && !distances.some((ms) => ms < CLOSE_MS); attempt += 1) {
    const second = await save(`Segunda edición, intento ${attempt}.`);
    // The wait may end before the button is seen: then the server has the version, and the time between both says so.
    const button = waiting.getByRole('button', { name: 'Subir ahora' });
    await expect
      .poll(async () => (await button.isVisible()) || (await sentAt(second)) !== undefined)
      .toBe(true);
    if (await button.isVisible()) {
      const reason = await waiting.textContent({ timeout: 5_000 }).catch(() => undefined);
      if (reason) expect(reason).toContain('Lo guardas seguido. Se subirá en unos segundos');
      await button.click({ timeout: 5_000 }).catch(() => undefined);
    }
    const at = await sent(second);
    distances.push(at - before);
    before = at;
  }
  expect(Math.min(...distances), `distances in ms: ${distances.join(', ')}`).toBeLessThan(CLOSE_MS);
  await expect(waiting).toHaveCount(0);
  await desktop.close({ removeHome: true });
});

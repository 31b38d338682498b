import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { pngFile } from '../../../testing/files/files.ts';
import { useTestServer } from '../../../testing/http.ts';
import { mailsOf } from '../../../testing/mail.ts';

/** How many pictures a PDF draws on each of its pages. */
async function picturesIn(file: { data: string }): Promise<number[]> {
  const data = new Uint8Array(Buffer.from(file.data, 'base64'));
  const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
  const counts: number[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const { fnArray } = await (await document.getPage(at)).getOperatorList();
    counts.push(fnArray.filter((each) => each === OPS.paintImageXObject).length);
  }
  return counts;
}

describe('the organization’s logo', () => {
  const server = useTestServer();

  it('is shown on the cover of the report and in mails, until it is removed', async () => {
    const { root, boss, period } = await reportedCompany(server());
    const take = async () =>
      picturesIn(await boss.ok('reportExport', { query: { ...period, format: 'pdf' } }));
    const invite = async (name: string): Promise<string> => {
      const to = `${name.toLowerCase()}.soto@legajo.test`;
      await root.ok('userCreate', { body: { firstname: name, lastname: 'Soto', email: to } });
      await expect.poll(async () => (await mailsOf(server(), to)).length).toBe(1);
      return (await mailsOf(server(), to))[0]?.raw ?? '';
    };
    const set = async (bytes: Buffer) => {
      const { rev } = await root.ok('organizationProfile');
      await root.ok('organizationLogoUpdate', { body: { data: bytes.toString('base64'), rev } });
    };
    expect((await take())[0]).toBe(0);
    expect(await invite('Ana')).not.toContain('cid:');

    await set(pngFile(400, 100));
    const [cover, ...others] = await take();
    expect(cover).toBe(1);
    expect(others.every((count) => count === 0)).toBe(true);
    const mail = (await invite('Eva')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(mail).toContain('<img src="cid:logo" width="176" height="44" alt="">');
    expect(mail).toMatch(/^Content-ID: <logo>$/m);
    expect(mail).toMatch(/^Content-Disposition: inline; filename=logo\.png$/m);

    // A picture that stops after its head cannot be drawn: what is reported goes out all the same.
    await set(pngFile(400, 100).subarray(0, 60));
    expect((await take())[0]).toBe(0);
    // One that would weigh more than the mail stays out of it.
    await set(Buffer.concat([pngFile(400, 100), Buffer.alloc(110 * 1024)]));
    expect(await invite('Luz')).not.toContain('cid:');

    await set(pngFile(400, 100));
    const { rev } = await root.ok('organizationProfile');
    await root.ok('organizationLogoDelete', { query: { rev: String(rev) } });
    expect((await take())[0]).toBe(0);
    expect(await invite('Sol')).not.toContain('cid:');
  });
});

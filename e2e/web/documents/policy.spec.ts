import { DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The content security policy (server/platform/http/answers/web.ts): pages run only their own code. */
test('a PDF is drawn under a policy that lets no page compile code, and nothing is blocked', async ({
  page,
  server,
}) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) blocked.push(message.text());
  });
  const api = await signInApi(server.url, demoEmail('lectora'));
  const { items } = await api.call('recordSearch', { query: { name: 'pdf', limit: '50' } });
  const document = items.find((each) => each.file.name.endsWith('.pdf'));
  if (!document) throw new Error('the demo shows its reader no PDF');

  await page.goto('/');
  await page.getByLabel('Correo').fill(demoEmail('lectora'));
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`/records/view/${document._id}`);
  const ink = () =>
    page
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
        return data?.some((value, at) => at % 4 !== 3 && value < 128) ?? false;
      });
  await expect.poll(ink).toBe(true);
  const compiled = page.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'compiled'),
  );
  await expect(compiled).rejects.toThrow(/Content Security Policy|wasm/i);
  expect(blocked.filter((text) => !/WebAssembly/i.test(text))).toEqual([]);
});

import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

/* What somebody typed, cut off or kept for long: a screen says that it is not there, and stays usable. */

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const TECHNICAL = /Revisa los datos marcados|identificador|uuid|Inténtalo de nuevo/i;

for (const id of ['abc', UNKNOWN]) {
  test(`a due day that is not there, ?occurrence=${id}`, async ({ page }) => {
    await startSession(page, 'admin');
    for (const screen of ['/calendars', '/calendars/report']) {
      await page.goto(`${screen}?occurrence=${id}`);
      const drawer = page.getByRole('dialog').filter({ hasText: 'Vencimiento' });
      await expect(drawer.getByText('Este vencimiento no existe o ya no está')).toBeVisible();
      await expect(drawer).not.toContainText(TECHNICAL);
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      expect(new URL(page.url()).search).not.toContain('occurrence');
      await expect(page.locator('main h1')).toBeVisible();
    }
  });

  test(`other addresses with ${id} for an id`, async ({ page }) => {
    await startSession(page, 'admin');
    for (const path of [
      `/records/view/${id}`,
      `/records/search?group=${id}`,
      `/calendars?calendar=${id}`,
      `/calendars/edit/${id}`,
      `/calendars/edit/${id}?obligation=${id}`,
      `/calendars/report?snapshot=${id}`,
      `/calendars/report?calendar=${id}&responsible=${id}`,
      `/users/edit/${id}`,
      `/groups/edit/${id}`,
      `/labels/edit/${id}`,
      `/organizations/departments/edit/${id}`,
      `/bin?tab=holds&hold=${id}`,
      `/audit?event=${id}`,
      `/audit?target=${id}&actor=${id}`,
    ]) {
      await page.goto(path);
      await expect(page.locator('h1').first(), path).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('body'), path).not.toContainText(TECHNICAL);
    }
  });
}

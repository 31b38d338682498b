import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import type { DesktopPage } from './app.ts';

/** Checks the screen in the dark and the light theme: accessibility and width, with a screenshot of each. */
export async function expectGoodAppearance(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate(
      (wanted) => (window as unknown as DesktopPage).legajo.settings.setTheme(wanted),
      theme,
    );
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) });
  }
}

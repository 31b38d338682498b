import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import type { DesktopPage } from './app.ts';

/** Axe, the width and a picture, in both themes. */
export async function sound(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate(
      (wanted) => (window as unknown as DesktopPage).legajo.settings.setTheme(wanted),
      theme,
    );
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    await expectAccessible(page, { sameWindow: true });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) });
  }
}

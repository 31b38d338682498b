import type { FileChooser, Locator, Page } from '@playwright/test';

/** What a person does on a page, counted: clicks, keys and files given. Waiting for the page is no step of theirs. */
export class Hand {
  readonly page: Page;
  #clicks = 0;
  #keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#clicks += 1;
  }

  /** Presses one key. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#keys += 1;
  }

  /** Opens the dialog of files with one click and chooses in it, which counts as a second one. */
  async give(target: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), target.click()]);
    await chooser.setFiles(files);
    this.#clicks += 2;
  }

  /** The steps since the last call. */
  take(): { clicks: number; keys: number } {
    const taken = { clicks: this.#clicks, keys: this.#keys };
    this.#clicks = 0;
    this.#keys = 0;
    return taken;
  }
}

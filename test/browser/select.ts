import type { Locator } from '@playwright/test';

/** Chooses an option of a select by its text, as people do. */
export async function chooseOption(select: Locator, name: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name, exact: true }).click();
}

import type { Page } from '@playwright/test';
import { imageOf } from '#test/support/files/images.ts';
import { beginConversation, makeInbox, post } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* The viewer of a conversation: pictures are enlarged, PDF files are shown. */

/** A PDF file of three pages. */
async function threePages(page: Page): Promise<Buffer> {
  const printed = await page.context().newPage();
  const sheet = '<p style="break-after: page">Folha</p>';
  await printed.setContent(`${sheet}${sheet}<p>Fim</p>`);
  const pdf = await printed.pdf({ width: '400px', height: '500px' });
  await printed.close();
  return pdf;
}

async function open(page: Page, team: BrowserTeam) {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const id = await beginConversation(team, await makeInbox(page, team));
  const send = async (name: string, bytes: Buffer, type: string) => {
    const query = new URLSearchParams({ name, record_type: 'conversations', record_id: id });
    const answer = await page.request.post(`/api/panel/teams/${team.slug}/files?${query}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': type },
      data: bytes,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const file_id = ((await answer.json()) as { data: { id: string } }).data.id;
    await post(page, team, '/msgapp/messages/write', { conversation_id: id, file_id });
  };
  await send('arte.png', await imageOf('png', 900, 600), 'image/png');
  await send('proposta.pdf', await threePages(page), 'application/pdf');
  await page.goto(`/t/${team.slug}/conversations/${id}`);
}

const transformOf = (page: Page) => page.getByRole('dialog').getByRole('img').getAttribute('style');

test('a picture is enlarged by keys, wheel, double click and buttons, and moved', async ({
  page,
  team,
}) => {
  await open(page, team);
  await page.getByRole('img', { name: /^Imagem de você/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Imagem ampliada' });
  const percent = viewer.getByRole('status');
  const picture = viewer.getByRole('img');
  await expect(percent).toHaveText('100%');
  await expect(viewer.getByRole('button', { name: 'Diminuir' })).toBeDisabled();
  await page.keyboard.press('+');
  await expect(percent).toHaveText('150%');
  await viewer.getByRole('button', { name: 'Aumentar' }).click();
  await expect(percent).toHaveText('225%');
  const before = await transformOf(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => transformOf(page)).not.toBe(before);
  await page.keyboard.press('0');
  await expect(percent).toHaveText('100%');
  await picture.dblclick();
  await expect(percent).toHaveText('250%');
  const still = await transformOf(page);
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => transformOf(page)).not.toBe(still);
  await page.mouse.wheel(0, 5_000);
  await expect(percent).toHaveText('100%');
  // Two fingers.
  await page.evaluate(`(() => {
    const box = document.querySelector('dialog[open] img').parentElement;
    const { left, top, width, height } = box.getBoundingClientRect();
    box.setPointerCapture = () => {};
    const touch = (type, pointerId, x) => box.dispatchEvent(new PointerEvent(type, {
      pointerId, button: 0, clientX: left + width / 2 + x, clientY: top + height / 2, bubbles: true }));
    touch('pointerdown', 11, -50);
    touch('pointerdown', 12, 50);
    touch('pointermove', 12, 150);
    touch('pointerup', 11, -50);
    touch('pointerup', 12, 150);
  })()`);
  await expect(percent).toHaveText('200%');
  // Unless it is enlarged, arrows lead to the next file.
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  const pdf = page.getByRole('dialog', { name: 'PDF' });
  await expect(pdf.getByText('Página 1 de 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a PDF file is shown page by page, and can still be downloaded', async ({ page, team }) => {
  await open(page, team);
  await page.getByRole('button', { name: 'Abrir proposta.pdf' }).click();
  const viewer = page.getByRole('dialog', { name: 'PDF' });
  await expect(viewer.getByText('Página 1 de 3')).toBeVisible();
  await expect(viewer.locator('canvas').first()).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'Baixar proposta.pdf' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Fechar' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar proposta.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('proposta.pdf');
});

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, keepToasts, test, today } from './team.ts';

/* Bars of campaigns and projects on calendars and timelines: both ends, the whole bar, full days, pictures and live changes. */

const cell = (page: Page, day: string) => page.locator(`td[data-day="${day}"]`);

async function centreOf(page: Page, day: string): Promise<{ x: number; y: number }> {
  const box = await cell(page, day).boundingBox();
  if (!box) throw new Error(`no day ${day}`);
  return { x: box.x + box.width / 2, y: box.y + box.height - 10 };
}

test('a campaign is a bar over its days; its ends and the bar are moved by mouse and by keyboard, and undone', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site novo' });
  // 3 March 2999 is a Sunday: the campaign ends in the next week.
  const { id } = await team.api('POST', '/campaigns', {
    name: 'Inverno',
    project_id,
    start_date: '2999-03-07',
    end_date: '2999-03-12',
  });
  const days = async () => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}/campaigns/${id}`);
    const { start_date, end_date } = (await answer.json()).data;
    return `${start_date} ${end_date}`;
  };
  await page.goto(`/t/${team.slug}/campaigns?at=2999-03-01`);
  await page.getByRole('button', { name: 'Calendário' }).click();
  await expect(page).toHaveURL(/view=calendar/);
  const grid = page.getByRole('grid', { name: 'Campanhas' });
  const bar = grid.getByRole('link', { name: 'Inverno' });
  await expect(bar).toHaveCount(2);
  await expect(cell(page, '2999-03-07').getByRole('link', { name: 'Inverno' })).toBeVisible();
  await expect(cell(page, '2999-03-10').getByRole('link', { name: 'Inverno' })).toBeVisible();

  const holdEnd = async (edge: string, to: string) => {
    const handle = await grid.getByRole('slider', { name: `${edge} de Inverno` }).boundingBox();
    if (!handle) throw new Error('no handle');
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    const { x, y } = await centreOf(page, to);
    await page.mouse.move(x, y, { steps: 5 });
  };
  await holdEnd('Fim', '2999-03-14');
  const end = grid.getByRole('slider', { name: 'Fim de Inverno' });
  await expect(end).toHaveAttribute('aria-valuetext', /14 de março/);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(end).toHaveAttribute('aria-valuetext', /12 de março/);
  await holdEnd('Fim', '2999-03-14');
  await page.mouse.up();
  await expect.poll(days).toBe('2999-03-07 2999-03-14');
  await holdEnd('Início', '2999-03-05');
  await page.mouse.up();
  await expect.poll(days).toBe('2999-03-05 2999-03-14');

  // Held by its second day, it is dropped a week later.
  const from = await cell(page, '2999-03-06').boundingBox();
  const box = await bar.first().boundingBox();
  if (!from || !box) throw new Error('no bar');
  await page.mouse.move(from.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  const { x, y } = await centreOf(page, '2999-03-13');
  await page.mouse.move(x, y - 20, { steps: 5 });
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(days).toBe('2999-03-12 2999-03-21');

  // By keyboard: the day in the middle of the bar, the bar, its end.
  // The mouse rests elsewhere, since a key acts on the item under it.
  await page.mouse.move(0, 0);
  await cell(page, '2999-03-14').focus();
  await page.keyboard.press('Enter');
  await expect(bar.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(end).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(end).toBeFocused();
  await expect(end).toHaveAttribute('aria-valuetext', /28 de março/);
  await page.keyboard.press('Escape');
  await expect(end).toHaveAttribute('aria-valuetext', /21 de março/);
  await expect.poll(days).toBe('2999-03-12 2999-03-21');
  await bar.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(days).toBe('2999-03-12 2999-03-19');
  await expect(bar.first()).toBeFocused();
  await expect(page.getByText(/Inverno: agora de .*12 de março a .*19 de março/)).toBeAttached();
  await page.keyboard.press('Control+z');
  await expect.poll(days).toBe('2999-03-12 2999-03-21');

  await bar.first().focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Outras datas…' }).press('Enter');
  await page.getByLabel('Início', { exact: true }).fill('2999-03-25');
  await page.getByLabel('Fim', { exact: true }).fill('2999-03-20');
  await page.getByRole('button', { name: 'Mudar', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('O fim vem antes do início.');
  await page.getByLabel('Início', { exact: true }).fill('2999-03-02');
  await page.getByRole('button', { name: 'Mudar', exact: true }).click();
  await expect.poll(days).toBe('2999-03-02 2999-03-20');

  // Changes by others move the bar; a full day opens.
  await team.api('PUT', `/campaigns/${id}`, { start_date: '2999-03-11' });
  await expect(cell(page, '2999-03-11').getByRole('link', { name: 'Inverno' })).toBeVisible();
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await team.api('POST', '/campaigns', {
      name: `Campanha ${name}`,
      project_id,
      start_date: '2999-03-12',
    });
  const more = cell(page, '2999-03-12').getByRole('button', { name: 'Mostrar todos os 6' });
  await more.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await expect(dialog.getByRole('link', { name: /Campanha a.*sem fim/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // The first picture of a campaign is shown while its bar is hovered.
  const picture = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#22aa66' },
  })
    .png()
    .toBuffer();
  const uploaded = await page.request.post(
    `/api/panel/teams/${team.slug}/files?name=inverno.png&record_type=campaigns&record_id=${id}`,
    {
      data: picture,
      headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin' },
    },
  );
  expect(uploaded.ok()).toBe(true);
  await expect(async () => {
    await page.reload();
    await bar.first().hover();
    await expect(page.locator('[data-preview] img')).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('a deleted picture of a campaign gives way to the next one, and to none', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site' });
  const { id } = await team.api('POST', '/campaigns', {
    name: 'Inverno',
    project_id,
    start_date: '2999-03-07',
    end_date: '2999-03-12',
    goals: { orçamento: 12000, leads: 300, tom: 'alegre' },
  });
  const files = `/api/panel/teams/${team.slug}/files`;
  const headers = { 'sec-fetch-site': 'same-origin' };
  const upload = async (name: string, background: string) => {
    const data = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    const answer = await page.request.post(
      `${files}?name=${name}&record_type=campaigns&record_id=${id}`,
      { data, headers: { ...headers, 'content-type': 'image/png' } },
    );
    expect(answer.ok(), await answer.text()).toBe(true);
    const { id: file } = (await answer.json()).data as { id: string };
    const hasPreview = async () => {
      const list = await page.request.get(`${files}?record_type=campaigns&record_id=${id}`);
      const { data: all } = (await list.json()) as { data: { id: string; preview: string }[] };
      return all.find((each) => each.id === file)?.preview;
    };
    await expect.poll(hasPreview).toBe('ready');
    return file;
  };
  const first = await upload('a.png', '#22aa66');
  const second = await upload('b.png', '#aa2266');
  const remove = async (file: string) => {
    const answer = await page.request.delete(`${files}/${file}`, { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };

  // The campaign's page has large thumbnails, and its numbers in the head.
  await page.goto(`/t/${team.slug}/campaigns/${id}`);
  const picture = page.getByRole('list', { name: 'Arquivos' }).locator('img').first();
  await expect(picture).toBeVisible();
  expect((await picture.boundingBox())?.width).toBeGreaterThan(200);
  const head = page.getByRole('main').locator('header').first();
  await expect(head.getByText('12.000 orçamento')).toBeVisible();
  await expect(head.getByText('300 leads')).toBeVisible();
  await expect(head.getByText('alegre')).toHaveCount(0);

  await page.goto(`/t/${team.slug}/campaigns?view=calendar&at=2999-03-01`);
  const bar = page.getByRole('grid', { name: 'Campanhas' }).getByRole('link', { name: 'Inverno' });
  const preview = page.locator('[data-preview]');
  const image = preview.locator('img');
  const hover = async () => {
    await page.mouse.move(0, 0);
    await expect(preview).toHaveCount(0);
    await bar.first().hover();
    await expect(preview).toBeVisible();
  };
  await hover();
  await expect(image).toHaveAttribute('src', new RegExp(first));
  await expect(image).toHaveJSProperty('naturalWidth', 300);
  // Another person deletes it: the list of files is known for a minute, and the picture is requested again.
  await remove(first);
  await hover();
  await expect(image).toHaveAttribute('src', new RegExp(second));
  await expect(image).toHaveJSProperty('naturalWidth', 300);
  await remove(second);
  await hover();
  await expect(preview.getByText('Inverno')).toBeVisible();
  await expect(image).toHaveCount(0);
});

test('on a phone a campaign in progress is at today', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site novo' });
  await team.api('POST', '/campaigns', {
    name: 'Sempre',
    project_id,
    start_date: '2020-01-01',
    end_date: '2999-12-31',
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/t/${team.slug}/campaigns?view=calendar`);
  const today = page
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { name: '· Hoje' }) })
    .last();
  await expect(today.getByRole('link', { name: 'Sempre' })).toBeVisible();
  await expect(page.getByText('Nada por aqui')).toHaveCount(0);
});

test('a timeline has a row for each project, zooms, and is a list by weeks on a phone', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  for (const [name, from, to] of [
    ['Site novo', '2999-03-07', '2999-03-20'],
    ['Anúncios', '2999-02-20', '2999-04-02'],
  ] as const) {
    const dates = { start_date: from, due_date: to };
    const { id: project_id } = await team.api('POST', '/projects', { name, ...dates });
    for (const each of ['Feed', 'Stories'])
      await team.api('POST', '/campaigns', {
        name: `${each} de ${name}`,
        project_id,
        start_date: from,
        end_date: to,
      });
  }
  await page.goto(`/t/${team.slug}/campaigns?at=2999-03-01`);
  await page.getByRole('button', { name: 'Linha do tempo' }).click();
  await expect(page).toHaveURL(/view=timeline/);
  const rows = page.getByRole('list', { name: 'Campanhas' });
  await expect(rows.locator('> li')).toHaveCount(2);
  await expect(rows.locator('> li').first().getByRole('link', { name: 'Anúncios' })).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(rows.getByRole('link', { name: 'Anúncios', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.getByRole('link', { name: 'Site novo', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(rows.getByRole('link', { name: /Feed de Site novo/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Campanha' })).toBeVisible();
  await page.keyboard.press('Escape');

  const bar = rows.getByRole('listitem').filter({ hasText: 'Feed de Site novo' }).last();
  const campaignId = (await bar.getAttribute('data-entry')) ?? '';
  const dates = async () => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}/campaigns/${campaignId}`);
    const { data } = (await answer.json()) as { data: Record<string, string> };
    return [data.start_date, data.end_date];
  };
  await bar.getByRole('link').focus();
  await page.keyboard.press('Shift+ArrowRight');
  const end = bar.getByRole('slider', { name: 'Fim de Feed de Site novo' });
  await expect(end).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(end).toHaveAttribute('aria-valuetext', /28 de março/);
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('link')).toBeFocused();
  await expect.poll(dates).toEqual(['2999-03-07', '2999-03-28']);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('link')).toBeFocused();
  const start = bar.getByRole('slider', { name: /^Início de Feed/ });
  // In sight, and at rest.
  await start.hover();
  const at = await start.boundingBox();
  const [x, y] = [(at?.x ?? 0) + 4, (at?.y ?? 0) + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 28, y);
  await page.mouse.move(x + 84, y);
  await page.mouse.up();
  await expect.poll(dates).toEqual(['2999-03-10', '2999-03-28']);
  await page.keyboard.press('Control+z');
  await expect.poll(dates).toEqual(['2999-03-07', '2999-03-28']);
  const width = async () => (await bar.boundingBox())?.width ?? 0;
  const inMonth = await width();
  await page.getByRole('button', { name: 'Trimestre' }).click();
  await expect(page).toHaveURL(/zoom=quarter/);
  await expect.poll(width).toBeLessThan(inMonth / 2);

  await page.goto(`/t/${team.slug}/projects?view=timeline&at=2999-03-01`);
  const projects = page.getByRole('list', { name: 'Linha do tempo de projetos' });
  await expect(projects.locator('> li')).toHaveCount(2);

  await page.setViewportSize({ width: 360, height: 740 });
  // Each project is once in the list, at the week in which it begins.
  const linksOf = (week: string) => page.getByRole('region', { name: week }).getByRole('link');
  await expect(linksOf('24 fev. – 2 mar. 2999')).toHaveText(/Anúncios/);
  await expect(linksOf('3 – 9 mar. 2999')).toHaveText(/Site novo/);
  // The title of the period is also the menu of its choices.
  await page.getByRole('button', { name: 'Março de 2999' }).click();
  await page.getByRole('menuitemradio', { name: 'Trimestre' }).click();
  await expect(page).toHaveURL(/zoom=quarter/);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
});

test('holidays of the team are named in its calendars and the timesheet, in the language of the member', async ({
  page,
  team,
}) => {
  const owner = await team.add('Ana Prado', 'owner');
  await team.enter(page, owner);
  const answer = await page.request.put(`/api/panel/teams/${team.slug}/business-hours`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      hours: {
        weekly: [],
        national_holidays: true,
        holidays: [{ date: '2024-12-08', name: 'Padroeira', yearly: true }],
      },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const year = Number(today().slice(0, 4));
  const [first, last] = [`${year}-12-10`, `${year}-12-12`];
  const project = await team.api('POST', '/projects', { name: 'Site', due_date: last });
  const project_id = project.id;
  await team.api('POST', '/tasks', { title: 'Cartão', project_id, due_date: last });
  await team.api('POST', '/campaigns', {
    name: 'Verão',
    project_id,
    start_date: first,
    end_date: last,
  });
  await team.api('POST', '/activities', { title: 'Reunião', type: 'meeting', due_date: last });
  const at = `at=${first}`;
  for (const view of ['tasks', 'campaigns', 'activities', 'projects']) {
    await page.goto(`/t/${team.slug}/${view}?view=calendar&${at}`);
    await expect(page.getByRole('gridcell', { name: /25 de dezembro.*, Natal/ })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: /8 de dezembro.*, Padroeira/ })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: /Padroeira|Natal/ })).toHaveCount(2);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/t/${team.slug}/tasks?view=calendar&${at}`);
  await expect(page.getByRole('heading', { name: /25 de dez.* · Natal/ })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  const english = await team.add('Bia Reis', 'member', 'en');
  await team.enter(page, english);
  await page.goto(`/t/${team.slug}/tasks?view=calendar&${at}`);
  await expect(page.getByRole('gridcell', { name: /December 25.*, Christmas Day/ })).toBeVisible();
  // The timesheet has a grid in weeks with entries.
  await team.api('POST', '/time-entries', {
    user_id: english.userId,
    project_id,
    started_at: `${year - 1}-12-25T15:00:00.000Z`,
    minutes: 30,
  });
  await page.goto(`/t/${team.slug}/hours?week=${year - 1}-12-25`);
  await expect(page.getByRole('columnheader', { name: /Christmas Day/ })).toBeVisible();
});

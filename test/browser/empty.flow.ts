import { expect, test } from './team.ts';

/* Empty states: each list says what will be in it, and offers one action. */

/** Path below the team's → the sentence, and the action. */
const lists = [
  ['tasks', 'Nenhuma tarefa ainda', 'Nova tarefa'],
  ['tasks?view=list', 'Nenhuma tarefa a fazer', 'Nova tarefa'],
  ['projects', 'Nenhum projeto em aberto', 'Novo projeto'],
  ['campaigns', 'Nenhuma campanha ainda', 'Nova campanha'],
  ['deals', 'Nenhum negócio ainda', 'Novo negócio'],
  ['deals?view=list', 'Nenhum negócio ainda', 'Novo negócio'],
  ['deals?view=forecast', 'Nenhum negócio em aberto', 'Novo negócio'],
  ['clients', 'Nenhum cliente ainda', 'Novo cliente'],
  ['contacts', 'Nenhum contato ainda', 'Novo contato'],
  ['activities', 'Nenhuma atividade em aberto', 'Nova atividade'],
] as const;

const calendars = [
  ['tasks?view=calendar', 'Nenhuma tarefa com prazo neste período.'],
  ['projects?view=calendar', 'Nenhum projeto com datas neste período.'],
  ['projects?view=timeline', 'Nenhum projeto com datas neste período.'],
  ['campaigns?view=calendar', 'Nenhuma campanha com datas neste período.'],
  ['campaigns?view=timeline', 'Nenhuma campanha com datas neste período.'],
  ['activities?view=calendar', 'Nenhuma atividade neste período.'],
] as const;

for (const width of [1280, 360])
  test(`empty lists and calendars have a drawing, a sentence and one action at ${width} px`, async ({
    page,
    team,
  }) => {
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    const phases = await page.request.put(`/api/panel/teams/${team.slug}/settings`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { deal_phases: ['lead', 'proposta'] },
    });
    expect(phases.ok(), await phases.text()).toBe(true);
    await team.enter(page, await team.add('Caio Nunes', 'member'));
    await page.setViewportSize({ width, height: 740 });
    const main = page.getByRole('main');
    for (const [path, sentence, action] of lists) {
      await page.goto(`/t/${team.slug}/${path}`);
      await expect(main.getByText(sentence), path).toBeVisible();
      await expect(main.locator('.ghost[aria-hidden=true]').first(), path).toBeVisible();
      const create = main.getByRole('button', { name: action, exact: true });
      await expect(create, path).toHaveCount(1);
      await expect(create, path).toBeInViewport();
      // A phone has it below the sentence, not round above the bar.
      expect((await create.boundingBox())?.width, path).toBeGreaterThan(100);
    }
    for (const [path, sentence] of calendars) {
      await page.goto(`/t/${team.slug}/${path}`);
      await expect(main.getByText(sentence), path).toBeVisible();
      await expect(main.locator('.ghost[aria-hidden=true]'), path).toBeVisible();
      await expect(main.getByRole('button', { name: /^Nov[oa] / }), path).toHaveCount(1);
    }
  });

test('the days below the sentence of an empty calendar can be clicked', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/activities?view=calendar`);
  const card = page.getByText('Nenhuma atividade neste período.');
  const { x, y, width, height } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const covered = await page.evaluate<boolean>(
    `document.elementFromPoint(${x + width / 2}, ${y + height / 2})?.closest('[data-day]') !== null`,
  );
  expect(covered).toBe(true);
});

test('filters that match nothing are cleared together with the search, and the focus stays on the screen', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria' });
  const project_id = (await team.api('POST', '/projects', { name: 'Site' })).id;
  await team.api('POST', '/tasks', { title: 'Banner', project_id });
  const cases = [
    ['clients?type=PF&search=zzz', 'Nenhum cliente corresponde à busca ou aos filtros.', 'Padaria'],
    [
      'tasks?priority=urgente&search=zzz',
      'Nenhuma tarefa corresponde à busca ou aos filtros.',
      'Banner',
    ],
  ] as const;
  for (const [path, sentence, name] of cases) {
    await page.goto(`/t/${team.slug}/${path}`);
    await expect(page.getByText(sentence), path).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca e filtros' }).press('Enter');
    await expect(page.getByRole('main').getByText(name).first(), path).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY');
  }
});

test('a search without results says what was searched, and is cleared', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner', 'en'));
  await page.goto(`/t/${team.slug}/search?q=zzz`);
  await expect(page.getByText('Nothing found for “zzz”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByText('Finds names, CPF, CNPJ')).toBeVisible();
});

test('empty settings offer their action once, and a member reads who can act', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const main = page.getByRole('main');
  for (const [path, action] of [
    ['squads', 'Criar squad'],
    ['project-templates', 'Criar modelo'],
    ['ready-answers', 'Nova resposta pronta'],
    ['labels', 'Nova etiqueta'],
    ['webhooks', 'Criar webhook'],
    ['workflows', 'Criar fluxo'],
  ] as const) {
    await page.goto(`/t/${team.slug}/settings/${path}`);
    await expect(main.locator('.ghost'), path).toBeVisible();
    const create = main
      .getByRole('button', { name: action })
      .or(main.getByRole('link', { name: action }));
    await expect(create, path).toHaveCount(1);
  }
  await team.enter(page, await team.add('Caio Nunes', 'member'));
  for (const path of ['squads', 'labels']) {
    await page.goto(`/t/${team.slug}/settings/${path}`);
    await expect(main.locator('.ghost'), path).toBeVisible();
    await expect(main.getByRole('button', { name: /^Criar/ }), path).toHaveCount(0);
  }
});

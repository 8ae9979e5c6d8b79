import { makeInboxOfThree, post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Many conversations changed at once from the list, with exact counts, and taken back together. */

const texts = {
  'pt-BR': {
    list: 'Lista de conversas',
    all: /^Todas/,
    selected: 'Selecionados',
    resolve: 'Resolver',
    undo: 'Desfazer',
    done: '2 alterados, 1 já estava assim.',
    resolved: '3 alterados.',
    labels: 'Etiquetas',
    more: 'Mais ações das selecionadas',
    read: 'Marcar como lida',
    unread: 'Marcar como não lida',
    news: '1 nova',
  },
  en: {
    list: 'List of conversations',
    all: /^All/,
    selected: 'Selected',
    resolve: 'Resolve',
    undo: 'Undo',
    done: '2 changed, 1 already so.',
    resolved: '3 changed.',
    labels: 'Labels',
    more: 'More actions on the selected ones',
    read: 'Mark as read',
    unread: 'Mark as unread',
    news: '1 new',
  },
} as const;

for (const locale of ['pt-BR', 'en'] as const)
  test(`selected conversations are labelled, resolved and taken back together, in ${locale}`, async ({
    page,
    team,
  }) => {
    const words = texts[locale];
    await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
    await makeInboxOfThree(page, team);
    const label = await post(page, team, '/msgapp/labels', { name: 'Agenda', color: 'teal' });
    await page.goto(`/t/${team.slug}/conversations?view=all`);
    const list = page.getByRole('region', { name: words.list });
    const rows = list.getByRole('link', { name: /Pessoa/ });
    await expect(rows).toHaveCount(3);
    const href = await rows.first().getAttribute('href');
    const first = /conversations\/([^?]+)/.exec(href ?? '')?.[1] ?? '';
    await post(page, team, `/msgapp/conversations/${first}/labels`, { add_labels: [label.id] });
    await expect(rows.filter({ hasText: 'Agenda' })).toHaveCount(1);

    const bar = page.getByRole('region', { name: words.selected });
    const selectAll = async () => {
      await rows.first().focus();
      for (const _ of [1, 2, 3]) {
        await page.keyboard.press('x');
        await page.keyboard.press('ArrowDown');
      }
      await expect(bar.getByRole('status')).toHaveText(/^3 /);
    };
    await selectAll();
    await bar.getByRole('button', { name: words.labels }).click();
    await page
      .getByRole('menuitemradio', { name: /Agenda/ })
      .or(page.getByRole('menuitem', { name: /Agenda/ }))
      .click();
    await expect(page.getByText(words.done)).toBeVisible();
    await expect(rows.filter({ hasText: 'Agenda' })).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await expect(rows.filter({ hasText: 'Agenda' })).toHaveCount(1);

    await selectAll();
    await bar.getByRole('button', { name: words.resolve }).click();
    await expect(page.getByText(words.resolved)).toBeVisible();
    await page.mouse.move(1_000, 400);
    await expect(rows).toHaveCount(0);
    await expect(list.getByRole('button', { name: words.all })).toHaveText(/0$/);
    await page.keyboard.press('Control+z');
    await expect(rows).toHaveCount(3);

    for (const [mark, count] of [
      [words.read, 0],
      [words.unread, 3],
    ] as const) {
      await selectAll();
      await bar.getByRole('button', { name: words.more }).click();
      await page.getByRole('menuitem', { name: mark, exact: true }).click();
      await expect(rows.filter({ hasText: words.news })).toHaveCount(count);
    }
  });

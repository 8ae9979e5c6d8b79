import type { Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { imageOf } from '#test/support/files/images.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* A thread: ten thousand messages of which some are in the page, inline files, and resending of failed messages. */

const addInbox = platformStatement(`
  insert into inboxes (team_id, id, name, type, gateway)
  select id, $inbox::uuid, 'Atendimento', 'session', 'sandbox' from teams where slug = $slug`);

/** Earlier messages, three minutes apart; every tenth replies to the fifth before it. */
const fill = platformStatement(`
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status, created_at,
    reply_to)
  select c.team_id, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, c.id, c.inbox_id, 'x', 'n' || i,
    case when i % 3 = 0 then 'outgoing' else 'incoming' end::message_direction, 'text', 'Mensagem ' || i || '.',
    case when i % 3 = 0 then 'read' else 'received' end::message_status, now() - ($most::int + 1 - i) * interval '3 minutes',
    case when i % 10 = 0 then ('00000000-0000-7000-8000-' || lpad((i - 5)::text, 12, '0'))::uuid end
  from conversations c, generate_series(1, $most::int) i where c.id = $conversation::uuid`);

const addFailed = platformStatement(`
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, message_type, content, status, status_reason, created_at)
  select team_id, $id::uuid, id, inbox_id, 'x', 'outgoing', 'text', 'Segue o orçamento', 'failed', 'disconnected: the session is not connected',
    now() - interval '1 second' from conversations where id = $conversation::uuid`);

/** The conversation's first message came through an advertisement. */
const addReferral = platformStatement(`
  update messages set referral = $referral::json where conversation_id = $conversation::uuid`);

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

interface Talk {
  readonly conversation: string;
  readonly at: string;
  /** Receives a message of its contact. */
  receive(text: string, more?: object): Promise<{ readonly message_id: string }>;
  post(path: string, body: object | Buffer): Promise<{ readonly id: string }>;
}

/** A new conversation, and a person who may answer it. */
async function begin(page: Page, team: BrowserTeam, { platform }: Database): Promise<Talk> {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = uuidv7();
  await platform.run(addInbox, { inbox, slug: team.slug });
  const post = async <T>(path: string, body: object | Buffer): Promise<T> => {
    const answer = await page.request.post(`/api/panel/teams/${team.slug}${path}`, {
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(Buffer.isBuffer(body) && { 'content-type': 'image/png' }),
      },
      data: body,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: T }).data;
  };
  const receive = (text: string, more = {}) =>
    post<{ conversation_id: string; message_id: string }>(`/inboxes/${inbox}/sandbox-messages`, {
      from: '5511987654321',
      name: 'Ana Ribeiro',
      text,
      ...more,
    });
  const { conversation_id: conversation } = await receive('Bom dia');
  return { conversation, at: `/t/${team.slug}/conversations/${conversation}`, receive, post };
}

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const messageIn = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text });

test('in ten thousand messages, a link leads to one, a quote to another, and new ones are announced', async ({
  page,
  team,
  database: { database },
}) => {
  const { conversation, at, receive } = await begin(page, team, database);
  await database.platform.run(fill, { conversation, most: 10_000 });
  await page.goto(`${at}?message=${idOf(5_000)}`);
  await expect(messageIn(page, 'Mensagem 5000.')).toBeFocused();
  expect(await page.locator('*').count()).toBeLessThan(2_500);
  // It replies to a message that is quoted by its line, and linked.
  await messageIn(page, 'Mensagem 5000.')
    .getByRole('button', { name: /^Em resposta a Equipe/ })
    .click();
  await expect(messageIn(page, /^(Equipe)?Mensagem 4995\./)).toBeFocused();
  await receive('Ainda dá tempo?');
  await page.getByRole('button', { name: '1 nova mensagem' }).click();
  await expect(messageIn(page, 'Ainda dá tempo?')).toBeInViewport();
  await receive('Para hoje?');
  await expect(messageIn(page, 'Para hoje?')).toBeInViewport();
  // Typing takes space; the end stays visible.
  const answer = page.getByRole('textbox', { name: 'Resposta para o contato' });
  await answer.fill('Dá.\nHoje ainda,\nàs 18 h,\nvai tudo.');
  await expect(messageIn(page, 'Para hoje?')).toBeInViewport({ ratio: 1 });
  await answer.fill('');
  await expect(page.getByRole('status').filter({ hasText: 'Para hoje?' })).toHaveText(
    'Ana Ribeiro: Para hoje?',
  );
  // Older ones load while scrolling back, and the visible ones stay in place.
  const box = await log(page).boundingBox();
  if (!box) throw new Error('no thread');
  await page.mouse.move(box.x + 50, box.y + 50);
  const oldest = () =>
    log(page)
      .getByRole('article')
      .first()
      .getAttribute('data-message')
      .then((id) => Number(id?.slice(-12)));
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -4_000);
      return oldest();
    })
    .toBeLessThan(9_800);
  expect(await page.locator('*').count()).toBeLessThan(2_500);
});

test('an inline image, a reaction by keyboard, and a failed message resent as a new one', async ({
  page,
  team,
  database: { database },
}) => {
  const { conversation, at, receive, post } = await begin(page, team, database);
  await database.platform.run(addFailed, { id: uuidv7(), conversation });
  const query = new URLSearchParams({
    name: 'arte.png',
    record_type: 'conversations',
    record_id: conversation,
  });
  const { id: file } = await post(`/files?${query}`, await imageOf('png', 900, 600));
  await post('/msgapp/messages/write', {
    conversation_id: conversation,
    file_id: file,
    text: 'A arte final',
  });
  await page.goto(at);
  // The image's space is reserved before it loads.
  const image = log(page).getByRole('img', { name: 'Imagem de você: A arte final' });
  await expect(image).toBeVisible();
  expect((await image.boundingBox())?.height).toBe(240);
  await image.click();
  const viewer = page.getByRole('dialog', { name: 'Imagem ampliada' });
  await expect(viewer.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  const failed = messageIn(page, 'Segue o orçamento');
  await expect(failed).toContainText('A caixa está desconectada');
  await failed.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(failed.filter({ hasText: /lida|entregue|enviada/ })).toBeVisible();
  await expect(failed).toHaveCount(2);
  await expect(failed.first()).toContainText('falhou');

  const { message_id: questionId } = await receive('Pode mandar para a gráfica?');
  const question = messageIn(page, 'Pode mandar para a gráfica?');
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Reagir com 👍' })).toBeFocused();
  await page.keyboard.press('Enter');
  const ours = question.getByRole('button', { name: 'Reagimos com 👍. Tirar a reação' });
  await expect(ours).toBeVisible();
  await ours.click();
  await expect(ours).toBeHidden();
  await receive('Pode mandar para a gráfica amanhã?', { edit: questionId });
  await expect(messageIn(page, 'gráfica amanhã?')).toContainText('editada');
  await receive('', { revoke: questionId, text: undefined });
  await expect(messageIn(page, 'Mensagem apagada por quem escreveu')).toBeVisible();
});

test('an advertisement is shown above its message, and is the source of a deal created there', async ({
  page,
  team,
  database: { database },
}) => {
  const { conversation, at } = await begin(page, team, database);
  const referral = {
    title: 'Identidade visual em duas semanas',
    body: 'Fale com a gente.',
    source_url: 'https://fb.example/3cr4Wqqkv',
    source_id: '120226305854810726',
    source_type: 'ad',
    ctwa_clid: 'Aff-n8ZT',
  };
  await database.platform.run(addReferral, { conversation, referral: JSON.stringify(referral) });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).host));
  await page.goto(at);
  const origin = log(page).getByRole('region', { name: 'De onde o contato veio' });
  await expect(origin).toContainText('Veio de um anúncio');
  await expect(origin).toContainText('Identidade visual em duas semanas');
  const link = origin.getByRole('link', { name: 'Abrir em fb.example' });
  await expect(link).toHaveAttribute('href', referral.source_url);
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await page.getByRole('button', { name: 'Novo negócio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo negócio' });
  await expect(dialog.getByLabel('Origem')).toHaveValue(`Anúncio: ${referral.title}`);
  await dialog.getByLabel('Título').fill('Logo da Ana');
  await dialog.getByRole('button', { name: 'Criar negócio' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/panel/teams/${team.slug}/deals`);
      const { data } = (await answer.json()) as { data: { title: string; source: string }[] };
      return data.map(({ title, source }) => [title, source]);
    })
    .toEqual([['Logo da Ana', `Anúncio: ${referral.title}`]]);
  expect(requests).not.toContain('fb.example');
});

test('numbers of tasks are links in notes and messages of the team, if the task exists', async ({
  page,
  team,
  database: { database },
}) => {
  const { conversation, at, receive, post } = await begin(page, team, database);
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Site novo' });
  const { id } = await team.api('POST', '/tasks', { title: 'Trocar o banner', project_id });
  const answer = await page.request.get(`/api/panel/teams/${team.slug}/tasks/${id}`);
  const { number } = (await answer.json()).data as { readonly number: string };
  await receive(`Como está a ${number}?`);
  await post(`/msgapp/conversations/${conversation}/notes`, {
    content: `Veja *${number}* e a ${number}9`,
  });
  await page.goto(at);
  const note = messageIn(page, 'Veja');
  await expect(note.getByRole('link')).toHaveText([number]);
  await expect(messageIn(page, 'Como está').getByRole('link')).toHaveCount(0);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    note.getByRole('link').click(),
  ]);
  await expect(opened.getByRole('heading', { level: 1 })).toContainText('Trocar o banner');
});

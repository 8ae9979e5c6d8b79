import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, today } from './team.ts';

/** Creates the records that the forms need. @returns their ids, by kind, and the fragments of links */
export async function prepareForms(
  page: Page,
  team: BrowserTeam,
): Promise<Readonly<Record<string, string>>> {
  const base = `/api/panel/teams/${team.slug}`;
  const ask = async <T = { readonly id: string }>(
    method: 'post' | 'put',
    path: string,
    data: object,
  ) => {
    const answer = await page.request[method](base + path, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data,
    });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: T }).data;
  };
  const inbox = (name: string, type: string) =>
    ask('post', '/inboxes', { name, type, gateway: 'sandbox', config: {} });
  const caio = await team.add('Caio Nunes', 'member');
  await ask('put', '/settings', {
    deal_phases: ['Contato', 'Fechado', 'Sem acordo'],
    won_phases: ['Fechado'],
    lost_phases: ['Sem acordo'],
  });
  const client = await ask('post', '/clients', { type: 'PJ', name: 'Padaria Sol' });
  const project = await ask('post', '/projects', { name: 'Site', client_id: client.id });
  const task = await ask('post', '/tasks', { title: 'Capa do site', project_id: project.id });
  await ask('put', `/tasks/${task.id}`, { due_date: today() });
  const deal = await ask('post', '/deals', {
    title: 'Loja nova',
    phase: 'Contato',
    client_id: client.id,
  });
  const wonDeal = await ask('post', '/deals', { title: 'Site novo', phase: 'Fechado' });
  await ask('post', '/activities', {
    title: 'Ligar para a padaria',
    type: 'call',
    deal_id: deal.id,
  });
  const campaign = await ask('post', '/campaigns', { name: 'Verão', project_id: project.id });
  const winter = await ask('post', '/campaigns', { name: 'Inverno', project_id: project.id });
  const file = await page.request.post(
    `${base}/files?name=capa.pdf&record_type=campaigns&record_id=${winter.id}`,
    {
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/pdf' },
      data: Buffer.from('%PDF-1.7\n'),
    },
  );
  const piece = ((await file.json()) as { data: { id: string } }).data;
  const winterApproval = await ask<{ link: string; items: [{ sha256: string }] }>(
    'post',
    '/approvals',
    {
      campaign_ids: [winter.id],
      stage: 'client',
    },
  );
  const commented = await page.request.post(new URL(winterApproval.link).pathname, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: {
      act: 'comment',
      n: 1,
      nonce: randomUUID(),
      name: 'Joana Prado',
      comment: 'Aumentem o logo.',
      file_id: piece.id,
      sha256: winterApproval.items[0].sha256,
    },
  });
  expect(commented.ok(), await commented.text()).toBe(true);
  const changed = await ask('post', '/campaigns', { name: 'Outono', project_id: project.id });
  const approval = await ask<{ id: string; items: [{ sha256: string }] }>('post', '/approvals', {
    campaign_ids: [changed.id],
    stage: 'client',
  });
  await ask('post', `/approvals/${approval.id}/decisions`, {
    campaign_id: changed.id,
    decision: 'changes',
    comment: 'Troquem a foto.',
    sha256: approval.items[0].sha256,
  });
  const session = await inbox('Caixa', 'session');
  await inbox('Oficial', 'cloud');
  const ended = await inbox('Treino', 'session');
  await ask('put', `/inboxes/${ended.id}/disconnect`, {});
  await ask('post', '/msgapp/contacts', { phone: '5511987654321', client_id: client.id });
  const message = await team.api('POST', '/msgapp/messages', {
    inbox_id: session.id,
    phone: '5511987654321',
    content: 'Bom dia!',
  });
  const pipeline = await ask('post', '/pipelines', {
    name: 'Vídeo',
    columns: [
      { name: 'Roteiro', slug: 'roteiro' },
      { name: 'No ar', slug: 'no-ar' },
    ],
  });
  const template = await ask('post', '/project-templates', {
    name: 'Site padrão',
    project_id: project.id,
  });
  await ask('post', '/squads', { name: 'Criação' });
  const email = 'joana.prado@example.com';
  await ask('post', '/tasks', { title: `Escrever para ${email}`, project_id: project.id });
  // One with a passage to decide on, and one without.
  const [privacy, erasure] = await Promise.all(
    [email, 'rui@example.com'].map((each) =>
      ask('post', '/privacy-requests', { kind: 'erasure', emails: [each] }),
    ),
  );
  for (const each of [privacy, erasure])
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${base}/privacy-requests/${each?.id}`);
        return ((await answer.json()) as { data: { state: string } }).data.state;
      })
      .toBe('searched');
  await ask('post', '/keys', { name: 'Site' });
  const { link } = await ask<{ link: string }>('post', '/invitations', {
    email: `bia@${team.slug}.example`,
    role: 'member',
  });
  return {
    clients: client.id,
    tasks: task.id,
    projects: project.id,
    deals: deal.id,
    won: wonDeal.id,
    campaigns: campaign.id,
    asked: winter.id,
    changed: changed.id,
    conversations: (message as unknown as { conversation_id: string }).conversation_id,
    inboxes: session.id,
    ended: ended.id,
    pipelines: pipeline.id,
    templates: template.id,
    privacy: privacy?.id ?? '',
    erasure: erasure?.id ?? '',
    invitation: new URL(link).hash,
    reset: new URL(await team.resetLink(caio), link).hash,
  };
}

import { expect, test } from './team.ts';

/* The title of the document on every screen: that of a record begins with its name. */

/** Path below the team's → title in Portuguese and in English. */
const screens: Readonly<Record<string, readonly [portuguese: string, english: string]>> = {
  tasks: ['Tarefas', 'Tasks'],
  // A slash at the end changes nothing.
  'tasks/?view=list': ['Tarefas', 'Tasks'],
  'tasks?view=calendar': ['Tarefas', 'Tasks'],
  projects: ['Projetos', 'Projects'],
  campaigns: ['Campanhas', 'Campaigns'],
  'campaigns?view=timeline': ['Campanhas', 'Campaigns'],
  deals: ['Negócios', 'Deals'],
  'deals?view=forecast': ['Negócios', 'Deals'],
  clients: ['Clientes', 'Clients'],
  contacts: ['Contatos', 'Contacts'],
  activities: ['Atividades', 'Activities'],
  conversations: ['Conversas', 'Conversations'],
  trash: ['Lixeira', 'Trash'],
  'search?q=a': ['Busca', 'Search'],
  'settings/people': ['Pessoas', 'People'],
  'settings/inboxes': ['Caixas de entrada', 'Inboxes'],
  'settings/webhooks': ['Webhooks', 'Webhooks'],
  'settings/keys': ['Chaves de API', 'API keys'],
  'settings/workflows': ['Fluxos', 'Workflows'],
  'settings/pipelines': ['Quadros de tarefas', 'Task pipelines'],
  'settings/project-templates': ['Modelos de projeto', 'Project templates'],
  'settings/audit': ['Auditoria', 'Audit log'],
  'clients/{clients}': ['Padaria', 'Padaria'],
  'contacts/{contacts}': ['Rita', 'Rita'],
  'projects/{projects}': ['Site · Padaria', 'Site · Padaria'],
  'projects/{projects}/board': ['Site · Quadro · Padaria', 'Site · Board · Padaria'],
  'projects/{projects}/files': ['Site · Arquivos · Padaria', 'Site · Files · Padaria'],
  'deals/{deals}': ['Contrato · Padaria', 'Contrato · Padaria'],
  'tasks/{tasks}': ['Banner · Site', 'Banner · Site'],
  'campaigns/{campaigns}': ['Verão · Site', 'Verão · Site'],
  'activities/{activities}': ['Ligar', 'Ligar'],
  // A record over a list leaves the title of the list.
  'deals?peek=deals/{deals}': ['Negócios', 'Deals'],
};

for (const [place, locale] of (['pt-BR', 'en'] as const).entries())
  test(`every screen names itself in the title of the document: ${locale}`, async ({
    page,
    team,
  }) => {
    const create = async (kind: string, fields: object) =>
      (await team.api('POST', `/${kind}`, fields)).id;
    const client_id = await create('clients', { type: 'PJ', name: 'Padaria' });
    const project_id = await create('projects', { name: 'Site', client_id });
    const ids: Readonly<Record<string, string>> = {
      clients: client_id,
      projects: project_id,
      contacts: await create('msgapp/contacts', { phone: '5511999990001', custom_name: 'Rita' }),
      deals: await create('deals', { title: 'Contrato', client_id }),
      tasks: await create('tasks', { title: 'Banner', project_id }),
      campaigns: await create('campaigns', { name: 'Verão', project_id }),
      activities: await create('activities', { title: 'Ligar', type: 'call' }),
    };
    await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
    for (const [path, titles] of Object.entries(screens)) {
      const address = path.replace(/\{(\w+)\}/, (_, kind: string) => ids[kind] ?? '');
      await page.goto(`/t/${team.slug}/${address}`);
      await expect(page, path).toHaveTitle(`${titles[place]} — Pauta`);
    }
    for (const [path, titles] of Object.entries({
      [`/t/${team.slug}`]: ['Meu dia', 'My day'],
      '/account': ['Perfil · Minha conta', 'Profile · My account'],
      '/account/security': ['Segurança · Minha conta', 'Security · My account'],
      '/account/devices': ['Dispositivos · Minha conta', 'Devices · My account'],
      '/connect': ['Conectar assistente', 'Connect an assistant'],
      '/account/preferences': ['Preferências · Minha conta', 'Preferences · My account'],
    })) {
      await page.goto(path);
      await expect(page, path).toHaveTitle(`${titles[place]} — Pauta`);
    }
  });

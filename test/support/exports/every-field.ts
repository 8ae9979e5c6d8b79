import type { Json, TestTeam } from '#test/support/harness.ts';

/* Records that use every exported field, with texts that a file could break. */

/** Texts that spreadsheets evaluate, separators, quotes, line breaks and signs of other scripts. */
export const awkward = '=1+1;"a", \'b\'\r\n@c\t| ç ã 🥖';

/** A name that is a formula. */
export const formula = '+55 11 3333-4444';

interface User {
  readonly userId: string;
}

/** Creates records of every kind. @param users two members */
export async function createEveryField(
  team: TestTeam,
  [ana, rui]: readonly [User, User],
  squad: string,
  contract: string,
): Promise<Readonly<Record<string, Json>>> {
  const tags = ['vip', 'a, b', 'c\\d', '=x'];
  const person = await team.create('clients', {
    type: 'PF',
    name: awkward.replaceAll(/[\r\n\t]/g, ' '),
    display_name: formula,
    email: 'maria@example.com',
    phone: formula,
    mobile_phone: '11 99999-8888',
    msgapp: '5511999998888',
    cpf: '529.982.247-25',
    rg: '12.345.678-9',
    birth_date: '1980-02-29',
    gender: 'feminino',
    address: { street: 'Rua Augusta', number: '1500', city: 'São Paulo', state: 'SP' },
    source: '@indicação',
    notes: awkward,
    tags,
  });
  const company = await team.create('clients', {
    type: 'PJ',
    name: 'Padaria Aurora Ltda.',
    cnpj: '11.222.333/0001-81',
    legal_name: 'Padaria Aurora Ltda.',
    trade_name: "'=Aurora",
    state_registration: '110.042.490.114',
    address: {
      ...{ street: 'Av. Paulista', number: '1', complement: 'ap. 2', neighborhood: 'Centro' },
      ...{ city: 'São Paulo', state: 'SP', zip_code: '01310-100', country: 'Brasil' },
    },
  });
  const contact = await team.create('contacts', {
    phone: '5511999998888',
    custom_name: '-Maria',
    notes: awkward,
    tags,
    client_id: person.id,
  });
  const project = await team.create('projects', {
    name: 'Site novo',
    description: awkward,
    status: 'active',
    priority: 'high',
    color: '#2563eb',
    start_date: '2026-11-01',
    due_date: '2026-12-24',
    briefing: awkward,
    squad_id: squad,
    client_id: company.id,
  });
  const task = await team.create('tasks', {
    title: '@tarefa',
    description: awkward,
    project_id: project.id,
    priority: 'urgent',
    assignee_ids: [ana.userId, rui.userId],
    reporter_id: rui.userId,
    start_date: '2026-11-24',
    due_date: '2026-12-01',
    estimated_hours: 1234.5,
    tags,
    checklist_markdown: '- [ ] um\n- [x] dois',
  });
  const deal = await team.create('deals', {
    title: 'Proposta',
    description: awkward,
    value: 15_000.5,
    phase: 'proposta',
    priority: 'alta',
    probability: 62.5,
    expected_close_date: '2026-12-20',
    source: 'site',
    tags,
    is_starred: true,
    client_id: company.id,
    responsible_id: ana.userId,
  });
  const campaign = await team.create('campaigns', {
    name: 'Pães de inverno',
    project_id: project.id,
    description: awkward,
    status: 'scheduled',
    start_date: '2026-11-20',
    end_date: '2026-12-20',
    content_pillars: ['receitas', 'gente, nossa'],
    target_platforms: ['feed'],
    goals: { leads: 200, texto: '"a";\n=b', lista: [1, null, true] },
  });
  const activity = await team.create('activities', {
    title: 'Ligar',
    type: 'call',
    description: awkward,
    occurred_at: '2026-11-20T12:34:56.789Z',
    duration_minutes: 0.25,
    is_completed: true,
    due_date: '2026-11-21',
    priority: 'medium',
    tags,
    client_id: company.id,
    deal_id: deal.id,
    contract_id: contract,
    assigned_to: rui.userId,
  });
  return { person, company, contact, project, task, deal, campaign, activity };
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scanColumns } from '#server/features/privacy/erasure.ts';
import type { ReadLimits } from '#server/features/privacy/files/stored-texts.ts';
import { identifiersFrom } from '#server/features/privacy/identifiers.ts';
import { type Ledger, ledgerIn } from '#server/features/privacy/ledger.ts';
import { privacyQueue } from '#server/features/privacy/privacy-queue.ts';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Json, Service, TestTeam } from './harness.ts';
import { operatorOf } from './operator.ts';
import { makePerson } from './people.ts';

/* Requests of persons about their data, with the worker's queue instead of a running worker. */

export interface WorkOptions {
  readonly ledger: Ledger;
  readonly fault?: (point: string) => void;
  readonly limits?: ReadLimits;
  readonly storage?: Storage;
  /** Aborted to interrupt the work. */
  readonly stopped?: AbortSignal;
}

/** Works on each request of a team that is due, once. */
export async function workOnRequests(
  service: Service,
  team: TestTeam,
  { ledger, fault, limits, storage, stopped = new AbortController().signal }: WorkOptions,
): Promise<void> {
  const { database, secrets } = service;
  const parts = {
    ...{
      secrets,
      storage: storage ?? service.storage,
      ledger,
      platform: database.platform,
      log: makeLog('silent'),
    },
    ...(fault && { fault }),
    ...(limits && { limits }),
  };
  const rows = await service.sql(
    `select id from privacy_requests where team_id = $1 and state in ('searching', 'packing', 'erasing')`,
    [team.id],
  );
  for (const { id } of rows) {
    const queue = privacyQueue(database.team(team.id), String(id), parts, stopped);
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
  }
}

let numbers = 0;

/** A team with a person in every place, and another person who resembles them. */
export async function privacyStage(service: Service) {
  numbers += 1;
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner', { name: 'Ana' });
  const ledger = ledgerIn(mkdtempSync(join(tmpdir(), 'pauta-ledger-')));
  const phone = `551198765${String(4_000 + numbers)}`;
  const spoken = `(11) 9 8765-${4_000 + numbers}`;
  const email = `joana${numbers}@exemplo.com.br`;
  const cpf = '529.982.247-25';
  const client = await team.create('clients', {
    ...{ type: 'PF', name: 'Joana Prado', email, phone: spoken, cpf, notes: 'Prefere manhã' },
  });
  const contact = await team.create('contacts', {
    ...{ phone: `5511987654${String(4_000 + numbers).slice(1)}`.slice(0, 4) + phone.slice(4) },
    ...{ custom_name: 'Joana', client_id: client.id },
  });
  // Shares her name, and her number but for one digit more.
  const namesake = await team.create('clients', {
    ...{ type: 'PF', name: 'Joana Prado', email: `x${email}`, phone: '11 91111-2222' },
  });
  const deal = await team.create('deals', {
    ...{
      title: `Site de ${email}`,
      description: `Ligar ${spoken} (CPF ${cpf})`,
      client_id: client.id,
    },
  });
  const foreign = await team.create('deals', {
    ...{ title: `Pedido 9${phone}9`, description: `Fale com x${email}` },
  });
  await perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: team.inbox },
    body: { from: phone, text: 'Bom dia, é a Joana' },
  });
  const sent = await team.post('/msgapp/messages', {
    ...{ inbox_id: team.inbox, phone, message_type: 'text', content: 'Olá!' },
  });
  expect(sent.status, sent.text).toBe(201);
  const conversation = String(sent.data.conversation_id);
  const create = async (body: Json = {}) => {
    const made = await owner.post('/privacy-requests', {
      ...{ kind: 'erasure', name: 'Joana Prado', phones: [spoken], ...body },
    });
    expect(made.status, made.text).toBe(201);
    await workOnRequests(service, team, { ledger });
    return String(made.data.id);
  };
  const get = async (id: string) => (await owner.get(`/privacy-requests/${id}`)).data;
  const hits = async (id: string) =>
    (await owner.get(`/privacy-requests/${id}/hits`)).body.data as Json[];
  const decide = async (id: string, decision: string, chosen: (hit: Json) => boolean) => {
    const hit_ids = (await hits(id)).filter(chosen).map((hit) => hit.id);
    if (hit_ids.length === 0) return;
    const basis = decision === 'keep' ? { basis: 'Art. 16, I' } : {};
    const answer = await owner.put(`/privacy-requests/${id}/hits`, { hit_ids, decision, ...basis });
    expect(answer.status, answer.text).toBe(200);
  };
  const erase = async (id: string, options: Partial<WorkOptions> = {}) => {
    const { code } = await get(id);
    const started = await owner.post(`/privacy-requests/${id}/erase`, { code });
    expect(started.status, started.text).toBe(200);
    await workOnRequests(service, team, { ledger, ...options });
    return get(id);
  };
  const work = (options: Partial<WorkOptions> = {}) =>
    workOnRequests(service, team, { ledger, ...options });
  const identifiers = identifiersFrom({ phone: [phone], email: [email], tax_id: [cpf] });
  const scan = () => scanColumns(service.database.team(team.id), identifiers);
  return {
    ...{ team, owner, ledger, phone, spoken, email, cpf, client, contact, namesake, deal, foreign },
    ...{ conversation, create, get, hits, decide, erase, work, identifiers, scan },
  };
}

export type PrivacyStage = Awaited<ReturnType<typeof privacyStage>>;

const isNamesakes = (hit: Json) => (hit.matched as string[]).every((kind) => kind === 'name');

/** Decides everything: names of others stay. */
export async function decideAll({ decide }: PrivacyStage, id: string) {
  await decide(id, 'keep', isNamesakes);
  await decide(id, 'replace', (hit) => !isNamesakes(hit));
}

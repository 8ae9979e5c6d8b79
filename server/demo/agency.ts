import { makePeople } from '../features/accounts/sample-data/operations.ts';
import { create as createSquad } from '../features/accounts/squads/operations.ts';
import { create as createUser } from '../features/accounts/users/operations.ts';
import clientRoutes from '../features/crm/clients/operations.ts';
import contactRoutes from '../features/crm/contacts/operations.ts';
import contractRoutes from '../features/crm/contracts/operations.ts';
import { createInbox, setInbox } from '../features/inboxes/operations.ts';
import type { Values } from '../records/crud-queries.ts';
import { slugOf } from '../records/slugs.ts';
import * as words from './demo-data.ts';
import { formatCnpj, formatCpf, formatMobile } from './numbers.ts';
import { cyclicElement } from './random.ts';
import { act, type DemoRun, post, registerRecord, retire, times } from './run.ts';

/** The fields of a client that other steps need. */
export interface Client {
  readonly id: string;
  /** Common name. */
  readonly name: string;
  readonly age: number;
  readonly areaCode: string;
}

/** The i-th person: a fixed first name and a random surname. */
function person({ random }: DemoRun, i: number) {
  const { name, gender } = cyclicElement(words.firstNames, i);
  const [family, secondFamily] = random.sample(words.surnames, 2);
  return { name: `${name} ${family}${random.chance(0.3) ? ` ${secondFamily}` : ''}`, gender };
}

/**
 * Creates the users, one owner and members, each with an account; they perform all later steps.
 * @returns the owner's address; null if the team has another owner
 */
export async function addUsers(demo: DemoRun): Promise<string | null> {
  const { counts, numbers, random, team, users } = demo;
  await times(counts.users, async (i) => {
    const { name } = person(demo, i + 5);
    const email = numbers.email(name, `${team.slug}.example`);
    const role = i === 0 ? 'owner' : 'member';
    const { id } = await act(demo, createUser, { name, email, role });
    registerRecord(demo, 'users', id, random.int(380, 500));
    users.push(id);
  });
  const { owner } = await act(demo, makePeople, { users });
  return owner;
}

/** @returns the ids of the squads */
export function addSquads(demo: DemoRun): Promise<string[]> {
  const { counts, random } = demo;
  return times(counts.squads, async (i) => {
    const { id } = await act(demo, createSquad, { name: cyclicElement(words.squadNames, i) });
    return registerRecord(demo, 'squads', id, random.int(380, 500)).id;
  });
}

/**
 * Creates inboxes on the sandbox network, so that messages can be tried without an account.
 * @returns the ids of the active ones
 */
export async function addInboxes(demo: DemoRun): Promise<string[]> {
  const { counts, random } = demo;
  const made = await times(counts.inboxes, async (i) => {
    const { name, type, isActive } = cyclicElement(words.inboxes, i);
    const inbox = { name, type, gateway: 'sandbox' } as const;
    const { id } = await act(demo, createInbox, inbox);
    if (!isActive) await act(demo, setInbox, { active: false }, id);
    registerRecord(demo, 'inboxes', id, random.int(100, 300));
    return isActive ? [id] : [];
  });
  return made.flat();
}

/** Fields that only a person has. */
function individual(demo: DemoRun, nth: number): Values {
  const { calendar, numbers, random } = demo;
  const { name, gender } = person(demo, nth);
  const cpf = numbers.cpf();
  return {
    type: 'PF',
    name,
    display_name: name.split(' ').slice(0, 2).join(' '),
    email: numbers.email(name, 'example.com'),
    cpf: nth % 3 === 2 ? cpf : formatCpf(cpf),
    rg: random.digits('##.###.###-#'),
    birth_date: calendar.day(-random.int(19 * 365, 75 * 365)),
    gender,
  };
}

/** Fields that only a company has. */
function company(demo: DemoRun, nth: number): Values {
  const { numbers, offset, random } = demo;
  const trade = cyclicElement(words.trades, nth);
  // Shifts the name by one on each pass over the trades, so that no pair repeats.
  const round = Math.floor(nth / words.trades.length);
  const businessName = cyclicElement(
    words.businessNames,
    (nth % words.trades.length) + round + offset,
  );
  const name = `${trade.name} ${businessName}`;
  const legalName = `${name} ${random.pick(words.companyForms)}`;
  const cnpj = numbers.cnpj(nth % 2 === 1);
  return {
    type: 'PJ',
    name: legalName,
    display_name: name,
    email: numbers.email('contato', `${slugOf(name, 'cliente').replaceAll('-', '')}.example`),
    cnpj: nth % 3 === 2 ? cnpj : formatCnpj(cnpj),
    legal_name: legalName,
    trade_name: name,
    state_registration: random.chance(0.3) ? 'ISENTO' : random.digits('###.###.###.###'),
    tags: [trade.segment],
  };
}

/** Creates companies and persons alternately; some are inactive, some have few details. */
export function addClients(demo: DemoRun): Promise<Client[]> {
  const { counts, numbers, offset, random } = demo;
  return times(counts.clients, async (i) => {
    const nth = Math.floor(i / 2);
    const kind = i % 2 === 0 ? company(demo, nth) : individual(demo, nth);
    const place = cyclicElement(words.places, i + offset);
    const mobile = numbers.mobile(place.areaCode);
    const contactDetails: Values = {
      phone: i % 2 === 0 ? random.digits(`(${place.areaCode}) 3###-####`) : undefined,
      mobile_phone: formatMobile(mobile),
      msgapp: mobile,
      address: {
        street: random.pick(words.streets),
        number: String(random.int(10, 2_900)),
        ...(random.chance(0.4) ? { complement: random.pick(words.complements) } : {}),
        neighborhood: place.neighborhood,
        city: place.city,
        state: place.state,
        zip_code: random.digits(`${place.zip}-###`),
        country: 'Brasil',
      },
      source: cyclicElement(words.sources, i),
      notes: random.chance(0.5) ? random.pick(words.clientNotes) : undefined,
      tags: [...((kind.tags as string[] | undefined) ?? []), random.pick(words.clientTags)],
    };
    const isSketchy = i % 6 === 3;
    const body = isSketchy
      ? { ...kind, email: undefined, rg: undefined }
      : { ...kind, ...contactDetails };
    const { id, age } = await post(demo, clientRoutes, random.int(30, 360), body);
    if (i % 5 === 4) await retire(demo, clientRoutes, id);
    return { id, name: kind.display_name as string, age, areaCode: place.areaCode };
  });
}

/** The fields of a contract that other steps need. */
export interface Contract {
  readonly id: string;
  readonly age: number;
  readonly client: Client;
  /** Included in each period. */
  readonly hours: number;
}

export function addContracts(demo: DemoRun, clients: readonly Client[]): Promise<Contract[]> {
  const { calendar, counts, random, users } = demo;
  return times(counts.contracts, async (i) => {
    const client = cyclicElement(clients, i * 2);
    const age = random.int(20, client.age - 1);
    const hours = cyclicElement([20, 30, 40, 60], i);
    const { id } = await post(demo, contractRoutes, age, {
      title: `${cyclicElement(words.contractTitles, i)} – ${client.name}`,
      client_id: client.id,
      value: hours * 150,
      starts_on: calendar.day(-age),
      renews_on: calendar.day(365 - age),
      notice_days: 30,
      included_hours: hours,
      carry_over: i % 2,
      overage_rate: 180,
      owner_id: cyclicElement(users, i),
    });
    return { id, age, client, hours };
  });
}

/** The fields of a contact that conversations need. */
export interface Contact {
  readonly id: string;
  readonly firstName: string;
  /** At least 4. */
  readonly age: number;
}

/** Creates contacts; two of three belong to a client. */
export function addContacts(demo: DemoRun, clients: readonly Client[]): Promise<Contact[]> {
  const { counts, numbers, random } = demo;
  const tags = random.spread(words.contactTags, counts.contacts);
  return times(counts.contacts, async (i) => {
    const { name } = person(demo, i);
    const client = i % 3 === 2 ? undefined : cyclicElement(clients, i);
    const age = random.int(4, client ? client.age - 1 : 300);
    const { id } = await post(demo, contactRoutes, age, {
      phone: numbers.mobile(client?.areaCode ?? random.pick(words.places).areaCode),
      custom_name: client && i % 2 === 0 ? `${name} (${client.name})` : name,
      notes: random.chance(0.4) ? random.pick(words.contactNotes) : undefined,
      tags: [tags[i], ...random.sample(words.contactTags, random.int(0, 1))],
      client_id: client?.id,
    });
    return { id, firstName: name.split(' ')[0] ?? name, age };
  });
}

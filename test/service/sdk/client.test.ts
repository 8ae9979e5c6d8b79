import { inspect } from 'node:util';
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  type Deal,
  NotFoundError,
  type Page,
  type RequestLog,
  ServerError,
  UnprocessableError,
} from '#packages/sdk/src/index.ts';
import { registry } from '#server/features/registry.ts';
import { somePdf } from '#test/support/files/fixture.ts';
import { useSharedService } from '#test/support/harness.ts';
import { failing, noting, useIntegration } from '#test/support/sdk/fixture.ts';

/* The SDK against the service: parameters, results and errors of its methods. */

const service = useSharedService();
const integration = useIntegration(service);
const { client } = integration;
const team = () => integration.team;

describe('calls', () => {
  test('create, read, change, archive and list a record, and return it', async () => {
    const pauta = client();
    const deal = await pauta.deals.create({ title: 'Site da padaria', value: 12_500.5 });
    expectTypeOf(deal).toEqualTypeOf<Deal>();
    expect(deal).toMatchObject({ title: 'Site da padaria', value: 12_500.5, phase: 'lead' });
    expect(await pauta.deals.get(deal.id)).toEqual(deal);
    const changed = await pauta.deals.update(deal.id, { phase: 'proposta', value: null });
    expect(changed).toMatchObject({ id: deal.id, phase: 'proposta', value: null });
    const page = await pauta.deals.list({ phase: 'proposta', search: undefined });
    expectTypeOf(page).toEqualTypeOf<Page<Deal>>();
    expect(page).toMatchObject({ data: [{ id: deal.id }], total: 1, page: 1, hasNext: false });
    expect(await pauta.deals.delete(deal.id)).toMatchObject({ id: deal.id, status: 'arquivado' });
    expect(await pauta.me()).toMatchObject({ team: { id: team().id }, key: { scope: 'full' } });
    expect(await pauta.call('GET /deals/{id}', { at: { id: deal.id } })).toMatchObject({
      id: deal.id,
    });
  });

  test('send a file and download it, whole and in part', async () => {
    const pauta = client();
    const content = new Uint8Array(somePdf(3_000));
    const file = new File([content], 'proposta.pdf', { type: 'application/pdf' });
    const to = { inbox_id: team().inbox, phone: '5511999990042' };
    const message = await pauta.messages.sendFile({ ...to, content: 'Segue', file });
    expect(message).toMatchObject({
      content: 'Segue',
      message_type: 'document',
      media: { name: 'proposta.pdf', media_type: 'application/pdf', bytes: 3_000 },
    });
    const id = message.media?.file_id ?? '';
    const whole = await pauta.files.download(id);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(content);
    const part = await pauta.files.download(id, {}, { headers: { Range: 'bytes=0-7' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-1.7']);
    await expect(pauta.files.download(team().id)).rejects.toBeInstanceOf(NotFoundError);
    const again = await pauta.messages.send({ ...to, file_id: id });
    expect(again.media?.file_id).toBe(id);
  });

  test('expose their response, and are sent once however they are awaited', async () => {
    const { seen, fetch: noted } = noting();
    const call = client({ fetch: noted }).squads.list({ limit: 1 });
    expect(seen).toHaveLength(0);
    const { data, response, requestId } = await call.withResponse();
    expect((await call).data).toBe(data.data);
    expect(response.status).toBe(200);
    expect(requestId).toBe(response.headers.get('x-request-id'));
    expect(await Promise.all([call, call])).toEqual([data, data]);
    expect(await call.finally(() => {})).toBe(data);
    expect(seen).toHaveLength(1);
  });

  test('cover every operation of the document except the stream and hooks, with one method each', async () => {
    const requests = new Set<string>();
    const pauta = client({
      fetch: async (input, init) => {
        const path = new URL(String(input)).pathname.replace('/api/v1', '');
        requests.add(`${init?.method} ${path}`);
        const pagination = { page: 1, limit: 1, total: 0, pages: 0 };
        return Response.json({ success: true, data: [], pagination });
      },
    });
    const { messages, ...others } = pauta;
    await Promise.all([
      messages.send({ content: 'Oi' }),
      messages.sendTemplate({} as never),
      pauta.me(),
      pauta.phases(),
      pauta.tags(),
      pauta.report(),
      pauta.reportRecords(),
    ]);
    for (const part of Object.values(others)) {
      const names = Object.getOwnPropertyNames(Object.getPrototypeOf(part));
      const all = ['list', 'get', 'create', 'update', 'delete', ...names];
      for (const name of all.filter((each) => each !== 'constructor')) {
        const method: unknown = (part as unknown as Record<string, unknown>)[name];
        if (typeof method !== 'function') continue;
        if (name === 'list') await method.call(part);
        else if (name === 'create') await method.call(part, {});
        else await method.call(part, '{id}', name.endsWith('elivery') ? '{delivery}' : {});
      }
    }
    const named = [...requests].map((each) => decodeURIComponent(each));
    const described = registry.operations
      .flatMap(({ v1 }) =>
        v1
          ? [
              `${v1.method} ${v1.path
                .replace('/v1', '')
                .replace(/:inner/, ':delivery')
                .replaceAll(/:(\w+)/g, '{$1}')}`,
            ]
          : [],
      )
      .concat('GET /me', 'GET /files/{id}');
    expect(named.sort()).toEqual([...new Set(described)].sort());
  });

  test('are typed by the document', () => {
    const pauta = client();
    const never = () => {
      // @ts-expect-error a title is needed
      void pauta.deals.create({});
      // @ts-expect-error there is no such priority
      void pauta.deals.create({ title: 'a', priority: 'high' });
      // @ts-expect-error there is no such field
      void pauta.deals.update('id', { nome: 'a' });
      // @ts-expect-error users cannot be made
      void pauta.users.create({});
      // @ts-expect-error deals have no such filter
      void pauta.deals.list({ squad_id: 'id' });
      // @ts-expect-error it needs an id
      void pauta.call('GET /deals/{id}', {});
    };
    expect(never).toBeTypeOf('function');
    expectTypeOf(pauta.tasks.create).parameter(0).toHaveProperty('project_id');
    expectTypeOf(pauta.deals.list().toArray()).resolves.toEqualTypeOf<Deal[]>();
  });

  test('are logged with their retries, without keys, queries and bodies', async () => {
    const log: RequestLog[] = [];
    const broken = noting((go, tries) => (input, init) => {
      if (tries === 0) throw new TypeError('the connection broke');
      return go(input, init);
    });
    const pauta = client({ fetch: broken.fetch, log: (entry) => void log.push(entry) });
    await pauta.deals.list({ search: 'segredo' });
    const { requestId, ...refused } = await failing(pauta.deals.create({ title: '' }));
    await pauta.deals.get('x', { signal: AbortSignal.abort() }).catch(() => {});
    const durationMs = expect.any(Number);
    const none = { requestId: undefined, error: undefined };
    expect(log).toEqual([
      {
        ...none,
        method: 'GET',
        path: '/deals',
        status: undefined,
        attempt: 1,
        durationMs,
        error: 'CONNECTION',
      },
      {
        ...none,
        method: 'GET',
        path: '/deals',
        status: 200,
        attempt: 2,
        durationMs,
        requestId: expect.any(String),
      },
      {
        method: 'POST',
        path: '/deals',
        status: 400,
        attempt: 1,
        durationMs,
        requestId,
        error: refused.code,
      },
      {
        ...none,
        method: 'GET',
        path: '/deals/x',
        status: undefined,
        attempt: 1,
        durationMs,
        error: 'ABORTED',
      },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/segredo|pauta_/);
    const failingLog = client({
      log: () => {
        throw new Error('the log is full');
      },
    });
    expect(await failingLog.me()).toHaveProperty('team');
  });

  test('hide the key in printed output and JSON', () => {
    const pauta = client();
    const printed = inspect(pauta, { depth: 9, showHidden: true }) + JSON.stringify(pauta);
    expect(printed).not.toContain(team().key);
  });
});

describe('lists', () => {
  const inOrder = { sort: 'name' } as const;
  beforeAll(async () => {
    for (let i = 0; i < 45; i++)
      await team().create('projects', { name: `Projeto ${String(i).padStart(2, '0')}` });
  });

  test('are iterated once, record by record, while others write', async () => {
    const pauta = client();
    const names: string[] = [];
    for await (const { name } of pauta.projects.list({ ...inOrder, limit: 10 })) {
      if (names.push(name) === 15)
        await Promise.all([
          team().create('projects', { name: 'A' }),
          team().create('projects', { name: 'B' }),
        ]);
    }
    expect(names).toHaveLength(45);
    expect(new Set(names).size).toBe(45);
  });

  test('have pages with the total and the next page', async () => {
    const pauta = client();
    let page: Page<unknown> | undefined = await pauta.projects.list({ limit: 20 });
    expect(page).toMatchObject({ total: 47, pages: 3, page: 1, limit: 20, hasNext: true });
    page = await page.next();
    expect(page).toMatchObject({ total: 47, page: 2, hasNext: true });
    page = await page?.next();
    expect(page?.data).toHaveLength(7);
    expect(page).toMatchObject({ page: 3, hasNext: false });
    expect(await page?.next()).toBeUndefined();
    const full = await pauta.projects.list({ search: 'Projeto', limit: 45 });
    expect(full).toMatchObject({ page: 1, pages: 1, total: 45 });
    expect(await full.next()).toBeUndefined();
    const numbers: number[] = [];
    for await (const each of pauta.projects.list({ limit: 30 }).pages())
      numbers.push(each.data.length);
    expect(numbers).toEqual([30, 17]);
  });

  test('become arrays, with only the necessary requests and records', async () => {
    const { seen, fetch: noted } = noting();
    const pauta = client({ fetch: noted });
    expect(await pauta.projects.list().toArray()).toHaveLength(47);
    expect(await pauta.projects.list(inOrder).toArray({ max: 3 })).toMatchObject([
      { name: 'A' },
      { name: 'B' },
      { name: 'Projeto 00' },
    ]);
    expect(await pauta.projects.list().toArray({ max: 0 })).toEqual([]);
    expect(await pauta.projects.list({ limit: 20 }).toArray({ max: 21 })).toHaveLength(21);
    expect(seen.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual([
      '100',
      '3',
      '20',
      '20',
    ]);
  });
});

describe('errors', () => {
  test.each([
    [BadRequestError, 400, 'VALIDATION_ERROR', () => client().deals.create({ title: '' })],
    [NotFoundError, 404, 'NOT_FOUND', () => client().deals.get('nowhere/../../x')],
    [AuthenticationError, 401, 'UNAUTHORIZED', () => client({ apiKey: 'pauta_no' }).me()],
    [
      BadRequestError,
      400,
      'VALIDATION_ERROR',
      () => client().deals.list({ limit: 1_000 }).toArray(),
    ],
  ] as const)('%o is thrown for a %i %s', async (Type, status, code, ask) => {
    const error = await failing(ask());
    expect(error).toBeInstanceOf(Type);
    expect(error).toMatchObject({ name: Type.name, status, code, retryAfter: undefined });
    expect(error.message).toMatch(/^\w.+/);
    expect(error.requestId).toMatch(/^[\w-]{20,}$/);
  });

  test('identify duplicates, and are not retried', async () => {
    const { seen, fetch: noted } = noting();
    const pauta = client({ fetch: noted });
    await pauta.contacts.create({ phone: '5511987650001' });
    const error = await failing(pauta.contacts.create({ phone: '5511987650001' }));
    expect(error).toBeInstanceOf(UnprocessableError);
    expect(error.code).toBe('DUPLICATE_ENTRY');
    expect(seen.map(({ status }) => status)).toEqual([201, 422]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
  });

  test('of a message have the failure of the gateway, and other errors have none', async () => {
    const to = { inbox_id: team().inbox, phone: '5511987650000', content: 'Oi' };
    const error = await failing(client().messages.send(to));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.gateway).toEqual({
      cause: 'rejected',
      code: 'sandbox_refused',
      outcome: 'not_sent',
      message_id: expect.any(String),
      conversation_id: expect.any(String),
    });
    expect((await failing(client().deals.create({ title: '' }))).gateway).toBeUndefined();
  });

  test('explain a wrong address, a wrong key, or an unexpected server', async () => {
    const code = 'INVALID_OPTIONS';
    for (const options of [
      { baseUrl: 'pauta' },
      { apiKey: undefined },
      { apiKey: 'pauta_a\n' },
      { team: 'ipe' },
    ])
      expect(() => client(options)).toThrow(expect.objectContaining({ code }));
    expect(await failing(client({ timeout: 0 }).me())).toMatchObject({ code });
    // Each would change the path: to that of the list, or one above it.
    for (const id of ['', '.', '..', undefined as unknown as string])
      expect(await failing(client().deals.get(id))).toMatchObject({ code });
    const there = (answer: Response) => failing(client({ fetch: async () => answer }).me());
    expect(await there(new Response('<html>', { status: 200 }))).toMatchObject({
      code: 'UNREADABLE',
      status: 200,
    });
    const page = { data: [{}], pagination: { page: 1 } };
    const link = '<https://elsewhere.example/?after=%ZZ>; rel="next"';
    for (const answer of [
      Response.json({ data: [{}] }),
      Response.json({ ...page, data: {} }),
      Response.json(page, { headers: { link } }),
    ]) {
      const list = client({ fetch: async () => answer }).deals.list();
      expect(await failing(list.toArray())).toMatchObject({ code: 'UNREADABLE' });
    }
    const away = await there(Response.redirect('https://elsewhere.example/', 301));
    expect(away).toMatchObject({ code: 'REDIRECTED' });
    expect(away.message).toContain('https://elsewhere.example/');
  });
});

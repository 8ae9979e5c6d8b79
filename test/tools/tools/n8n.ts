import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pauta } from '../../support/processes.ts';
import { type Check, type Context, must } from '../check.ts';
import { n8nDirectory } from '../install.ts';
import { differences, strange } from '../n8n/document.ts';
import {
  type Built,
  built,
  type Credential,
  loadOptions,
  runNode,
  searchList,
  type Values,
} from '../n8n/host.ts';
import { id, listening, trigger } from '../n8n/trigger.ts';

export const title = 'n8n-node (packages/n8n-nodes-pauta)';

/** n8n's linter, strict, without an error or a warning; the build; and the package has no other files. */
async function builds(context: Context): Promise<void> {
  await context.install(n8nDirectory);
  const [lint] = await Promise.all([
    context.run('npm', ['run', 'lint'], { cwd: n8nDirectory }),
    context.run('npm', ['run', 'build'], { cwd: n8nDirectory }),
  ]);
  must(!/\d+ problem/.test(lint.stdout + lint.stderr), 'n8n-node lint has something to say');
  const packed = await context.run('npm', ['pack', '--dry-run', '--json', '--silent'], {
    cwd: n8nDirectory,
  });
  const [{ files }] = JSON.parse(packed.stdout) as [{ files: { path: string }[] }];
  const strange = files.filter(
    ({ path }) => !/^(dist\/|README\.md$|LICENSE\.md$|package\.json$)/.test(path),
  );
  must(strange.length === 0, `the package holds ${strange.map(({ path }) => path).join()}`);
}

/** The life cycle of every record: created, read, changed, listed, found in a list of the form, deleted. */
async function resources(node: Built, credential: Credential): Promise<void> {
  const one = async (resource: string, operation: string, values: Values = {}) => {
    const [item] = await runNode(node, credential, { resource, operation, values });
    return item?.json ?? {};
  };
  const project = await one('project', 'create', {
    name: 'Site',
    additionalFields: { due_date: '2026-12-24T00:00:00' },
  });
  must(project.due_date === '2026-12-24', `a day of the calendar became ${project.due_date}`);
  const columns = (await one('pipeline', 'getAll', { filters: { project_id: id(project.id) } }))
    .columns;
  must(Array.isArray(columns), 'the board of a project has no columns');
  const made: [resource: string, create: Values, change: Values, list: string][] = [
    [
      'client',
      {
        type: 'PJ',
        name: 'Padaria',
        additionalFields: { address: { values: { city: 'Recife', street: '' } } },
      },
      { notes: 'x' },
      'searchClients',
    ],
    [
      'contact',
      { phone: '5511987650001', additionalFields: { custom_name: 'Rita', tags: 'a, b' } },
      { custom_name: '' },
      'searchContacts',
    ],
    [
      'deal',
      { title: 'Site', additionalFields: { value: 1250.5, client_id: id('') } },
      { phase: 'ganho', is_starred: true },
      'searchDeals',
    ],
    [
      'task',
      { title: 'Capa', project_id: id(project.id), additionalFields: { column: 'todo' } },
      { actual_hours: 2, assignee_ids: [] },
      'searchTasks',
    ],
    [
      'campaign',
      { name: 'Natal', project_id: id(project.id), additionalFields: { goals: '{"leads": 40}' } },
      { goals: { leads: 50 } },
      'searchCampaigns',
    ],
    [
      'activity',
      { title: 'Ligar', additionalFields: { occurred_at: '2026-12-24T09:00:00' } },
      { type: 'call' },
      'searchActivities',
    ],
    [
      'webhook',
      {
        name: 'Painel',
        additionalFields: { events: ['deal.created'], url: 'https://painel.example.com/' },
      },
      { is_active: false },
      'searchWebhooks',
    ],
  ];
  for (const [resource, create, change, list] of made) {
    const record = await one(resource, 'create', create);
    await one(resource, 'update', { id: id(record.id), updateFields: change });
    const read = await one(resource, 'get', { id: id(record.id) });
    for (const [name, value] of Object.entries(change))
      must(
        JSON.stringify(read[name]) === JSON.stringify(value === '' ? null : value),
        `${resource}.${name} is ${JSON.stringify(read[name])}`,
      );
    if (resource === 'activity')
      must(
        read.occurred_at === '2026-12-24T12:00:00.000Z',
        `09:00 in São Paulo became ${read.occurred_at}`,
      );
    if (resource === 'client')
      must((read.address as Values).city === 'Recife', 'the address is lost');
    const options = await searchList(
      node,
      credential,
      list,
      String(read.custom_name ?? read.title ?? read.name ?? '').slice(0, 4),
    );
    must(
      options.results.some(({ value }) => value === record.id),
      `${list} does not find the created record`,
    );
    await one(resource, 'delete', { id: id(record.id) });
  }
  for (const resource of ['account', 'conversation', 'event', 'inbox', 'squad', 'user'])
    await one(resource, resource === 'account' ? 'get' : 'getAll');
}

/** The form offers the team's own terms, and distinguishes records with equal names. */
async function words(node: Built, credential: Credential): Promise<void> {
  const one = async (resource: string, operation: string, values: Values) => {
    const [item] = await runNode(node, credential, { resource, operation, values });
    return item?.json ?? {};
  };
  const offered = async (list: string, form: Values, sought?: string) =>
    (await searchList(node, credential, list, sought, form)).results;
  const same = (what: string, actual: unknown, wanted: unknown) =>
    must(
      JSON.stringify(actual) === JSON.stringify(wanted),
      `${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`,
    );
  const board = async (name: string) => {
    const project = await one('project', 'create', { name });
    const [pipeline] = (
      await runNode(node, credential, {
        resource: 'pipeline',
        operation: 'getAll',
        values: { filters: { project_id: id(project.id) } },
      })
    ).map(({ json }) => json);
    return { project, pipeline: pipeline ?? {} };
  };
  const [a, b] = [await board('Marca'), await board('Vitrine')];
  same('boards share a name', a.pipeline.name, b.pipeline.name);
  const boards = (await offered('searchPipelines', {}, 'vitrine')).map(({ name }) => name);
  same('boards', boards, [`${String(b.pipeline.name)} (Vitrine)`]);

  const deal = await one('deal', 'create', {
    title: 'Fase',
    additionalFields: { phase: { mode: 'list', value: 'Orçamento' }, tags: 'vip, Açaí' },
  });
  same('phase', deal.phase, 'Orçamento');
  const phases = (await offered('searchPhases', {}, 'orça')).map(({ value }) => value);
  same('phases', phases, ['Orçamento']);
  const tags = (await loadOptions(node, credential, 'getTags', { resource: 'deal' })).map(
    ({ value }) => value,
  );
  must(tags.includes('vip') && tags.includes('Açaí'), `the tags of deals are ${tags.join()}`);
  same('tags of campaigns', await loadOptions(node, credential, 'getTags', { resource: 'x' }), []);

  const slugs = (b.pipeline.columns as { slug: string }[]).map(({ slug }) => slug);
  for (const form of [
    { 'additionalFields.pipeline_id': id(b.pipeline.id), project_id: id(a.project.id) },
    { project_id: id(b.project.id) },
    { project_id: '={{ $json.project }}' },
  ]) {
    const columns = (await offered('searchColumns', { resource: 'task', ...form })).map(
      ({ value }) => value,
    );
    same('columns', columns, slugs);
  }
  const task = await one('task', 'create', {
    title: 'Coluna',
    project_id: id(b.project.id),
    additionalFields: { column: { mode: 'list', value: slugs[1] } },
  });
  same('column', task.column, slugs[1]);
  const ofTask = await offered('searchColumns', { resource: 'task', id: id(task.id) }, slugs[1]);
  same(
    'columns of a task',
    ofTask.map(({ value }) => value),
    [slugs[1]],
  );
  const form = { resource: 'webhook', 'updateFields.target_pipeline_id': id(a.pipeline.id) };
  same(
    'columns of an endpoint',
    (await offered('searchColumnIds', form)).map(({ value }) => value),
    (a.pipeline.columns as { id: string }[]).map(({ id }) => id),
  );
}

/** A list is read through its links to the end; filtered and limited on request. */
async function pages(node: Built, credential: Credential): Promise<void> {
  const titles = Array.from({ length: 230 }, (_, n) => `Página ${n}`);
  await runNode(node, credential, {
    resource: 'deal',
    operation: 'create',
    items: titles.length,
    values: { title: (item: number) => titles[item] },
  });
  const list = async (values: Values) =>
    (await runNode(node, credential, { resource: 'deal', operation: 'getAll', values })).map(
      ({ json }) => json,
    );
  const all = await list({
    returnAll: true,
    filters: { search: 'pagina' },
    options: { outputFields: 'title', sort: 'title' },
  });
  must(
    new Set(all.map((deal) => deal.title)).size === titles.length && all.length === titles.length,
    `return all gave ${all.length}`,
  );
  must(Object.keys(all[0] ?? {}).join() === 'title', 'output has more fields than requested');
  must((await list({ limit: 130 })).length === 130, 'a limit of 130 is another number');
}

/** Comments are written for a member, and approvals are requested once. */
async function teamwork(node: Built, credential: Credential): Promise<void> {
  const one = async (resource: string, operation: string, values: Values = {}) => {
    const [item] = await runNode(node, credential, { resource, operation, values });
    return item?.json ?? {};
  };
  const user = await one('user', 'getAll');
  const project = await one('project', 'create', { name: 'Inverno' });
  const campaign = await one('campaign', 'create', {
    name: 'Vitrine',
    project_id: id(project.id),
  });
  const about = { record_type: 'campaigns', record_id: campaign.id };
  const comment = await one('comment', 'create', {
    ...{ ...about, content: 'Arte pronta' },
    additionalFields: { author_id: id(user.id), mentions: String(user.id) },
  });
  const listed = await one('comment', 'getAll', { filters: about });
  must(listed.id === comment.id && listed.author_id === user.id, 'the comment is not listed');
  const approval = await one('approval', 'request', {
    campaign_ids: String(campaign.id),
    additionalFields: { stage: 'client', title: 'Inverno', pin: '2580' },
  });
  must(/^https?:/.test(String(approval.link)), `the link is ${approval.link}`);
  const read = await one('approval', 'get', { id: approval.id });
  must(read.status === 'open' && read.link === undefined, 'the link is shown twice');
  const open = await one('approval', 'getAll', { filters: { campaign_id: id(campaign.id) } });
  must(open.id === approval.id, 'the approval is not listed');
}

/** A file of the workflow is sent once, and downloaded as it was. */
async function files(node: Built, credential: Credential): Promise<void> {
  const [inbox] = await runNode(node, credential, { resource: 'inbox', operation: 'getAll' });
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 7)]);
  const arte = { fileName: 'arte "final" é.pdf', mimeType: 'application/pdf', bytes };
  const sending = {
    resource: 'message',
    operation: 'sendFile',
    values: { inbox_id: id(inbox?.json.id), phone: '5511987650077', content: 'Segue a arte' },
    binary: { data: arte },
    execution: '91',
  };
  const [sent] = await runNode(node, credential, sending);
  const [again] = await runNode(node, credential, sending);
  must(sent?.json.id === again?.json.id, '"Retry On Fail" sends the file twice');
  const media = sent?.json.media as Values | undefined;
  must(media?.bytes === bytes.length, `the message has the media ${JSON.stringify(media)}`);
  const download = { resource: 'file', operation: 'download' };
  const [item] = await runNode(node, credential, {
    ...download,
    values: { id: media?.file_id, binaryPropertyName: 'arte' },
  });
  const file = item?.binary?.arte;
  must(
    file?.bytes.equals(bytes) === true,
    'the downloaded file differs from the one that was sent',
  );
  must(
    file.mimeType === 'application/pdf' && /^arte .*é\.pdf$/.test(file.fileName),
    `it is ${file.fileName}, ${file.mimeType}`,
  );
  const missing = await runNode(node, credential, {
    ...download,
    values: { id: '01a1ff5f-5483-7706-bfd0-e00a79943ab5' },
  }).catch((error: Error & { httpCode?: string }) => error);
  must(missing instanceof Error && missing.httpCode === '404', 'a missing file is no error');
  const empty = await runNode(node, credential, { ...sending, binary: {} }).catch(
    (error: Error) => error,
  );
  must(empty instanceof Error && /data/.test(empty.message), 'an item without a file is no error');
}

/** A proxy in front of the service that breaks down before and after the service has handled a request. */
async function flaky(node: Built, credential: Credential): Promise<void> {
  const ways = ['429', '503', 'lost'];
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const way = ways[seen.length];
    seen.push(String(request.headers['idempotency-key']));
    if (way === '429' || way === '503') {
      response.writeHead(Number(way), { 'retry-after': '0', 'content-type': 'application/json' });
      response.end('{"success":false,"error":{"code":"RATE_LIMITED","message":"Later."}}');
      return;
    }
    const answer = await fetch(`${credential.baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: String(request.headers.authorization),
        'content-type': 'application/json',
        'idempotency-key': String(request.headers['idempotency-key']),
      },
      body,
    });
    if (way === 'lost') request.socket.destroy();
    else
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(await answer.text());
  });
  const port = await listening(server);
  try {
    const broken = { ...credential, baseUrl: `http://127.0.0.1:${port}` };
    const run = {
      resource: 'deal',
      operation: 'create',
      values: { title: 'Uma vez' },
      execution: '77',
    };
    const first = await runNode(node, broken, run);
    must(seen.length === 4 && new Set(seen).size === 1, `four tries had the keys ${seen.join()}`);
    const again = await runNode(node, broken, run);
    must(again[0]?.json.id === first[0]?.json.id, '"Retry On Fail" makes a second deal');
    const second = await runNode(node, broken, { ...run, execution: '78' });
    must(second[0]?.json.id !== first[0]?.json.id, 'another run gets the answer of the first');
  } finally {
    server.close();
  }
}

/** A refusal gives its reason; it ends the workflow, or is an item if the workflow continues on errors. */
async function refusals(node: Built, credential: Credential): Promise<void> {
  const bad = {
    resource: 'client',
    operation: 'create',
    values: { type: 'PF', name: 'Ana', additionalFields: { cpf: '12' } },
  };
  const thrown = await runNode(node, credential, bad).catch(
    (error: Error & { httpCode?: string }) => error,
  );
  must(
    thrown instanceof Error && /cpf/.test(thrown.message) && thrown.httpCode === '400',
    'a bad CPF passes',
  );
  const [item] = await runNode(node, credential, { ...bad, goesOn: true });
  must(
    /cpf/.test(String(item?.json.error)) && item?.pairedItem?.item === 0,
    'the workflow that continues gets no error',
  );
  for (const [run, pattern] of [
    [{ resource: 'deal', operation: 'get', values: { id: id('') } }, /Deal is empty/],
    [
      {
        resource: 'deal',
        operation: 'create',
        values: { title: 'x', additionalFields: { expected_close_date: 'amanhã' } },
      },
      /not a date/,
    ],
  ] as const) {
    const error = await runNode(node, credential, run).catch((thrown: Error) => thrown);
    must(
      error instanceof Error && pattern.test(error.message),
      `instead of ${pattern}: ${JSON.stringify(error)}`,
    );
  }
}

export const check: Check = async (context) => {
  await builds(context);
  const node = built();
  const wrong = differences(context.document, node);
  must(wrong.length === 0, `node and document differ: ${wrong.join('; ')}`);
  const unknown = strange(join(n8nDirectory, '../../docs/n8n'), node);
  must(unknown.length === 0, `the examples ask for what there is not: ${unknown.join('; ')}`);
  const { key, team } = await context.newTeam();
  const ana = ['user', 'create', '--team', team, '--name', 'Ana', '--email', 'ana@example.com'];
  const user = await pauta(ana, context.env);
  must(user.status === 0, `pauta user create ended with ${user.status}: ${user.stderr}`);
  const inbox = ['inbox', 'create', '--team', team, '--name', 'Teste', '--type', 'session'];
  const { status, stderr } = await pauta([...inbox, '--gateway', 'sandbox'], context.env);
  must(status === 0, `pauta inbox create ended with ${status}: ${stderr}`);
  const credential = { baseUrl: context.origin, apiKey: key };
  for (const part of [resources, words, pages, teamwork, files, flaky, refusals, trigger])
    await part(node, credential);
  const operations = node.resources.flatMap((resource) => resource.operations).length;
  return `linted and built; ${operations} operations as the document has them; paging, retries, trigger`;
};

import { describe, expect, test } from 'vitest';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage, sumOf, workOnImports } from '#test/support/imports.ts';

/*
 * Choices of imports of tables, and what they are held to: matches, records that are inactive, other teams, interruptions, and files that cannot be
 * read.
 */

const service = useSharedService();
const stage = () => importStage(service);

describe('a record that exists', () => {
  const file = `CNPJ;Razão social;E-mail;Telefone
11.222.333/0001-81;Padaria Aurora;novo@aurora.com.br;(11) 3333-4444
`;
  const aurora = {
    ...{ type: 'PJ', name: 'Aurora', cnpj: '11222333000181', email: 'antigo@aurora.com.br' },
  };

  test.each([
    ['skip', 'unchanged', { email: 'antigo@aurora.com.br', phone: null }],
    ['fill_blanks', 'updated', { email: 'antigo@aurora.com.br', phone: '(11) 3333-4444' }],
    ['overwrite', 'updated', { email: 'novo@aurora.com.br', name: 'Padaria Aurora' }],
  ])('with on_match %s is %s', async (on_match, outcome, expected) => {
    const { team, run } = await stage();
    const { id } = await team.create('clients', aurora);
    const imported = await run(file, { on_match }, 'clientes.csv');
    expect(imported.row_counts).toMatchObject({ created: 0, [outcome]: 1, refused: 0 });
    expect((await team.get(`/clients/${id}`)).data).toMatchObject(expected);
    const changes = await service.sql(
      'select action, before, after from import_changes where team_id = $1',
      [team.id],
    );
    expect(changes).toHaveLength(outcome === 'updated' ? 1 : 0);
    if (on_match === 'overwrite')
      expect(changes[0]).toMatchObject({
        action: 'updated',
        before: { name: 'Aurora', email: 'antigo@aurora.com.br' },
        after: { name: 'Padaria Aurora', email: 'novo@aurora.com.br' },
      });
  });

  test.each([
    ['skip', { in_trash: 1, updated: 0 }, 'inactive'],
    ['restore_and_update', { in_trash: 0, updated: 1 }, 'active'],
    ['create_new', { in_trash: 0, refused: 1 }, 'inactive'],
  ])('and is inactive: %s', async (on_inactive, counts, status) => {
    const { team, run } = await stage();
    const { id } = await team.create('clients', aurora);
    await team.delete(`/clients/${id}`);
    const imported = await run(file, { on_inactive }, 'clientes.csv');
    expect(imported.row_counts).toMatchObject({ created: 0, ...counts });
    expect(sumOf(imported.row_counts as Json)).toBe(1);
    expect((await team.get(`/clients/${id}`)).data).toMatchObject({ status });
  });

  test('is found by every spelling of a phone, and refused if two have an e-mail address', async () => {
    const { team, run, problems } = await stage();
    await team.create('contacts', { phone: '551198765432', custom_name: null });
    const contacts = await run('Nome;Celular\nMaria;(11) 99876-5432\n', {}, 'contatos.csv');
    expect(contacts.row_counts).toMatchObject({ created: 0, updated: 1 });
    const again = await run('Nome;Celular\nMaria Souza;+55 11 9876-5432\n', {}, 'contatos.csv');
    expect(again.row_counts).toMatchObject({ created: 0, unchanged: 1 });
    for (const name of ['Ana', 'Bia'])
      await team.create('clients', { type: 'PF', name, email: 'casa@example.com' });
    const clients = await run(
      'Cliente;CPF;E-mail\nAna;529.982.247-25;casa@example.com\n',
      { match_by: { client: 'email' } },
      'clientes.csv',
    );
    expect(clients.row_counts).toMatchObject({ refused: 1, created: 0 });
    expect(await problems(String(clients.id))).toMatchObject([{ problem: { code: 'ambiguous' } }]);
  });
});

describe('a record that was deleted', () => {
  const file = `Código;Nome;Celular
A1;Maria;(11) 99876-5432
A2;Maria de novo;(11) 3333-4444
`;
  const mapping = {
    records: [{ key: 'contact', resource: 'contacts', links: {} }],
    columns: ['external_id', 'custom_name', 'phone'].map((field, column) => ({
      ...{ column, record: 'contact', field },
    })),
  };
  const contactsOf = (team: { readonly id: string }) =>
    service.sql('select id, custom_name from contacts where team_id = $1 order by phone', [
      team.id,
    ]);

  test('neither blocks nor doubles the next import of its file', async () => {
    const { run, undo, team } = await stage();
    const { id } = await run(file, mapping);
    await undo(String(id));
    // As a version leaves it that does not forget the ids of deleted records.
    await service.sql(
      `insert into external_ids (team_id, resource, source, external_id, record_id)
        select $1, 'contacts', 'file', x, gen_random_uuid() from unnest('{A1,A2}'::text[]) x`,
      [team.id],
    );
    expect((await run(file, mapping)).row_counts).toMatchObject({ created: 2, refused: 0 });
    expect((await run(file, mapping)).row_counts).toMatchObject({ created: 0, unchanged: 2 });
    expect(await contactsOf(team)).toHaveLength(2);
  });

  test('is nothing to which a link leads', async () => {
    const { run, team } = await stage();
    await service.sql(
      `insert into external_ids (team_id, resource, source, external_id, record_id)
        values ($1, 'clients', 'file', 'C1', gen_random_uuid())`,
      [team.id],
    );
    const imported = await run('Título;Cliente\nSite;C1\n', {
      records: [{ key: 'deal', resource: 'deals', links: {} }],
      columns: [
        { column: 0, record: 'deal', field: 'title' },
        { column: 1, record: 'deal', field: 'client_id' },
      ],
    });
    expect(imported.row_counts).toMatchObject({ created: 1, refused: 0 });
  });

  test('because it was merged is the contact into which it was merged', async () => {
    const { run, team, admin } = await stage();
    await run(file, mapping);
    const [first, second] = await contactsOf(team);
    const path = `/msgapp/contacts/${first?.id}/merge`;
    expect((await admin.post(path, { from: second?.id })).status).toBe(200);
    const again = await run(file, mapping);
    expect(again.row_counts).toMatchObject({ created: 0, updated: 0 });
    const byPhone = await run(`Nome;Celular\nAna;(11) 99876-5432\nBia;11 3333-4444\n`);
    expect(byPhone.row_counts).toMatchObject({ created: 0, updated: 0 });
    expect((await contactsOf(team)).map(({ id }) => id)).toEqual([first?.id]);
  });
});

describe('two rows about one record', () => {
  test('by different keys: the first wins, and the other is refused with its line', async () => {
    const { run, team, problems } = await stage();
    const { id } = await team.create('clients', {
      type: 'PJ',
      name: 'Aurora',
      cnpj: '11222333000181',
    });
    const mapping = {
      records: [{ key: 'client', resource: 'clients', links: {} }],
      columns: ['id', 'cnpj', 'name'].map((field, column) => ({
        ...{ column, record: 'client', field },
      })),
      on_match: 'overwrite',
    };
    const file = `ID;CNPJ;Nome\n${id};;Padaria\n;11.222.333/0001-81;Mercado\n`;
    const imported = await run(file, mapping);
    expect(imported.row_counts).toMatchObject({ updated: 1, refused: 1 });
    expect(await problems(String(imported.id))).toMatchObject([
      { line: 3, problem: { code: 'repeated', values: { line: 2 } } },
    ]);
    expect((await run(file, mapping)).row_counts).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await team.get(`/clients/${id}`)).data).toMatchObject({ name: 'Padaria' });
  });

  test('a row without the chosen key is found again by another one', async () => {
    const { run } = await stage();
    const mapping = {
      records: [{ key: 'client', resource: 'clients', links: {} }],
      columns: ['external_id', 'name', 'email'].map((field, column) => ({
        ...{ column, record: 'client', field },
      })),
      match_by: { client: 'email' },
    };
    const file = 'Código;Nome;E-mail\nA1;Aurora;\n;Mercado;\nA3;Ana;ana@example.com\n';
    expect((await run(file, mapping)).row_counts).toMatchObject({ created: 3 });
    expect((await run(file, mapping)).row_counts).toMatchObject({ created: 0, unchanged: 3 });
  });
});

describe('other teams', () => {
  test('their records never match and are never linked, whatever ids a file has', async () => {
    const { team, run } = await stage();
    const theirs = await service.team();
    const client = await theirs.create('clients', { type: 'PJ', name: 'Deles' });
    const deal = await theirs.create('deals', { title: 'Deles' });
    const mapping = {
      records: [{ key: 'deal', resource: 'deals', links: {} }],
      columns: [
        { column: 0, record: 'deal', field: 'id' },
        { column: 1, record: 'deal', field: 'title' },
        { column: 2, record: 'deal', field: 'client_id' },
      ],
      on_match: 'overwrite',
    };
    const file = `ID;Título;Cliente\n${deal.id};Nosso;${client.id}\n`;
    const imported = await run(file, mapping, 'negocios.csv');
    expect(imported.row_counts).toMatchObject({ created: 1, updated: 0 });
    expect((await theirs.get(`/deals/${deal.id}`)).data).toMatchObject({ title: 'Deles' });
    const [ours] = (await team.get('/deals')).data as unknown as Json[];
    expect(ours).toMatchObject({ title: 'Nosso', client_id: null });
    expect(ours?.id).not.toBe(deal.id);
    // The id of the file is kept, so that the same file finds the record again.
    const again = await run(file, mapping, 'negocios.csv');
    expect(again.row_counts).toMatchObject({ created: 0, unchanged: 1 });
  });
});

describe('an interrupted run', () => {
  const rows = Array.from(
    { length: 1_700 },
    (_, i) =>
      `Pessoa ${i};1199${String(1_000_000 + (i % 1_650)).padStart(7, '0')};Empresa ${i % 40}`,
  );
  const file = ['Nome;Celular;Empresa', ...rows].join('\n');

  test('continues after each batch, and stores nothing twice', async () => {
    const { team, admin, read, check, get } = await stage();
    const id = await read(file);
    expect(await check(id)).toMatchObject({ row_counts: { created: 1_650, refused: 50 } });
    await admin.post(`/imports/${id}/apply`, {});
    for (let tries = 0; tries < 10; tries += 1) {
      const { state, row_counts: counts } = await get(id);
      if (state === 'applied') break;
      const done = Number((counts as Json | null)?.done ?? 0);
      const stopping = new AbortController();
      const watched = service.database.team(team.id);
      // Stops as soon as another batch is stored.
      const timer = setInterval(async () => {
        const [row] = await service.sql(
          `select coalesce((counts ->> 'done')::int, 0) as done from imports where id = $1`,
          [id],
        );
        if (Number(row?.done) > done) stopping.abort();
      }, 5);
      await workOnImports(service, team, stopping.signal);
      clearInterval(timer);
      expect(watched.id).toBe(team.id);
    }
    const applied = await get(id);
    expect(applied).toMatchObject({
      state: 'applied',
      row_counts: { total: 1_700, done: 1_700, created: 1_650, refused: 50 },
    });
    const [stored] = await service.sql(
      `select (select count(*)::int from contacts where team_id = $1) as contacts,
        (select count(*)::int from clients where team_id = $1) as clients,
        (select count(*)::int from import_rows where team_id = $1) as outcomes`,
      [team.id],
    );
    expect(stored).toEqual({ contacts: 1_650, clients: 40, outcomes: 1_700 });
  });

  test('ends when its member is no longer an admin', async () => {
    const { team, admin, read, check, get } = await stage();
    const id = await read(file);
    await check(id);
    await admin.post(`/imports/${id}/apply`, {});
    await service.sql(`update users set role = 'member' where team_id = $1 and id = $2`, [
      ...[team.id, admin.userId],
    ]);
    await workOnImports(service, team);
    const [row] = await service.sql(
      `select state, reason_details::json -> 1 ->> 'code' as code,
        (select count(*)::int from contacts where team_id = $2) as contacts from imports where id = $1`,
      [id, team.id],
    );
    expect(row).toEqual({ state: 'failed', code: 'rights_lost', contacts: 0 });
    expect(await get(id)).toBeDefined();
  });
});

describe('events', () => {
  test('follow only if they are wanted', async () => {
    const { team, run } = await stage();
    const events = () =>
      service.sql(`select type from events where team_id = $1 and type like 'contact.%'`, [
        team.id,
      ]);
    await run('Nome;Celular\nMaria;(11) 99876-5432\n');
    expect(await events()).toEqual([]);
    await run('Nome;Celular\nJoão;(11) 99876-0000\n', { emits: true });
    expect(await events()).toEqual([{ type: 'contact.created' }]);
    const audited = await service.sql(
      `select actor, operation from audit_entries where team_id = $1 and record_type = 'contacts'`,
      [team.id],
    );
    expect(audited).toEqual([
      { actor: 'import', operation: 'imports.apply' },
      { actor: 'import', operation: 'imports.apply' },
    ]);
  });
});

describe('files that cannot be read', () => {
  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'picture'],
    ['10,000 columns', `a${';b'.repeat(10_000)}\n1\n`, 'too_many_columns'],
    ['a line of 2 MiB', `Nome;Telefone\n${'x'.repeat(2 * 1024 * 1024)}\n`, 'line_too_long'],
    ['NUL characters', 'Nome;Telefone\nA\0na;11\n', 'nul_byte'],
    ['a quotation mark that nothing closes', `Nome;Telefone\n"Ana;11\n`, 'open_quote'],
    ['JSON of another product', '{"a": 1}', 'not_trello'],
    ['a web page', '<html><table></table></html>', 'web_page'],
  ])('%s', async (_, content, code) => {
    const { read, get, admin } = await stage();
    const id = await read(content, 'dados');
    expect(await get(id)).toMatchObject({
      ...{ state: 'failed', reason_details: { code }, table: null, row_counts: null },
    });
    expect((await admin.put(`/imports/${id}/mapping`, {})).error.code).toBe('CONFLICT');
  });

  test('mixed encodings are read line by line', async () => {
    const { read, get } = await stage();
    const file = Buffer.concat([
      Buffer.from('Nome;Celular\nJoão;11999990001\n'),
      Buffer.from('José;11999990002\n', 'latin1'),
    ]);
    expect((await get(await read(file))).table).toMatchObject({
      ...{ encoding: 'mixed', mixed_line: 3, rows: 2 },
      first_rows: [{ cells: ['João', '11999990001'] }, { cells: ['José', '11999990002'] }],
    });
  });
});

describe('the reading of a file', () => {
  test('is corrected: encoding, separator and header, also after it failed', async () => {
    const { read, get, admin, team } = await stage();
    const again = async (id: string, options: Json) => {
      const { status, text } = await admin.put(`/imports/${id}/reading`, options);
      expect(status, text).toBe(200);
      await workOnImports(service, team);
      return get(id);
    };
    const old = Buffer.concat([Buffer.from('Nome;Celular\nJo'), Buffer.from([0x8b])]);
    const id = await read(Buffer.concat([old, Buffer.from('o;11999990001\n')]));
    expect((await get(id)).table).toMatchObject({ encoding: 'windows-1252' });
    expect((await again(id, { encoding: 'macintosh' })).table).toMatchObject({
      ...{ encoding: 'macintosh', mixed_line: null },
      first_rows: [{ cells: ['João', '11999990001'] }],
    });
    expect(await again(id, { encoding: 'utf-8' })).toMatchObject({
      ...{ state: 'failed', table: null, reason_details: { code: 'undecodable', line: 2 } },
    });
    expect(
      await again(id, { encoding: 'macintosh', header_line: 0, separator: 'comma' }),
    ).toMatchObject({
      table: { encoding: 'macintosh', separator: ',', header_line: null, rows: 2 },
    });
    const failed = await read('Nome,Celular\n"Ana;11999990001\n');
    expect(await get(failed)).toMatchObject({ state: 'failed', kind: null });
    expect(await again(failed, { separator: 'comma' })).toMatchObject({ state: 'failed' });
    const wrong = await admin.put(`/imports/${failed}/reading`, { encoding: 'klingon' });
    expect([wrong.status, wrong.text.includes('encoding')]).toEqual([400, true]);
  });
});

describe('choices that do not fit', () => {
  test.each([
    ['columns', { columns: [{ column: 9, record: 'contact', field: 'phone' }] }],
    ['columns', { columns: [{ column: 0, record: 'contact', field: 'secret' }] }],
    ['columns', { columns: [{ column: 0, record: 'deal', field: 'title' }] }],
    ['records', { records: [{ key: 'a', resource: 'deals', links: { client_id: 'a' } }] }],
    ['match_by', { match_by: { client9: 'id' } }],
    ['match_by', { match_by: { contact: 'document' } }],
    ['match_by', { match_by: { contact: 'email' } }],
    ['primary', { primary: 'nobody' }],
    ['project_id', { project_id: '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11' }],
    ['area_code', { area_code: '1' }],
  ])('are refused with the name of %s', async (name, choices) => {
    const { read, admin } = await stage();
    const id = await read('Nome;Celular\nMaria;11999990001\n');
    const { status, text } = await admin.put(`/imports/${id}/mapping`, choices);
    expect(status).toBe(400);
    expect(text).toContain(`"name":"${name}"`);
  });
});

test('refused rows come back as a file that can be mended and imported', async () => {
  const { team, run, admin } = await stage();
  const { id } = await run('Nome;Celular;Cor\nMaria;11999990001;azul\n=Ana;123;\n');
  const answer = await service.app.inject({
    ...{ method: 'GET', url: `/api/panel/teams/${team.slug}/imports/${id}/refused.csv` },
    headers: { cookie: `pauta_session=${admin.token}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.body).toBe(
    '\ufeffNome;Celular;Cor;Linha (importação);Coluna (importação);Motivo (importação)\r\n' +
      `'=Ana;123;;3;Celular;Não é um telefone.\r\n`,
  );
  const mended = await run(answer.body.replace(';123;', ';11999990002;'));
  expect(mended.row_counts).toMatchObject({ created: 1, refused: 0 });
  const [contact] = (await team.get('/msgapp/contacts')).data as unknown as Json[];
  expect(contact).toMatchObject({ custom_name: '=Ana', notes: null });
});

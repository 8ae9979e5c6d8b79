import { beforeAll, describe, expect, test } from 'vitest';
import {
  cnpjDigits,
  cpfDigits,
  hasCnpjDigits,
  hasCpfDigits,
} from '#server/features/crm/clients/tax-ids.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';

const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

describe('CPF and CNPJ', () => {
  test('are stored as sent and compared without punctuation, in upper case', async () => {
    const person = await team.create('clients', { cpf: '529.982.247-25' });
    expect(person.cpf).toBe('529.982.247-25');
    const twice = await team.post('/clients', { type: 'PF', name: 'Outra', cpf: '52998224725' });
    expect([twice.status, twice.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
    expect(twice.error.message).toContain('cpf');
    await team.create('clients', { type: 'PJ', cnpj: '12.abc.345/01de-35' });
    const same = await team.post('/clients', { type: 'PJ', name: 'Outra', cnpj: '12ABC34501DE35' });
    expect([same.status, same.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
    const otherClient = await team.create('clients');
    expect((await team.put(`/clients/${otherClient.id}`, { cpf: '529982247-25' })).status).toBe(
      422,
    );
  });

  test('have 11 digits, or 12 letters or digits and 2 digits', async () => {
    for (const cpf of [
      '1',
      '529982247',
      '5299822472A',
      '529.982.247-256',
      'abc',
      '',
      52998224725,
    ]) {
      expect(
        (await team.post('/clients', { type: 'PF', name: 'x', cpf })).status,
        String(cpf),
      ).toBe(400);
    }
    for (const cnpj of ['12ABC34501DEAB', '1234567890123', '112223330001811', '']) {
      expect((await team.post('/clients', { type: 'PJ', name: 'x', cnpj })).status, cnpj).toBe(400);
    }
  });

  test('are checked only in a strict team', async () => {
    const strict = await service.team();
    expect(
      (await strict.post('/clients', { type: 'PF', name: 'x', cpf: '12345678901' })).status,
    ).toBe(201);
    await service.sql('update teams set strict_tax_ids = true where id = $1', [strict.id]);
    const refused = () => strict.post('/clients', { type: 'PF', name: 'x', cpf: '12345678902' });
    // Each node caches the setting for half a second.
    const twice = async () => [(await refused()).status, (await refused()).status];
    await expect.poll(twice).toEqual([400, 400]);
    expect((await refused()).error.message).toContain('cpf');
    expect(
      (await strict.post('/clients', { type: 'PF', name: 'x', cpf: '529.982.247-25' })).status,
    ).toBe(201);
    expect(
      (await strict.post('/clients', { type: 'PJ', name: 'x', cnpj: '12.ABC.345/01DE-35' })).status,
    ).toBe(201);
    expect(
      (await strict.post('/clients', { type: 'PJ', name: 'x', cnpj: '12.ABC.345/01DE-36' })).status,
    ).toBe(400);
  });

  test('check digits: known ids are valid, and eleven equal digits are not', () => {
    expect(cpfDigits('529982247')).toBe('25');
    expect(cnpjDigits('112223330001')).toBe('81');
    expect(cnpjDigits('12ABC34501DE')).toBe('35');
    expect([
      hasCpfDigits('11144477735'),
      hasCpfDigits('11111111111'),
      hasCnpjDigits('00000000000000'),
    ]).toEqual([true, false, false]);
  });

  test('are found with or without punctuation', async () => {
    const freshTeam = await service.team();
    const person = await freshTeam.create('clients', { name: 'Bia', cpf: '390.533.447-05' });
    const company = await freshTeam.create('clients', {
      name: 'Loja',
      type: 'PJ',
      cnpj: '11222333000181',
    });
    const find = async (term: string) =>
      (
        (await freshTeam.get(`/clients?search=${encodeURIComponent(term)}`)).body.data as Json[]
      ).map((row) => row.id);
    for (const term of ['390.533.447-05', '39053344705', '533.447', '0533'])
      expect(await find(term), term).toEqual([person.id]);
    for (const term of ['11.222.333/0001-81', '11222333', '333/0001'])
      expect(await find(term), term).toEqual([company.id]);
    expect(await find('1-1 loja')).toEqual([]);
    const spaced = await freshTeam.create('clients', {
      name: 'Ateliê',
      type: 'PJ',
      cnpj: '12 ABC 347 0001 77',
    });
    for (const term of ['12 ABC 347 0001 77', '12abc347000177', 'abc 347', '12 ABC.347/0001-77'])
      expect(await find(term), term).toEqual([spaced.id]);
    // Words alone are not treated as part of one.
    expect(await find('a bc')).toEqual([]);
  });
});

test('fields of the other kind are 400, and a change of type clears them', async () => {
  const wrong = await team.post('/clients', { type: 'PJ', name: 'x', cpf: '52998224725', rg: '1' });
  expect(wrong.status).toBe(400);
  expect(wrong.error.message).toMatch(/cpf.*rg.*PF/);
  expect((await team.post('/clients', { type: 'PF', name: 'x', trade_name: 'Loja' })).status).toBe(
    400,
  );
  const person = await team.create('clients', {
    cpf: '11144477735',
    gender: 'F',
    birth_date: '1990-05-01',
  });
  const refused = await team.put(`/clients/${person.id}`, { legal_name: 'Ltda' });
  expect(refused.status).toBe(400);
  expect(refused.error.message).toContain('legal_name');
  const company = await team.put(`/clients/${person.id}`, {
    type: 'PJ',
    cnpj: '11222333000181',
    legal_name: 'Ltda',
  });
  expect(company.status, company.text).toBe(200);
  expect([
    company.data.cpf,
    company.data.gender,
    company.data.birth_date,
    company.data.legal_name,
  ]).toEqual([null, null, null, 'Ltda']);
  // A record that was read can be sent back, its nulls included.
  expect((await team.put(`/clients/${person.id}`, company.data)).data).toEqual(company.data);
  const back = await team.put(`/clients/${person.id}`, { type: 'PF' });
  expect([back.data.cnpj, back.data.legal_name]).toEqual([null, null]);
});

test('DELETE deactivates, PUT status is the way back', async () => {
  const { id } = await team.create('clients');
  const deleted = await team.delete(`/clients/${id}`);
  expect(deleted.data).toEqual({
    id,
    status: 'inactive',
    deactivated_at: expect.stringMatching(/Z$/),
  });
  expect((await team.delete(`/clients/${id}`)).text).toBe(deleted.text);
  expect((await team.get(`/clients/${id}`)).data.status).toBe('inactive');
  expect(
    ((await team.get('/clients?status=inactive')).body.data as Json[]).map((row) => row.id),
  ).toEqual([id]);
  expect((await team.put(`/clients/${id}`, { status: 'active' })).data.status).toBe('active');
  expect((await team.put(`/clients/${id}`, { status: 'gone' })).status).toBe(400);
});

test('name and type are required, and both are named', async () => {
  const answer = await team.post('/clients', {});
  expect(answer.status).toBe(400);
  expect(answer.error.message).toContain('name is required');
  expect(answer.error.message).toContain('type is required');
});

test('an address has the keys of the interface, with texts as values', async () => {
  const address = { street: ' Rua A ', number: '10', complement: null, city: 'Olinda' };
  const client = await team.create('clients', { address });
  expect(client.address).toEqual({ ...address, street: 'Rua A' });
  for (const wrong of [{ rua: 'A' }, { city: 5 }, 'Rua A', [], { city: 'x'.repeat(256) }]) {
    expect((await team.post('/clients', { type: 'PF', name: 'x', address: wrong })).status).toBe(
      400,
    );
  }
  expect(
    (await team.put(`/clients/${client.id}`, { address: { state: 'PE' } })).data.address,
  ).toEqual({ state: 'PE' });
  expect((await team.put(`/clients/${client.id}`, { address: null })).data.address).toBeNull();
});

test('full_name and is_active sort the list: false before true', async () => {
  const freshTeam = await service.team();
  const a = await freshTeam.create('clients', { name: 'Álvaro' });
  const b = await freshTeam.create('clients', { name: 'bruno' });
  await freshTeam.delete(`/clients/${b.id}`);
  const ids = async (sort: string) =>
    ((await freshTeam.get(`/clients?sort=${sort}`)).body.data as Json[]).map((row) => row.id);
  expect(await ids('full_name')).toEqual([a.id, b.id]);
  expect(await ids('-full_name')).toEqual([b.id, a.id]);
  expect(await ids('is_active')).toEqual([b.id, a.id]);
  expect(await ids('-is_active')).toEqual([a.id, b.id]);
});

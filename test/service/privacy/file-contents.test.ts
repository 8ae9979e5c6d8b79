import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { readLimits } from '#server/features/privacy/files/stored-texts.ts';
import { entriesOf } from '#test/support/exports/zip-entries.ts';
import { docxOf, lockedZip, odtOf, pdfOf, xlsxOf, zipOf } from '#test/support/files/documents.ts';
import { pieces } from '#test/support/files/fixture.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { ownPage } from '#test/support/people.ts';
import { type PrivacyStage, privacyStage, workOnRequests } from '#test/support/privacy.ts';

/* The contents of stored files in requests of persons (docs/adr/0208-contents-of-files.md). */

const service = useService();
const megabyte = 1024 * 1024;

/** Stores a file of the team. @returns its id */
async function store(
  { team, deal }: PrivacyStage,
  name: string,
  content: Buffer | string,
  record: { type: string; id: string } = { type: 'deals', id: String(deal.id) },
): Promise<string> {
  const { database, storage } = service;
  const from = { db: database.team(team.id), storage };
  const file = await storeFile(from, pieces(Buffer.from(content)), {
    ...{ name, purpose: 'upload', record },
  });
  return String(file.id);
}

const inContents = (hits: readonly Json[]) => hits.filter(({ field }) => field === 'contents');

async function search(at: PrivacyStage, id: string, options = {}): Promise<void> {
  const started = await at.owner.post(`/privacy-requests/${id}/search`, {});
  expect(started.status, started.text).toBe(200);
  await workOnRequests(service, at.team, { ledger: at.ledger, ...options });
}

const unreadOf = async (at: PrivacyStage, id: string) =>
  (await at.owner.get(`/privacy-requests/${id}/unread-files`)).body.data as Json[];

test('finds the person in texts, mails, documents and archives, also where markup divides an identifier', async () => {
  const at = await privacyStage(service);
  const { spoken, email, cpf, phone } = at;
  const [, last] = spoken.split('-');
  const filler = 'Ata da reunião.\n'.repeat(20_000);
  const mail = [
    ...['From: Maria <maria@outra.com.br>', 'Subject: =?utf-8?Q?Or=C3=A7amento?='],
    ...['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'],
    ...['Content-Transfer-Encoding: base64', '', Buffer.from(`CPF ${cpf}`).toString('base64'), ''],
  ].join('\r\n');
  const mentions: Readonly<Record<string, Buffer | string>> = {
    'notas.txt': `${filler}Falar com ${email}\n${filler}`,
    'lista.csv': Buffer.from(`Nome;Telefone\nJoão;11 91111-2222\nJoana;${spoken}\n`, 'latin1'),
    'utf16.txt': Buffer.from(`\ufeffCPF ${cpf}`, 'utf16le'),
    'dados.json': JSON.stringify({ cliente: 'Joana Prado', fone: phone }),
    'contato.vcf': `BEGIN:VCARD\r\nVERSION:2.1\r\nTEL;CELL:${phone.slice(0, 8)}\r\n ${phone.slice(8)}\r\nEND:VCARD\r\n`,
    'pagina.html': `<p>Ligue <b>${spoken.slice(0, 9)}</b><i>${spoken.slice(9)}</i> ou ${email.replace('@', '&#64;')}</p>`,
    'nota.rtf': `{\\rtf1\\ansi Joana \\b Prado\\b0 , ${email}\\par}`,
    'mensagem.eml': mail,
    'registro.log': `2026-11-01 login ${email} ok\n`,
    'LEIAME.md': `# Contatos\n\n- ${spoken}\n`,
    'contrato.docx': await docxOf([['Contratante, CPF ', cpf.slice(0, 5), cpf.slice(5)]]),
    'clientes.xlsx': await xlsxOf(['Nome', 'CPF'], [1, 52998224725]),
    'vinculos.docx': await docxOf([['Fale conosco']], {
      'word/_rels/document.xml.rels': `<Relationships><Relationship Target="mailto:${email}"/></Relationships>`,
    }),
    'proposta.odt': await odtOf(['Proposta', `Tel. ${spoken}`]),
    'recibo.pdf': pdfOf(`Recibo de ${email}`),
    'conversa.zip': await zipOf({
      '_chat.txt': `[05/10/2026, 14:33:10] Joana: meu número é ${spoken}`,
      'anexos/contrato.docx': await docxOf([['nada aqui']]),
    }),
  };
  const ids = new Map<string, string>();
  for (const [name, content] of Object.entries(mentions))
    ids.set(await store(at, name, content), name);
  const innocent = {
    'outra.txt': `Pedido 9${phone}9, x${email}, Joana`,
    'divididos.txt': `${'7'.repeat(65_530)}${phone}`,
    'outra.pdf': pdfOf(`x${email}`),
  };
  for (const [name, content] of Object.entries(innocent)) await store(at, name, content);
  // The person's: deleted without a decision.
  await store(at, 'rg.txt', `CPF ${cpf}`, { type: 'contacts', id: String(at.contact.id) });
  const id = await at.create();
  const hits = inContents(await at.hits(id));
  expect(hits.map(({ file_name }) => file_name).toSorted()).toEqual(
    Object.keys(mentions).toSorted(),
  );
  for (const hit of hits) expect(ids.get(String(hit.record_id))).toBe(hit.file_name);
  const of = (name: string) => hits.find(({ file_name }) => file_name === name) ?? {};
  expect(of('lista.csv')).toMatchObject({ place: 'files', matched: ['phone'], decision: null });
  expect(of('pagina.html').matched).toEqual(expect.arrayContaining(['phone', 'email']));
  expect(of('nota.rtf').matched).toEqual(expect.arrayContaining(['name', 'email']));
  expect(of('mensagem.eml').matched).toEqual(['tax_id']);
  expect(of('notas.txt').excerpt).toContain(email);
  expect(String(of('notas.txt').excerpt).length).toBeLessThan(200);
  expect((await at.get(id)).unread_files).toEqual([]);
  expect(last).toHaveLength(4);
});

test('names every file that it could not read, and why', async () => {
  const at = await privacyStage(service);
  const { storage } = service;
  const fixture = (name: string) =>
    readFileSync(new URL(`../../support/files/pdf/${name}`, import.meta.url));
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const docx = await docxOf([[at.email]]);
  const odt = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const limits = { ...readLimits, bytes: 3 * megabyte, entries: 50, mail: megabyte };
  const zeros = Buffer.alloc(4 * megabyte, '0');
  const nested = async (levels: number): Promise<Buffer> =>
    levels === 0 ? Buffer.from(at.email) : zipOf({ 'a.zip': await nested(levels - 1) });
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.txt`, 'x']));
  const headers = 'From: a@b.com.br\nMIME-Version: 1.0\n\n';
  const files: Readonly<Record<string, readonly [content: Buffer | string, reason: string]>> = {
    'foto.png': [picture, 'picture'],
    'audio.ogg': [Buffer.from('OggS\0\0\0'), 'media'],
    'escaneado.pdf': [pdfOf(''), 'no_text'],
    'senha.pdf': [fixture('encrypted.pdf'), 'encrypted'],
    'quebrado.pdf': ['%PDF-1.7\nnada', 'damaged'],
    'cortado.docx': [docx.subarray(0, docx.length - 60), 'damaged'],
    'senha.doc': [
      Buffer.concat([compound, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
    'antigo.doc': [Buffer.concat([compound, Buffer.alloc(600)]), 'format'],
    'senha.odt': [await odtOf([at.email], odt), 'encrypted'],
    'pacote.rar': [Buffer.from('Rar!\x1a\x07\0\0'), 'format'],
    'grande.txt': [Buffer.alloc(3 * megabyte + 1, 'a '), 'too_large'],
    'bomba.zip': [await zipOf({ 'zeros.txt': zeros }), 'too_large'],
    'bomba.docx': [await docxOf([['x']], { 'word/header1.xml': zeros }), 'too_large'],
    'boneca.zip': [await nested(4), 'too_large'],
    'muitos.zip': [await zipOf(many), 'too_large'],
    'correio.eml': [`${headers}${'palavras '.repeat(megabyte / 8)}`, 'too_large'],
    'misto.zip': [await zipOf({ 'foto.png': picture, 'a.txt': at.email }), 'partly'],
    'trancado.zip': [lockedZip(await zipOf({ 'a.txt': at.email })), 'partly'],
    'infectado.txt': [`infectado ${at.email}`, 'infected'],
    'sumiu.txt': [`sumiu ${at.email}`, 'missing'],
  };
  const ids = new Map<string, string>();
  for (const [name, [content]] of Object.entries(files))
    ids.set(name, await store(at, name, content));
  const isFile = `sha256 = (select sha256 from files where id = $1)`;
  await service.sql(`update blobs set scan = 'infected' where ${isFile}`, [
    ids.get('infectado.txt'),
  ]);
  const [lost] = await service.sql(`select place from blobs where ${isFile}`, [
    ids.get('sumiu.txt'),
  ]);
  await storage.blobs.remove(String(lost?.place));
  const id = await at.create();
  await search(at, id, { limits });
  expect(await at.get(id)).toMatchObject({ state: 'searched', reason: null });
  const unread = await unreadOf(at, id);
  expect(Object.fromEntries(unread.map(({ name, reason }) => [name, reason]))).toEqual(
    Object.fromEntries(Object.entries(files).map(([name, [, reason]]) => [name, reason])),
  );
  const counts = (await at.get(id)).unread_files as { reason: string; files: number }[];
  expect(counts.find(({ reason }) => reason === 'encrypted')?.files).toBe(3);
  expect(counts.reduce((total, each) => total + each.files, 0)).toBe(unread.length);
  // Text that was read before the unreadable part counts.
  expect(inContents(await at.hits(id)).map(({ file_name }) => file_name)).toEqual(['misto.zip']);
  const last = String(unread[4]?.id);
  const rest = await at.owner.get(`/privacy-requests/${id}/unread-files?after=${last}`);
  expect((rest.body.data as Json[]).map((each) => each.id)).toEqual(
    unread.slice(5).map((each) => each.id),
  );
});

test('decisions on contents delete the file or keep it, and the proof says so', async () => {
  const at = await privacyStage(service);
  const { storage, database } = service;
  const gone = await store(at, 'apagar.txt', `Fale com ${at.email}`);
  const copy = await store(at, 'outra pessoa.txt', 'Joana Prado');
  const keptFile = await store(at, 'manter.txt', `CPF ${at.cpf}`);
  await store(at, 'audio.ogg', Buffer.from('OggS\0\0\0'));
  const id = await at.create();
  const isOf = (file: string) => (hit: Json) => hit.field === 'contents' && hit.record_id === file;
  const [refusable] = (await at.hits(id)).filter(isOf(gone));
  const refused = await at.owner.put(`/privacy-requests/${id}/hits`, {
    ...{ hit_ids: [refusable?.id], decision: 'replace' },
  });
  expect(refused.status, refused.text).toBe(400);
  await at.decide(id, 'delete', isOf(gone));
  await at.decide(id, 'keep', (hit) => isOf(keptFile)(hit) || isOf(copy)(hit));
  // Searching again keeps the decisions.
  await search(at, id);
  const decisions = inContents(await at.hits(id)).map((hit) => [hit.record_id, hit.decision]);
  expect(Object.fromEntries(decisions)).toEqual({
    [gone]: 'delete',
    [copy]: 'keep',
    [keptFile]: 'keep',
  });
  await at.decide(id, 'keep', (hit) => hit.decision === null && isName(hit));
  await at.decide(id, 'replace', (hit) => hit.decision === null);
  const [blob] = await service.sql(
    'select b.place from files f join blobs b on b.sha256 = f.sha256 and b.team_id = f.team_id where f.id = $1',
    [gone],
  );
  await at.erase(id);
  await sweepFiles(database, storage, { isStopping: () => false, isSteady: async () => true });
  expect(await storage.blobs.size(String(blob?.place))).toBeUndefined();
  const files = await service.sql(
    'select id, deleted_at is null as is_there, name from files where id = any($1)',
    [[gone, keptFile, copy]],
  );
  expect(files).toContainEqual({ id: gone, is_there: false, name: '[removido]' });
  expect(files).toContainEqual({ id: keptFile, is_there: true, name: 'manter.txt' });
  const proof = await at.owner.get(`/privacy-requests/${id}/proof`);
  expect((proof.data.content as Json).scan).toMatchObject({
    files: { read: 2, unread: { media: 1 }, hits: 1, kept: 1 },
  });
  expect(proof.text).not.toContain('manter.txt');
});

const isName = (hit: Json) => (hit.matched as string[]).every((kind) => kind === 'name');

test('a search that is interrupted continues with the file that it was at, and reads none twice', async () => {
  const at = await privacyStage(service);
  for (let i = 0; i < 6; i += 1) await store(at, `${i}.txt`, `${i}: ${at.email}`);
  await store(at, 'audio.ogg', Buffer.from('OggS\0\0\0'));
  const id = await at.create();
  await at.owner.post(`/privacy-requests/${id}/search`, {});
  const reads: string[] = [];
  const { storage } = service;
  const watched = {
    ...storage,
    blobs: {
      ...storage.blobs,
      read: (place: string) => {
        reads.push(place);
        return storage.blobs.read(place);
      },
    },
  };
  // Each content is stored twice: before it is read, and with its outcome. The process ends after each outcome.
  let ended = 0;
  for (let round = 0; round < 20 && (await at.get(id)).state !== 'searched'; round += 1) {
    const before = reads.length;
    const fault = (point: string) => {
      if (point !== 'files' || reads.length === before) return;
      ended += 1;
      throw Object.assign(new Error('stopped'), { code: 'UNAVAILABLE' });
    };
    await workOnRequests(service, at.team, { ledger: at.ledger, fault, storage: watched });
    await service.sql(
      `update privacy_requests set state = 'searching', job = 'search', claim = null, claimed_until = null
        where id = $1 and state = 'failed'`,
      [id],
    );
  }
  expect(await at.get(id)).toMatchObject({ state: 'searched' });
  expect(ended).toBe(6);
  expect(new Set(reads).size).toBe(6);
  expect(reads).toHaveLength(6);
  expect(inContents(await at.hits(id))).toHaveLength(6);
  expect(await unreadOf(at, id)).toMatchObject([{ name: 'audio.ogg', reason: 'media' }]);
});

test('a file that ends the process each time is not read', async () => {
  const at = await privacyStage(service);
  await store(at, 'hostil.txt', `hostil ${at.email}`);
  await store(at, 'calmo.txt', `calmo ${at.email}`);
  const id = await at.create();
  const [blob] = await service.sql(
    `select encode(sha256, 'hex') as sha256 from files where team_id = $1 and name = 'hostil.txt'`,
    [at.team.id],
  );
  await at.owner.post(`/privacy-requests/${id}/search`, {});
  const scan = { after: null, reading: blob?.sha256, tries: 3, read: 0, hits: 0, unread: {} };
  // As three processes left it that were killed while they read it; contents before it were done.
  const before = `(select encode(max(sha256), 'hex') from blobs where team_id = $2 and sha256 < decode($3, 'hex'))`;
  await service.sql(
    `update privacy_requests set file_scan = jsonb_set($4::jsonb, '{after}', coalesce(to_jsonb(${before}), 'null')) where id = $1`,
    [id, at.team.id, blob?.sha256, JSON.stringify(scan)],
  );
  await workOnRequests(service, at.team, { ledger: at.ledger });
  expect(await unreadOf(at, id)).toMatchObject([{ name: 'hostil.txt', reason: 'too_large' }]);
});

test('a package shows the text around a mention in a file of another record, with others masked', async () => {
  const at = await privacyStage(service);
  await store(at, 'lista.csv', `Maria;maria@outra.com.br\nJoana;${at.email}\n`);
  const id = await at.create({ kind: 'access' });
  const started = await at.owner.post(`/privacy-requests/${id}/package`, {});
  expect(started.status, started.text).toBe(200);
  await workOnRequests(service, at.team, at);
  const answer = await service.app.inject({
    url: `/api/panel/teams/${at.team.slug}/privacy-requests/${id}/package.zip`,
    headers: { ...ownPage, cookie: `pauta_session=${at.owner.token}` },
  });
  const entries = await entriesOf(answer.rawPayload);
  const texts = JSON.parse(String(entries.get('json/texts.json'))) as Json[];
  const [inFile] = texts.filter(({ place }) => place === 'files');
  expect(inFile).toMatchObject({ field: 'contents' });
  expect(inFile?.text).toContain(at.email);
  expect(inFile?.text).not.toContain('maria@outra.com.br');
});

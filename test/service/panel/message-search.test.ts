import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { excerptOf } from '#server/features/conversations/excerpt.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Search in the texts of messages: by period from the latest, then all earlier ones; a conversation in its order. */
const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let foreigner: TestPerson;

const weeks = (count: number) => Date.now() - count * 7 * 86_400_000;

/** A message of a contact at a given network time. @returns its id and its conversation */
async function arrives(text: string, at = Date.now(), phone = '5511987650001', to = team) {
  const networkId = `in.${uuidv7()}`;
  await storeIncoming(service.database.team(to.id), to.inbox, 's.msgapp.net', {
    networkId,
    chat: { phone },
    origin: 'contact',
    type: 'text',
    text,
    at: Math.floor(at / 1_000) * 1_000,
  });
  const [row] = await service.sql(
    'select id, conversation_id from messages where team_id = $1 and msgapp_message_id = $2',
    [to.id, networkId],
  );
  return { id: String(row?.id), conversation: String(row?.conversation_id) };
}

/** Hits of a search, page by page. */
async function hitsOf(query: string, person = ana): Promise<Json[]> {
  const hits: Json[] = [];
  let after = '';
  for (let page = 0; page < 30; page++) {
    const answer = await person.get(`/msgapp/message-hits?${query}${after}`);
    expect(answer.status, answer.text).toBe(200);
    hits.push(...(answer.data.hits as Json[]));
    if (answer.data.next === null) return hits;
    after = `&after=${answer.data.next}`;
  }
  throw new Error('the pages do not end');
}
const idsOf = async (query: string, person = ana) =>
  (await hitsOf(query, person)).map(({ id }) => id);

beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  foreigner = await makePerson(service, await service.team('Deles'), 'owner');
});

describe('words', () => {
  let message: { id: string; conversation: string };
  beforeAll(async () => {
    message = await arrives('Olá! A ARTE do cardápio ficou pronta: R$ 1.200,00 — pode aprovar?');
  });

  test.each([
    'arte',
    'ARTE CARDAPIO',
    'cardápio arte',
    'cardap',
    'aprov',
    'pronta 1.200',
    '  pronta   pode ',
  ])('“%s” finds it', async (q) => {
    expect(await idsOf(`q=${encodeURIComponent(q)}`)).toEqual([message.id]);
  });

  test.each(['art', 'arte banner', 'ca', 'card cardápio', 'rte'])(
    '“%s” does not: all words, whole but for the last',
    async (q) => {
      expect(await idsOf(`q=${encodeURIComponent(q)}`)).toEqual(q === 'art' ? [message.id] : []);
    },
  );

  test.each([
    ['O pré-pago venceu', ['pre-pago', 'pré', 'pago', 'pre-pa', 'venceu pre-pago']],
    [
      'veja drive.google.com/pasta/1 e d’água',
      ['drive.google.com/pasta/1', 'drive.goog', 'd’agua'],
    ],
    ["caminho c:\\temp e it's", ['c:\\temp', "it's"]],
  ])('of “%s” are found as they were written', async (content, terms) => {
    const { id } = await arrives(content);
    for (const term of terms)
      expect(await idsOf(`q=${encodeURIComponent(term)}`), term).toEqual([id]);
  });

  test.each(["' | arte", "arte':*", '\\arte', 'arte & !pronta', 'arte <-> x', 'ŉ arte', '(', ''])(
    'operators and quotes are text or refused: “%s”',
    async (q) => {
      const { status, text } = await ana.get(`/msgapp/message-hits?q=${encodeURIComponent(q)}`);
      expect([200, 400], text).toContain(status);
      expect(text).not.toMatch(/syntax|tsquery/);
    },
  );

  test('a term without a word names the parameter', async () => {
    const { status, error } = await ana.get('/msgapp/message-hits?q=!!');
    expect([status, error]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', message: expect.stringContaining('q') },
    ]);
  });
});

describe('many messages', () => {
  const expected = async (term: string) =>
    (
      await service.sql(
        `select id from messages where team_id = $1 and fold(content) like '%' || $2 || '%'
        order by coalesce(sent_at, created_at) desc, created_at desc, id desc`,
        [team.id, term],
      )
    ).map(({ id }) => id);

  beforeAll(async () => {
    for (const [word, ages] of [
      ['quatrocentos', [0, 0, 0.5, 1, 3, 51, 51.9, 52, 52.1, 53, 104, 300]],
      ['antigamente', [60, 61, 70, 200]],
    ] as const)
      for (const [index, age] of ages.entries())
        await arrives(`${word} e mais ${index}`, weeks(age), `551198765010${index % 3}`);
    for (let each = 0; each < 5; each++) await arrives('no mesmo segundo', weeks(2));
  });

  test.each(['quatrocentos', 'antigamente', 'segundo', 'mais'])(
    'with “%s” are found once each, latest first, whatever the page size',
    async (term) => {
      const ids = await expected(term);
      expect(ids.length).toBeGreaterThan(3);
      for (const limit of [1, 2, 5, 100])
        expect(await idsOf(`q=${term}&limit=${limit}`), `${limit}`).toEqual(ids);
    },
  );

  test('of which a word is common now, and also the beginning of others, are found once each, latest first', async () => {
    const { id } = await arrives('frequentemente');
    await service.sql(
      `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
      select team_id, uuid7(), conversation_id, inbox_id, remote_jid, direction,
        case when n % 7 = 0 then 'frequentemente' else 'bem frequente' end, status, now(), date_trunc('second', now() - n * interval '40 seconds')
      from messages, generate_series(1, 2500) n where team_id = $1 and id = $2`,
      [team.id, id],
    );
    await service.sql('analyze messages');
    const ids = await expected('frequente');
    expect(ids).toHaveLength(2_501);
    expect(await idsOf('q=frequente&limit=100')).toEqual(ids);
    expect((await idsOf('q=bem%20frequente&limit=100')).length).toBe(2_500 - 357);
    const { data } = await ana.get('/msgapp/message-hits?q=frequente&limit=3');
    expect((data.hits as Json[]).map((hit) => hit.id)).toEqual(ids.slice(0, 3));
  });

  test('of one conversation are in its order', async () => {
    const [{ conversation_id: id } = {}] = await hitsOf('q=antigamente&limit=1');
    const all = await hitsOf('q=quatrocentos');
    const inIt = all.filter(({ conversation_id }) => conversation_id === id);
    expect(inIt.length).toBeGreaterThan(1);
    expect(await idsOf(`q=quatrocentos&limit=2&conversation_id=${id}`)).toEqual(
      inIt.map((hit) => hit.id),
    );
  });

  test('of an inbox are those of it', async () => {
    expect(await idsOf(`q=mais&inbox_id=${team.inbox}`)).toEqual(await expected('mais'));
    expect(await idsOf(`q=mais&inbox_id=${uuidv7()}`)).toEqual([]);
  });

  test('a cursor of another team, or a changed one, is refused', async () => {
    const { data } = await ana.get('/msgapp/message-hits?q=mais&limit=1');
    for (const [person, cursor] of [
      [foreigner, data.next],
      [ana, `${data.next}x`],
    ] as const) {
      const { status, error } = await person.get(`/msgapp/message-hits?q=mais&after=${cursor}`);
      expect([status, error]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
    }
  });
});

test('another team finds nothing, also not by the id of a conversation', async () => {
  const { conversation } = await arrives('Segredo desta equipe');
  expect(await idsOf('q=segredo')).toHaveLength(1);
  expect(await idsOf('q=segredo', foreigner)).toEqual([]);
  expect(await idsOf(`q=segredo&conversation_id=${conversation}`, foreigner)).toEqual([]);
});

test('the text of now is searched: an edited one by its new words, a revoked one by none', async () => {
  const { id } = await arrives('versão azulejada');
  await service.sql('update messages set content = $3 where team_id = $1 and id = $2', [
    team.id,
    id,
    'versão esverdeada',
  ]);
  expect([await idsOf('q=azulejada'), await idsOf('q=esverdeada')]).toEqual([[], [id]]);
  await service.sql(`update messages set content = '' where team_id = $1 and id = $2`, [
    team.id,
    id,
  ]);
  expect(await idsOf('q=esverdeada')).toEqual([]);
});

describe('an excerpt', () => {
  const long = `${'palavra '.repeat(40)}a única Agulha ${'fim '.repeat(60)}`;
  test('is the whole short text, in one line', () => {
    expect(excerptOf('Oi,\n\ntudo  bem?', ['bem'])).toBe('Oi, tudo bem?');
  });
  test.each([[['agulha']], [['AGULHA', 'zebra']], [['unica']]])(
    'of a long text contains the first word found: %s',
    (words) => {
      const excerpt = excerptOf(long, words);
      expect(excerpt).toContain('única');
      expect(excerpt.startsWith('…') && excerpt.endsWith('…')).toBe(true);
      expect([...excerpt].length).toBeLessThanOrEqual(160);
    },
  );
  test('without a match is the beginning', () => {
    expect(excerptOf(long, ['nada'])).toMatch(/^palavra .*…$/);
  });
  test('does not split an emoji', () => {
    expect(excerptOf('😀'.repeat(300), ['x'])).toBe(`${'😀'.repeat(158)}…`);
  });
});

import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import type { Cloud } from '#test/gateways/cloud.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { call } from '#test/support/harness.ts';
import { type Fixture, newPhone, useMessaging } from '#test/support/messaging/fixture.ts';

/* Templates of an official number and of the sandbox, through the API. */

const messaging = useMessaging();
const api = (method: 'GET' | 'POST', path: string, body?: object, headers = {}) =>
  call(messaging.app, messaging.team.key, method, path, body, headers);

async function official(): Promise<Fixture<Cloud>> {
  const fixture = await messaging.cloud({ config: { business_account_id: '102290129340398' } });
  expect(fixture.fake.businessAccountId).toBe('102290129340398');
  return fixture;
}

const templateTo = (inbox: string, more: object = {}, headers: Record<string, string> = {}) =>
  api(
    'POST',
    '/msgapp/messages/template',
    { inbox_id: inbox, phone: newPhone(), template: 'retomar', language: 'pt_BR', ...more },
    headers,
  );
const ana = { variables: ['Ana', '42'] };

describe('the list of templates', () => {
  test('is the network’s current one', async () => {
    const { fake, inbox } = await official();
    const list = () => api('GET', `/inboxes/${inbox}/templates`);
    const { status, data } = await list();
    expect(status).toBe(200);
    expect(data.templates).toMatchObject([
      { name: 'retomar', language: 'pt_BR', status: 'APPROVED', category: 'UTILITY' },
      { name: 'retomar', language: 'en_US', status: 'APPROVED' },
      { name: 'promo', status: 'REJECTED' },
      { name: 'aviso', status: 'PENDING' },
    ]);
    fake.account.templates.splice(1);
    expect((await list()).data.templates).toHaveLength(1);
    fake.accessToken = 'another';
    const failed = await list();
    expect([failed.status, failed.error.message]).toEqual([
      502,
      expect.stringMatching(/^credentials: /),
    ]);
  });

  test('exists for official numbers and the sandbox only', async () => {
    const session = await messaging.evolution();
    expect(await api('GET', `/inboxes/${session.inbox}/templates`)).toMatchObject({ status: 400 });
    expect(await api('GET', `/inboxes/${uuidv7()}/templates`)).toMatchObject({ status: 404 });
    const otherTeam = await messaging.service.team();
    expect(await api('GET', `/inboxes/${otherTeam.inbox}/templates`)).toMatchObject({
      status: 404,
    });
    const sandbox = await api('GET', `/inboxes/${messaging.team.inbox}/templates`);
    expect(sandbox.data.templates).toEqual(
      expect.arrayContaining([expect.objectContaining({ status: 'APPROVED' })]),
    );
  });
});

describe('a template', () => {
  test('is sent, and stored as its final text', async () => {
    const fixture = await official();
    const { status, data } = await templateTo(fixture.inbox, ana);
    expect(status).toBe(201);
    const text = 'Agência\nOlá Ana, seu pedido 42 está pronto.\nAté logo';
    expect(data).toMatchObject({
      message_type: 'template',
      content: text,
      status: 'sent',
      direction: 'outgoing',
      details: { name: 'retomar', language: 'pt_BR', components: [{ type: 'body' }] },
    });
    expect(fixture.fake.sends).toMatchObject([
      { text: 'Olá Ana, seu pedido 42 está pronto.', reference: data.id },
    ]);
    // By conversation, in which the contact has not written yet.
    const again = await api('POST', '/msgapp/messages/template', {
      conversation_id: data.conversation_id,
      template: 'retomar',
      language: 'en_US',
      components: [
        { type: 'body', parameters: ['Ana', '7'].map((text) => ({ type: 'text', text })) },
      ],
    });
    expect(again).toMatchObject({
      status: 201,
      data: { content: expect.stringContaining('Hi Ana') },
    });
  });

  test('is sent once for its Idempotency-Key', async () => {
    const { fake, inbox } = await official();
    const headers = { 'idempotency-key': uuidv7() };
    const body = { ...ana, phone: newPhone() };
    const answers = [
      await templateTo(inbox, body, headers),
      await templateTo(inbox, body, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(fake.sends).toHaveLength(1);
  });

  test.each<[string, object, RegExp]>([
    ['another number of variables', { variables: ['Ana'] }, /^variables must be a list of 2/],
    ['no variables', {}, /^variables must be a list of 2/],
    [
      'an unknown name',
      { ...ana, template: 'nada' },
      /^template must be one .* such as retomar\.$/,
    ],
    ['an unknown language', { ...ana, language: 'es' }, /^language must be one .* pt_BR, en_US\.$/],
    ['an unapproved template', { template: 'promo' }, /^template promo \(pt_BR\) is REJECTED/],
    ['no template', { template: undefined }, /^template is required/],
    ['no language', { language: 'Português' }, /^language must be a language such as pt_BR/],
    ['both', { ...ana, components: [{}] }, /components must not be given together with variables/],
    ['no address', { phone: undefined }, /phone is required together with inbox_id/],
    ['a type', { ...ana, message: 'x' }, /"message" is not a field/],
  ])('with %s is refused, and nothing is stored', async (_, more, says) => {
    const { inbox, fake, messages } = await official();
    const { status, error } = await templateTo(inbox, more);
    expect([status, error.code, error.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      expect.stringMatching(says),
    ]);
    expect(await messages()).toEqual([]);
    expect(fake.sends).toEqual([]);
  });

  describe('with a file in its header', () => {
    const proposal = {
      name: 'proposta',
      language: 'pt_BR',
      status: 'APPROVED',
      components: [
        { type: 'HEADER', format: 'DOCUMENT' },
        { type: 'BODY', text: 'Oi, {{1}}!' },
        {
          type: 'BUTTONS',
          buttons: [{ type: 'URL', text: 'Ver', url: 'https://example.com/p/{{1}}' }],
        },
      ],
    };
    const body = { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] };
    const button = {
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text: '42' }],
    };
    const filled = { template: 'proposta', components: [body, button] };

    async function prepared() {
      const fixture = await official();
      fixture.fake.account.templates.push(proposal);
      const { service, team } = messaging;
      const of = { db: service.database.team(team.id), storage: service.storage };
      const about = { name: 'proposta.pdf', purpose: 'message' };
      const pdf = somePdf();
      const { id } = await storeFile(of, pieces(pdf), about);
      const send = (more: object, headers = {}) =>
        team.post(
          '/msgapp/messages/template',
          { inbox_id: fixture.inbox, phone: newPhone(), language: 'pt_BR', ...filled, ...more },
          headers,
        );
      return { ...fixture, file: id, pdf, send };
    }

    test('is uploaded, sent once, and stored with the message', async () => {
      const { fake, file, pdf, send } = await prepared();
      const more = { file_id: file, phone: newPhone() };
      const headers = { 'idempotency-key': uuidv7() };
      const answer = await send(more, headers);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.data).toMatchObject({
        message_type: 'template',
        content: 'Oi, Ana!',
        media: { status: 'stored', file_id: file, name: 'proposta.pdf' },
        details: { components: [body, button] },
      });
      expect((await send(more, headers)).text).toBe(answer.text);
      expect(fake.sends).toHaveLength(1);
      const [upload] = fake.account.media;
      expect(upload?.[1].bytes).toEqual(pdf);
      expect(fake.log.at(-1)?.body).toMatchObject({
        template: {
          components: [
            {
              type: 'header',
              parameters: [
                { type: 'document', document: { id: upload?.[0], filename: 'proposta.pdf' } },
              ],
            },
            body,
            button,
          ],
        },
      });
    });

    test.each<[string, object, number, RegExp]>([
      ['no file', {}, 400, /^components must have 1 parameters of type header \(document\)/],
      [
        'a header, too',
        { components: [{ type: 'header', parameters: [{ type: 'document' }] }, body, button] },
        400,
        /^components must have 0 parameters of type header \(file_id fills it in\)/,
      ],
      ['no button', { components: [body] }, 400, /^components must fill in the buttons/],
      ['an unknown file', { file_id: uuidv7() }, 404, /^No file has this id/],
      [
        'a template without such a header',
        { template: 'retomar', components: undefined, ...ana },
        400,
        /^file_id must be left out/,
      ],
    ])('is refused with %s, and nothing is sent', async (what, more, status, says) => {
      const { fake, file, messages, send } = await prepared();
      const answer = await send(what === 'no file' ? more : { file_id: file, ...more });
      expect([answer.status, answer.error.message]).toEqual([status, expect.stringMatching(says)]);
      expect(await messages()).toEqual([]);
      expect(fake.account.media.size).toBe(0);
    });

    test('of another team is unknown; one that the network takes as no picture is refused', async () => {
      const { fake, file, send } = await prepared();
      const foreign = await messaging.service.team();
      const theirs = await storeFile(
        { db: messaging.service.database.team(foreign.id), storage: messaging.service.storage },
        pieces(somePdf()),
        { name: 'proposta.pdf', purpose: 'message' },
      );
      expect(await send({ file_id: theirs.id })).toMatchObject({ status: 404 });
      fake.account.templates.push({
        ...proposal,
        name: 'foto',
        components: [
          { type: 'HEADER', format: 'IMAGE' },
          { type: 'BODY', text: 'Oi!' },
        ],
      });
      const answer = await send({ template: 'foto', components: undefined, file_id: file });
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.error.message).toMatch(/^file_id: images must be JPEG or PNG/);
    });
  });

  test('is looked up again if it did not exist a moment ago', async () => {
    const { fake, inbox } = await official();
    expect(await templateTo(inbox, { template: 'novo' })).toMatchObject({ status: 400 });
    const components = [{ type: 'BODY', text: 'Novo!' }];
    fake.account.templates.push({
      name: 'novo',
      language: 'pt_BR',
      status: 'APPROVED',
      components,
    });
    const lookups = () => fake.log.filter(({ path }) => path.endsWith('message_templates')).length;
    expect(await templateTo(inbox, { template: 'novo' })).toMatchObject({ status: 201 });
    const before = lookups();
    expect(await templateTo(inbox, { template: 'novo' })).toMatchObject({ status: 201 });
    expect(lookups()).toBe(before);
  });

  test('cannot go through an inbox that is missing, inactive or without templates', async () => {
    const { inbox } = await official();
    expect(await templateTo(uuidv7(), ana)).toMatchObject({ status: 404 });
    const foreign = await messaging.service.team();
    expect(await templateTo(foreign.inbox, ana)).toMatchObject({ status: 404 });
    await messaging.service.sql('update inboxes set is_active = false where id = $1', [inbox]);
    expect(await templateTo(inbox, ana)).toMatchObject({ status: 400 });
    const session = await messaging.waha();
    const refused = await templateTo(session.inbox, ana);
    expect([refused.status, refused.error.message]).toEqual([
      400,
      expect.stringContaining('no templates'),
    ]);
  });

  test('is not sent if the network does not answer', async () => {
    const { fake, inbox, messages } = await official();
    fake.accessToken = 'another';
    expect(await templateTo(inbox, ana)).toMatchObject({ status: 502 });
    expect(await messages()).toEqual([]);
  });

  test('of the sandbox can be tried out', async () => {
    const more = { template: 'lembrete', variables: ['Ana', 'às 10h'] };
    const { status, data } = await templateTo(messaging.team.inbox, more);
    expect([status, data.content]).toEqual([
      201,
      'Lembrete\nOi, Ana! Sua reunião é às 10h.\nResponda SAIR para não receber mais',
    ]);
  });
});

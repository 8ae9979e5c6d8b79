import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '#server/cli/command.ts';
import { checkOptions } from '#server/cli/operation-command.ts';
import { create as createSquad } from '#server/features/accounts/squads/operations.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { sandboxCallback } from '#server/features/gateways/sandbox/index.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { receive } from '#server/features/receiving/callbacks.ts';
import { readables, resources } from '#server/features/registry.ts';
import { deliveries } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import { matchesCondition } from '#server/features/workflows/conditions.ts';
import { readDefinition } from '#server/features/workflows/definition.ts';
import {
  hasTooManyMarks,
  withoutFurtherMarks,
  withoutMarks,
} from '#server/platform/combining-marks.ts';
import type { Field } from '#server/records/fields.ts';
import { slugOf } from '#server/records/slugs.ts';
import { inputsOf, type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { goodValues } from '#test/support/samples.ts';
import { minimal } from '#test/support/team.ts';
import { anyCharacter } from '#test/support/values.ts';

/*
 * Processing text takes time proportional to its length: at most 30 combining marks in a row are accepted, and longer rows that are already
 * stored do no harm.
 */

const service = useService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

/** A letter with the given number of marks, each pair of which has to be sorted. */
const marked = (marks: number) =>
  `e${'\u0301\u0323'.repeat(marks / 2)}${marks % 2 ? '\u0301' : ''}`;
const rule = 'must not contain more than 30 combining marks in a row';

describe('marks', () => {
  test('are counted per row, in every Unicode plane', () => {
    for (const mark of ['\u0301', '\u0323', '\u0e31', '\u{1d165}', '\ufe0f', '\u{e0100}']) {
      expect(hasTooManyMarks(`a${mark.repeat(30)}`), mark).toBe(false);
      expect(hasTooManyMarks(`a${mark.repeat(30)}b${mark.repeat(30)}`), mark).toBe(false);
      expect(hasTooManyMarks(`a${mark.repeat(31)}b`), mark).toBe(true);
      expect(hasTooManyMarks(`😀${mark.repeat(31)}`), mark).toBe(true);
      expect(withoutFurtherMarks(`a${mark.repeat(99)}b${mark.repeat(5)}`)).toBe(
        `a${mark.repeat(30)}b${mark.repeat(5)}`,
      );
    }
    expect(hasTooManyMarks('e\u0301'.repeat(25_000))).toBe(false);
    expect(hasTooManyMarks('é'.repeat(50_000))).toBe(false);
  });

  test('are found as a regular expression finds them', () => {
    const piece = fc.constantFrom('a', ' ', 'é', '😀', '\u0301', '\u{1d165}', '\u0301'.repeat(15));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(hasTooManyMarks(text)).toBe(/\p{M}{31}/u.test(text));
        expect(withoutFurtherMarks(text)).toBe(text.replace(/(\p{M}{30})\p{M}+/gu, '$1'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('are stripped, also a million of them, and nothing else is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        for (const form of ['NFD', 'NFKD'] as const)
          expect(withoutMarks(text, form)).toBe(text.normalize(form).replace(/\p{M}/gu, ''));
      }),
      { numRuns: 2_000 },
    );
    // Quadratic work would take minutes and the test would time out.
    const text = marked(1_000_000);
    expect(slugOf(text, 'x')).toBe('e');
    expect(
      matchesCondition({ field: 'title', op: 'contains', value: 'E' }, { title: `x ${text}` }),
    ).toBe(true);
  });
});

/** Values that place a text everywhere in a field that accepts free text; none for other fields. */
function texts(name: string, field: Field, text: string): unknown[] {
  const schema = field.schema as Json;
  if (field.target || schema.format !== undefined || schema.enum !== undefined) return [];
  if (schema.type === 'string') return [text];
  if (schema.type === 'array') return [[text], ['a', text]];
  if (schema.type !== 'object') return [];
  if (field.check({ any: 1 }))
    return [{ a: text }, { [text]: 1 }, { a: [1, { b: text }] }, { a: { [text]: null } }];
  return Object.keys(goodValues(name, field)[0] as Json).map((key) => ({ [key]: text }));
}

describe.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
  'texts of $name',
  ({ name, resource }) => {
    const { fields, path } = resource;
    const { create, update } = inputsOf(resource);

    test('accept up to 30 marks in a row, in every place', async () => {
      const least = await minimal(team, name);
      const record = await team.create(name);
      let places = 0;
      for (const [field, declared] of Object.entries(fields)) {
        const few = texts(field, declared, marked(30));
        for (const [i, value] of texts(field, declared, marked(31)).entries()) {
          // If a pattern or a list of texts decides, no mark is allowed at all.
          const says = declared.check(few[i]) ? `${field} ${rule}.` : `${field} must `;
          const bodies = [
            create.accepts.includes(field) && (await team.post(path, { ...least, [field]: value })),
            update.accepts.includes(field) &&
              (await team.put(`${path}/${record.id}`, { [field]: value })),
          ];
          for (const answer of bodies) {
            if (!answer) continue;
            places += 1;
            expect([answer.status, answer.error.code], field).toEqual([400, 'VALIDATION_ERROR']);
            expect(answer.error.message).toContain(says);
          }
          if (!update.accepts.includes(field) || !declared.check(few[i])) continue;
          const taken = await team.put(`${path}/${record.id}`, { [field]: few[i] });
          // Some fields are not for this record, whatever their value.
          if (taken.status === 200) expect(taken.data[field]).toEqual(few[i]);
          else expect(taken.error.message).not.toContain(rule);
        }
      }
      expect(places).toBeGreaterThan(1);
    });
  },
);

test('a message accepts up to 30 marks in a row', async () => {
  const to = { inbox_id: team.inbox, phone: '5511977776666' };
  const refused = await team.post('/msgapp/messages', { ...to, content: `Olá ${marked(31)}` });
  expect([refused.status, refused.error.message]).toEqual([400, `content ${rule}.`]);
  const sent = await team.post('/msgapp/messages', { ...to, content: marked(30) });
  expect([sent.status, sent.data.content]).toEqual([201, marked(30)]);
});

test('no query accepts more', async () => {
  const lists = [
    ...[...resources, ...readables].map(
      ({ table: resource }) => [resource, resource.path] as const,
    ),
    ...[messages, deliveries, receptions].map(
      (list) => [list, list.path.replace(':id', team.inbox)] as const,
    ),
  ];
  let places = 0;
  for (const [{ filters, search }, path] of lists) {
    const open = Object.entries(filters).filter(([, { field }]) =>
      field.check(field.clean ? field.clean(marked(30)) : marked(30)),
    );
    for (const name of [...open.map(([filter]) => filter), ...(search ? ['search'] : [])]) {
      const query = new URLSearchParams({ [name]: marked(31) });
      const answer = await team.get(`${path}?${query}`);
      expect([answer.status, answer.error.message], path).toEqual([400, `${name} ${rule}.`]);
      const few = await team.get(`${path}?${new URLSearchParams({ [name]: marked(30) })}`);
      expect([200, 404], few.text).toContain(few.status);
      places += 1;
    }
  }
  expect(places).toBeGreaterThan(8);
});

describe('incoming text', () => {
  test('a hook refuses a value with more, and keeps the payload with 30', async () => {
    const endpoint = await team.create('webhooks', {
      name: 'Gancho',
      target_pipeline_id: team.pipeline.id,
      field_mapping: { title: 'lead', description: '{{a}}{{b}}', project_id: 'project' },
    });
    const { id: project } = await team.create('projects');
    const tell = async (payload: Json) =>
      service.app.inject({
        method: 'POST',
        url: `/api/hooks/${team.slug}/${endpoint.slug}`,
        headers: {
          authorization: `Bearer ${endpoint.secret_token}`,
          'content-type': 'application/json',
        },
        payload: { project, ...payload },
      });
    for (const [payload, field] of [
      [{ lead: marked(31) }, 'title'],
      [{ lead: 'x', a: marked(20), b: '\u0301'.repeat(11) }, 'description'],
    ] as const) {
      const answer = await tell(payload);
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, `${field} ${rule}.`]);
    }
    const { body } = await team.get(`/webhooks/${endpoint.id}/receptions?sort=-created_at`);
    const payloads = (body.data as Json[]).map(({ payload }) => String(payload));
    expect(payloads).toHaveLength(2);
    expect(payloads.filter(hasTooManyMarks)).toEqual([]);
    expect(payloads.join()).toContain(marked(30));
    expect((await tell({ lead: marked(30) })).statusCode).toBe(202);
    // An unmapped value does no harm.
    expect((await tell({ lead: 'x', other: marked(40) })).statusCode).toBe(202);
  });

  test('of a message to us loses its excess marks, and the rest is kept', async () => {
    const connection = sandboxConnection(service.secrets, team.id, team.inbox);
    const message = { id: 'marks', from: '5511955554444', name: `Zé ${marked(200)}!` };
    const callback = sandboxCallback(connection, {
      messages: [{ ...message, text: `oi ${marked(60_000)} tchau` }],
    });
    const db = service.database.team(team.id);
    expect((await receive(service.messaging, db, team.inbox, callback)).kind).toBe('taken');
    const [row] = await service.sql(
      `select m.content, k.push_name from messages m join conversations c on c.id = m.conversation_id
        join contacts k on k.id = c.contact_id where m.team_id = $1 and m.msgapp_message_id = 'marks'`,
      [team.id],
    );
    expect(row).toEqual({ content: `oi ${marked(30)} tchau`, push_name: `Zé ${marked(30)}!` });
  });

  test('the command line and workflow files refuse it', async () => {
    const { fields } = createSquad.input;
    await expect(checkOptions(fields, { name: marked(31) })).rejects.toThrow(
      new UsageError(`--name ${rule}.`),
    );
    expect(await checkOptions(fields, { name: marked(30) })).toEqual({ name: marked(30) });
    const file = (text: string) => ({
      name: 'x',
      trigger: { type: 'deal_created' },
      steps: [{ type: 'create_activity', with: { title: 'x', description: text } }],
    });
    expect(() => readDefinition(file(marked(31)))).toThrow(`steps[0].with.description ${rule}`);
    expect(() => readDefinition({ ...file('x'), [marked(31)]: 1 })).toThrow(rule);
    expect(readDefinition(file(marked(30))).steps).toHaveLength(1);
  });
});

describe('folded text', () => {
  /** All characters that the database can store. */
  const characters = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
  const lines: string[] = [];
  for (let i = 0; i < characters.length; i += 300)
    lines.push(characters.slice(i, i + 300).join(' '));
  const before = `pg_temp.folded_before`;
  beforeAll(async () => {
    await service.sql(`create function ${before}(value text) returns text language plpgsql as $$
      begin return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, nfc))); end $$`);
  });
  const differing = async (values: readonly string[]) =>
    (
      await service.sql(
        `select v from unnest($1::text[]) v where fold(v) is distinct from ${before}(v)`,
        [values],
      )
    ).map(({ v }) => v);

  test('is unchanged for texts of every kind', async () => {
    const words = fc.sample(fc.string({ unit: 'grapheme', maxLength: 3_000 }), 300);
    const noise = fc.sample(fc.string({ unit: anyCharacter, maxLength: 3_000 }), 300);
    const portuguese = 'A campanha não começou às três: só às cinco, com a Agência Ímpar.';
    const long = portuguese.repeat(400);
    const values = [
      ...[...words, ...noise].map((text) => text.replaceAll('\0', '')),
      ...[
        portuguese,
        long,
        long.normalize('NFD'),
        'Æß ﬁ ½ №',
        '会議の議事録',
        'การประชุม'.repeat(500),
      ],
      ...[marked(30), marked(30).repeat(1_000), marked(254), marked(1_000)],
      Array.from({ length: 127 }, (_, i) => String.fromCharCode(i + 1)).join(''),
    ];
    expect(await differing(values)).toEqual([]);
    // Separated by spaces, no character changes with its neighbours. Few long texts are folded faster than many short ones.
    expect(await differing(lines)).toEqual([]);
  });

  test('has the same marks as the service', async () => {
    const [row] = await service.sql(
      `select substring(prosrc from $1) as definition from pg_proc where proname = 'fold'`,
      [`constant text :=\\s*('[^;]*);`],
    );
    const rest = await service.sql(
      `select regexp_replace(line, (${row?.definition}), '', 'g') as characters
      from unnest($1::text[]) with ordinality l (line, n) order by n`,
      [lines],
    );
    expect(rest.map(({ characters }) => characters)).toEqual(
      lines.map((line) => line.replace(/\p{M}/gu, '')),
    );
  });

  test('of a record stored with a long row of marks can be changed and found', async () => {
    const deal = await team.create('deals', { title: 'Antigo' });
    const hostile = marked(500_000);
    // Quadratic work would take minutes and the test would time out.
    await service.sql('update deals set description = $1 where id = $2', [
      `x ${hostile} y`,
      deal.id,
    ]);
    const answer = await team.put(`/deals/${deal.id}`, { title: 'Renovado' });
    expect([answer.status, answer.data.description]).toEqual([200, `x ${hostile} y`]);
    const hits = await team.get(`/deals?search=${encodeURIComponent(' y')}`);
    expect((hits.body.data as Json[]).map(({ id }) => id)).toContain(deal.id);
  });
});

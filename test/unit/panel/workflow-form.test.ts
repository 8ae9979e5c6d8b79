import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkflowRun } from '#panel/api/types.ts';
import {
  fieldsOf,
  newTrigger,
  pathOf,
  stepKinds,
  triggerFieldsFor,
  triggers,
} from '#panel/screens/settings/workflows/model/catalogue.ts';
import { differences } from '#panel/screens/settings/workflows/model/diff.ts';
import {
  type Draft,
  draftOf,
  withChange,
  withDuplicateStep,
  withMovedStep,
  withoutInvalidText,
  withoutStep,
  withStep,
  withTypedJson,
} from '#panel/screens/settings/workflows/model/draft.ts';
import { examplesIn } from '#panel/screens/settings/workflows/model/examples.ts';
import {
  conditionIn,
  conditionOf,
  operatorsOf,
  stepIn,
  triggerIn,
} from '#panel/screens/settings/workflows/model/form-view.ts';
import { idsIn } from '#panel/screens/settings/workflows/model/ids.ts';
import {
  formatPath,
  isSame,
  type Json,
  type JsonObject,
  print,
  readJson,
  valueAt,
  withValue,
} from '#panel/screens/settings/workflows/model/json.ts';
import { labelsIn } from '#panel/screens/settings/workflows/model/labels.ts';
import {
  pathIn,
  problemsAt,
  problemsIn,
  problemsWithoutControl,
} from '#panel/screens/settings/workflows/model/problems.ts';
import { stepsOfRun, stuckAt } from '#panel/screens/settings/workflows/model/run.ts';
import {
  firstDays,
  monthDaysIn,
  repeats,
  scheduleIn,
  withDays,
} from '#panel/screens/settings/workflows/model/schedule.ts';
import {
  filled,
  hasTemplate,
  wholePath,
} from '#panel/screens/settings/workflows/model/template.ts';
import { words as fieldsEn } from '#panel/words/fields/en.ts';
import { words as fieldsPt } from '#panel/words/fields/pt-BR.ts';
import { words as en } from '#panel/words/workflows/en.ts';
import { words as pt } from '#panel/words/workflows/pt-BR.ts';
import { readDefinition } from '#server/features/workflows/definition.ts';
import { stepInputs } from '#server/features/workflows/step-input.ts';

/* Workflows as a form and as JSON: two views of one value, and neither loses what only the other shows. */

/** After serialization, minus zero is zero. */
const anyJson = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);
const type = fc.constantFrom(...Object.keys(stepKinds), 'unheard_of');
const anyStep: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type,
      with: fc.dictionary(fc.constantFrom('title', 'for', 'value', 'x', '__proto__'), anyJson),
    }) as fc.Arbitrary<Json>,
  },
  anyJson,
);
/** Possible JSON: mostly a workflow, with parts that no form supports. */
const anyWorkflow: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        name: fc.oneof(fc.string(), anyJson),
        trigger: fc.oneof(
          fc.record({ type: fc.constantFrom(...Object.keys(triggers), 'x'), to: anyJson }),
          anyJson,
        ),
        conditions: fc.array(
          fc.record({
            field: fc.constantFrom('title', 'value', 'tags', 'nothing'),
            op: fc.constantFrom('eq', 'in', 'exists', 'gte', 'contains', 'x'),
            value: anyJson,
          }),
          { maxLength: 3 },
        ),
        steps: fc.array(anyStep, { maxLength: 5 }),
        note: anyJson,
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Json>,
  },
  anyJson,
);
const parsed = (text: string): Json | undefined => {
  const read = readJson(text);
  return 'value' in read ? read.value : undefined;
};

describe('JSON', () => {
  test('is parsed as by the browser, or is a mistake for both', () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.nat(),
        fc.constantFrom('', '{', '}', '"', ',', ':', '0', 'e', '\\', ' '),
        (value, where, put) => {
          const text = print(value);
          const at = where % (text.length + 1);
          const broken = text.slice(0, at) + put + text.slice(at + put.length);
          let expected: unknown;
          let isJson = true;
          try {
            expected = JSON.parse(broken);
          } catch {
            isJson = false;
          }
          const read = readJson(broken);
          if ('value' in read) expect([isJson, read.value]).toEqual([true, expected]);
          // A repeated name is valid JSON for browsers.
          else expect(isJson && read.mistake.kind !== 'twice').toBe(false);
        },
      ),
    );
  });

  test.each([
    ['', 'nothing', 1, 1],
    ['{\n  "name": "a"\n  "steps": []\n}', 'comma', 3, 3],
    ['{\n  "name": "a",\n}', 'extraComma', 2, 14],
    ['{ "name": }', 'value', 1, 11],
    ['{ name: 1 }', 'name', 1, 3],
    ['{ "name" 1 }', 'colon', 1, 10],
    ['{ "a": 1, "a": 2 }', 'twice', 1, 11],
    ['{ "a": "x }', 'text', 1, 8],
    ['{ "a": 01 }', 'number', 1, 8],
    ['{} {}', 'rest', 1, 4],
    ['[1, 2', 'comma', 1, 6],
  ])('%j: %s', (text, kind, line, column) => {
    expect(readJson(text)).toMatchObject({ mistake: { kind, line, column } });
  });

  test('locates each part under the service’s name for it', () => {
    const text = print({ steps: [{ with: { 'e.mail': 1, for: '2h' } }] });
    const read = readJson(text);
    const places = 'places' in read ? read.places : new Map<string, number>();
    const at = (place: string) => text.slice(places.get(place));
    expect(at('steps[0].with.for')).toMatch(/^"2h"/);
    expect(at('steps[0].with["e.mail"]')).toMatch(/^1/);
    for (const place of places.keys()) expect(formatPath(pathIn(place))).toBe(place);
  });

  test('too deep is a mistake, and not a crash', () => {
    expect(readJson('['.repeat(100_000))).toMatchObject({ mistake: { kind: 'deep' } });
  });
});

describe('form and JSON', () => {
  test('form → JSON → form is the identity for every value', () => {
    fc.assert(
      fc.property(anyWorkflow, (value) => {
        const draft = draftOf(value);
        const again = withTypedJson(draft, draft.text);
        expect(isSame(again.value, value)).toBe(true);
        expect([again.text, again.keys]).toEqual([draft.text, draft.keys]);
        expect(triggerIn(again.value)).toEqual(triggerIn(value));
      }),
    );
  });

  test('a change in the form changes nothing else', () => {
    const path = fc.oneof(
      fc.constantFrom(['name'], ['trigger', 'to'], ['conditions'], ['note']),
      fc.tuple(fc.constant('steps'), fc.nat(4), fc.constant('with'), fc.constantFrom('title', 'x')),
      fc.tuple(fc.constant('conditions'), fc.nat(2), fc.constantFrom('value', 'field')),
    ) as fc.Arbitrary<(string | number)[]>;
    fc.assert(
      fc.property(anyWorkflow, path, anyJson, (value, where, to) => {
        const before = draftOf(value);
        const after = withChange(before, where, to);
        expect(parsed(after.text)).toEqual(after.value);
        const landed = isSame(valueAt(after.value, where), to);
        // A value of another type in the path stays.
        if (!landed) expect(after.value).toEqual(value);
        // Changed back, it is the original: nothing else was lost.
        const was = valueAt(value, where);
        if (landed && was !== undefined) expect(withValue(after.value, where, was)).toEqual(value);
        if (
          landed &&
          was === undefined &&
          where[0] === 'steps' &&
          valueAt(value, where.slice(0, -1)) !== undefined
        )
          expect(withValue(after.value, where, undefined)).toEqual(value);
      }),
    );
  });

  test('steps keep their keys through moves, copies, removals and typing', () => {
    type Act = (draft: Draft) => Draft;
    const act: fc.Arbitrary<Act> = fc.oneof(
      anyStep.map(
        (step): Act =>
          (draft) =>
            withStep(draft, step),
      ),
      fc.tuple(fc.nat(5), fc.nat(5)).map(
        ([from, to]): Act =>
          (draft) => {
            const last = draft.keys.length - 1;
            return last < 0
              ? draft
              : withMovedStep(draft, Math.min(from, last), Math.min(to, last));
          },
      ),
      fc.nat(5).map(
        (place): Act =>
          (draft) =>
            withDuplicateStep(draft, place),
      ),
      fc.nat(5).map(
        (place): Act =>
          (draft) =>
            withoutStep(draft, place),
      ),
      fc.constant<Act>((draft) => withTypedJson(draft, `${draft.text} `)),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 4 }), fc.array(act), (steps, acts) => {
        let draft = draftOf({ name: 'a', steps });
        const seen = new Map(
          draft.keys.map((key, place) => [key, valueAt(draft.value, ['steps', place])]),
        );
        for (const each of acts) {
          draft = each(draft);
          expect(draft.keys).toHaveLength((valueAt(draft.value, ['steps']) as Json[]).length);
          expect(new Set(draft.keys).size).toBe(draft.keys.length);
          draft.keys.forEach((key, place) => {
            const step = valueAt(draft.value, ['steps', place]);
            if (seen.has(key)) expect(seen.get(key)).toEqual(step);
            seen.set(key, step);
          });
        }
        expect(parsed(draft.text)).toEqual(draft.value);
      }),
    );
  });

  test('a mistake keeps the last valid value until it is fixed', () => {
    const draft = draftOf({ name: 'Um', steps: [] });
    const broken = withTypedJson(draft, '{ "name": "Dois", ');
    expect(broken).toMatchObject({ value: { name: 'Um' }, mistake: { kind: 'name' } });
    expect(withoutInvalidText(broken)).toEqual(draft);
    expect(withTypedJson(broken, '{ "name": "Dois" }')).toMatchObject({
      value: { name: 'Dois' },
      mistake: undefined,
    });
  });
});

describe('conditions', () => {
  test('each sentence of the form describes the condition that it creates', () => {
    for (const trigger of Object.keys(triggers))
      for (const field of fieldsOf(trigger).filter(({ isPlain }) => !isPlain))
        for (const says of operatorsOf(field.kind)) {
          const condition = conditionOf(field, says);
          expect(conditionIn(condition, trigger)).toMatchObject({ field, says });
        }
  });

  test('a sentence repeated yields the same condition', () => {
    const value = fc.oneof(
      anyJson,
      fc.constantFrom<Json>('alta', 10, true, ['alta'], '2026-11-30', null),
    );
    const field = fc.constantFrom(
      'title',
      'value',
      'priority',
      'tags',
      'is_starred',
      'client_id',
      'created_at',
    );
    const op = fc.constantFrom('eq', 'ne', 'gt', 'in', 'contains', 'exists');
    fc.assert(
      fc.property(field, op, value, (name, operator, value) => {
        const condition = { field: name, op: operator, value: value };
        const view = conditionIn(condition, 'deal_created');
        if (!view) return;
        const again = conditionOf(view.field, view.says, view.value);
        // The form shows a choice that it does not know, and keeps it until the user chooses another.
        if (
          !view.field.choice ||
          view.field.choice.values.includes(value as string) ||
          view.operand === undefined
        )
          expect(again).toEqual(
            view.value === null && view.field.kind === 'yes' ? again : condition,
          );
      }),
      { numRuns: 500 },
    );
  });
});

const languages = [
  [pt, labelsIn(pt, fieldsPt)],
  [en, labelsIn(en, fieldsEn)],
] as const;

describe('the form supports', () => {
  test('the steps and fields that the service accepts', () => {
    const fieldsByKind = Object.fromEntries(
      Object.entries(stepKinds).map(([kind, { fields }]) => [
        kind,
        fields.map(({ name }) => name).sort(),
      ]),
    );
    const taken = Object.fromEntries(
      Object.entries(stepInputs).map(([kind, { fields }]) => [kind, Object.keys(fields).sort()]),
    );
    expect(fieldsByKind).toEqual(taken);
  });

  test('every field that it offers in conditions and templates, with words', () => {
    for (const [trigger, { subject, isSchedule, waits }] of Object.entries(triggers)) {
      const fields = fieldsOf(trigger);
      const conditions = fields
        .filter(({ isPlain }) => !isPlain)
        .map(({ path }) => ({ field: path, op: 'exists', value: true }));
      const data = Object.fromEntries(
        fields.map((field, n) => [`f${n}`, `{{${pathOf(subject, field)}}}`]),
      );
      const webhook_id = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
      const steps = [{ type: 'call_webhook', with: { webhook_id, data } }];
      const made = newTrigger(trigger);
      expect(triggerIn({ trigger: made })).toMatchObject({ type: trigger, others: [] });
      readDefinition({ name: 'a', trigger: made, conditions, steps });
      for (const [words, labels] of languages) {
        expect(words.trigger.names).toHaveProperty([trigger]);
        if (waits) expect(words.trigger.waits.says).toHaveProperty([trigger]);
        else if (!isSchedule) expect(words.trigger.says).toHaveProperty([trigger]);
        for (const field of fields) {
          const { choice } = field;
          expect(labels.fieldLabel(subject, field)).not.toBe(pathOf(subject, field));
          expect(field.kind === 'choice').toBe(choice !== undefined);
          for (const value of choice?.values ?? [])
            expect(labels.valueLabel(choice, value)).not.toBe(value);
        }
      }
    }
    for (const [words, labels] of languages)
      for (const [kind, { fields }] of Object.entries(stepKinds)) {
        expect(words.steps.names).toHaveProperty([kind]);
        for (const { name, choice } of fields) {
          expect(labels.stepFieldLabel(name)).not.toBe(name);
          for (const value of choice?.values ?? [])
            expect(labels.valueLabel(choice, value)).not.toBe(value);
        }
      }
  });

  test('examples that lack only the team’s own records, in both languages', () => {
    const terms = { won_phases: [], lost_phases: [], columns: [] };
    const id = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
    for (const words of [pt, en])
      for (const { definition } of examplesIn(words, terms)) {
        const complete = (definition.steps as readonly JsonObject[]).map((step) => {
          const inside = step.with as JsonObject;
          if (step.type === 'create_task') return { ...step, with: { project_id: id, ...inside } };
          if (step.type === 'send_message' && !inside.conversation_id)
            return { ...step, with: { inbox_id: id, phone: '5511999998888', ...inside } };
          return step;
        });
        readDefinition({ ...definition, steps: complete });
        for (const [place, step] of complete.entries()) {
          const view = stepIn(step);
          expect([view?.others, view?.fields.every(({ isShown }) => isShown), place]).toEqual([
            [],
            true,
            place,
          ]);
        }
      }
  });

  test('the files of docs/workflows completely', () => {
    const folder = new URL('../../../docs/workflows/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const file = readFileSync(new URL(name, folder), 'utf8');
      const value = parsed(file) as JsonObject;
      expect(triggerIn(value)?.others).toEqual([]);
      const { type } = value.trigger as { type: string };
      for (const each of value.conditions as Json[]) expect(conditionIn(each, type)).toBeDefined();
      for (const each of value.steps as Json[]) {
        expect(stepIn(each)?.others).toEqual([]);
        expect(stepIn(each)?.fields.filter(({ isShown }) => !isShown)).toEqual([]);
      }
    }
  });
});

describe('a schedule', () => {
  test('is shown by the form, and chosen days replace the others', () => {
    const trigger = { type: 'schedule', at: '09:00', weekdays: [1, 5], closed_days: 'after' };
    expect(scheduleIn(trigger)).toEqual({
      at: '09:00',
      repeat: 'weekly',
      days: [1, 5],
      closed: 'after',
    });
    const { weekdays: _, ...rest } = trigger;
    expect(withDays(trigger, 'monthly', [15, 1, 1])).toEqual({ ...rest, month_days: [1, 15] });
    expect(withDays(trigger, 'daily', [])).toEqual(rest);
    for (const repeat of repeats) {
      const made = withDays({ type: 'schedule', at: '09:00' }, repeat, firstDays[repeat]);
      expect(scheduleIn(made)).toMatchObject({ repeat, days: firstDays[repeat] });
      const steps = [{ type: 'wait', with: { for: '1d' } }];
      expect(readDefinition({ name: 'a', trigger: made, steps }).trigger).toEqual(made);
    }
  });

  test.each([
    { at: 9 },
    { at: '09:00', weekdays: ['seg'] },
    { at: '09:00', weekdays: [1], month_days: [1] },
    { at: '09:00', closed_days: 'later' },
  ])('%j is left to the JSON', (timing) => {
    expect(triggerIn({ trigger: { type: 'schedule', ...timing } })).toBeUndefined();
  });

  test.each([
    ['1, 15', [1, 15]],
    ['31', [31]],
    [' 5;10 20, ', [5, 10, 20]],
    ['0', undefined],
    ['32', undefined],
    ['', undefined],
    ['dia 1', undefined],
  ])('reads days of the month: %j', (text, expected) => {
    expect(monthDaysIn(text)).toEqual(expected);
  });
});

describe('templates', () => {
  const root = {
    deal: { title: 'Loja', value: 12_500, client: { name: 'Sol' }, tags: ['a', 'b'], none: null },
  };
  test.each([
    ['Kick-off: {{deal.title}}', 'Kick-off: Loja'],
    ['{{ deal.client.name }} · R$ {{deal.value}}', 'Sol · R$ 12500'],
    ['{{deal.tags[1]}}{{deal.none}}{{deal.nothing}}', 'b'],
    ['{{deal.constructor}}', ''],
    ['{ {{deal.title}} }', '{ Loja }'],
    ['{{', '{{'],
  ])('%s', (text, expected) => {
    expect(filled(text, root)).toBe(expected);
    expect(hasTemplate(text)).toBe(text !== '{{');
  });

  test('are accepted by fields of their kind', () => {
    expect(wholePath('{{deal.responsible_id}}')).toBe('deal.responsible_id');
    expect(wholePath('a {{deal.title}}')).toBeUndefined();
    const fieldsFor = (kind: Parameters<typeof triggerFieldsFor>[0]) =>
      triggerFieldsFor(kind, 'deal_stage_changed').map(({ path }) => path);
    expect(fieldsFor('person')).toEqual(['responsible_id']);
    expect(fieldsFor('date')).toEqual(['expected_close_date']);
    expect(triggerFieldsFor('person', 'unheard_of')).toEqual([]);
  });
});

test('problems are shown at the parts that the service names', () => {
  const problems = problemsIn({
    fields: [
      { name: 'name', code: 'required' },
      { name: 'steps[0].with.project_id', code: 'not_found' },
      { name: 'steps[1].with.for', code: 'invalid_format' },
      { name: 'steps[1].with.data["a; b"].x', code: 'invalid_template' },
    ],
  });
  expect(problems.map(({ place, kind }) => [place, kind])).toEqual([
    ['name', 'missing'],
    ['steps[0].with.project_id', 'gone'],
    ['steps[1].with.for', 'wrong'],
    ['steps[1].with.data["a; b"].x', 'wrong'],
  ]);
  expect(problemsIn({ fields: undefined }).map(({ place, kind }) => [place, kind])).toEqual([
    ['', 'wrong'],
  ]);
  expect(problemsAt(problems, ['steps', 1])).toHaveLength(2);
  expect(
    problemsWithoutControl(problems, ['steps', 1], [['steps', 1, 'with', 'for']]),
  ).toHaveLength(1);
  const tenth = problemsIn({ fields: [{ name: 'steps[10].with', code: 'invalid' }] });
  expect(problemsAt(tenth, ['steps', 1])).toEqual([]);
});

test('the difference between versions lists the changed, added, removed and moved parts', () => {
  const task: JsonObject = { type: 'create_task', with: { title: 'Um', project_id: 'p' } };
  const wait: JsonObject = { type: 'wait', with: { for: '2h' } };
  const note: JsonObject = { type: 'create_activity', with: { title: 'Nota' } };
  const one: JsonObject = {
    name: 'A',
    trigger: { type: 'deal_created' },
    conditions: [{ field: 'value', op: 'gte', value: 1 }],
    steps: [task, wait],
  };
  expect(differences(one, { ...one, steps: [{ ...task }, wait] })).toEqual([]);
  expect(differences(one, { ...one, steps: [wait, task] })).toMatchObject([{ verb: 'moved' }]);
  expect(
    differences(one, {
      ...one,
      name: 'B',
      conditions: [],
      steps: [{ ...task, with: { title: 'Dois', project_id: 'p' } }, wait, note],
    }),
  ).toMatchObject([
    { part: 'name', was: 'A', is: 'B' },
    { part: 'condition', verb: 'removed' },
    { part: 'step', verb: 'changed', place: 1, fields: [{ name: 'title', was: 'Um', is: 'Dois' }] },
    { part: 'step', verb: 'added', place: 3 },
  ]);
  fc.assert(
    fc.property(anyWorkflow, (value) => {
      expect(differences(value, value)).toEqual([]);
    }),
  );
  const id = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
  expect(idsIn({ steps: [{ with: { a: id, b: [id], c: `${id} ` } }] })).toEqual([id]);
});

describe('a run', () => {
  const definition = {
    steps: [
      { type: 'wait', with: { for: '90d' } },
      { type: 'create_task', with: { title: 'Depois' } },
    ],
  };
  const at = '2026-11-24T12:00:00.000Z';
  const begun: WorkflowRun['steps'][number] = {
    step: 1,
    type: 'wait',
    status: 'done',
    effect_id: null,
    reason: null,
    reason_details: null,
    started_at: at,
    completed_at: at,
  };
  const now = Date.parse('2026-11-24T13:00:00.000Z');
  const statesOf = (status: 'pending' | 'stopped' | 'done', next: string | null, steps = [begun]) =>
    stepsOfRun({ steps, status, next_step_at: next }, definition, now).map(({ state }) => state);

  test('that is stopped while it waits shows the wait as stopped, not as done', () => {
    expect(statesOf('pending', '2027-02-22T12:00:00.000Z')).toEqual(['waiting', 'later']);
    expect(statesOf('stopped', null)).toEqual(['stopped', 'never']);
    const task = { ...begun, step: 2, type: 'create_task' };
    expect(statesOf('done', null, [begun, task])).toEqual(['done', 'done']);
  });

  test('that was stopped continues at the step after its wait', () => {
    const steps = stepsOfRun(
      { steps: [begun], status: 'stopped', next_step_at: null },
      definition,
      now,
    );
    expect(stuckAt(steps)).toMatchObject({ place: 2 });
  });
});

import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import {
  type ErrorReason,
  errorReasons,
  type FieldCode,
  fieldCodes,
} from '#server/platform/error-reasons.ts';
import { ApiError } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { about, freeObject, kind, required } from '#server/records/fields.ts';
import { InvalidInput, sentenceOf } from '#server/records/invalid-values.ts';
import { validateTask } from '../work/tasks/operations.ts';
import { readMapping } from './mapping.ts';
import { webhooks } from './table.ts';
import { type Mapped, payloadOf, type Target, taskFromPayload } from './task-from-payload.ts';

/*
 * Mapping tester: shows what receiving a payload would create, with the same code, for the endpoint's field_mapping or one being edited.
 * Nothing is created, stored or emitted.
 */

const findTarget = teamStatement(`
  select w.name, w.field_mapping::text as field_mapping, p.id as pipeline_id, p.project_id, c.slug as "column",
    (select f.slug from columns f where f.team_id = $team and f.pipeline_id = p.id order by f.position, f.id limit 1) as first_column
  from webhooks w
    left join columns c on c.team_id = $team and c.id = w.target_column_id
    left join pipelines p on p.team_id = $team and p.id = coalesce(w.target_pipeline_id, c.pipeline_id)
  where w.team_id = $team and w.id = $id`);

interface Problem {
  /** Field of the task that has the problem; null if it concerns the whole task. */
  readonly field: string | null;
  readonly message: string;
  readonly code: FieldCode;
  readonly reason: ErrorReason | undefined;
}

/** A field_mapping may have thousands of problems at once. */
const maxProblems = 100;

/** Returns the field of the task that a problem is about: the names of problems with the mapping are `field_mapping."title"`. */
function taskFieldOf(name: string): string | null {
  if (name === '' || name === 'field_mapping') return null;
  const [, quotedName] = /^field_mapping\.(.*)$/s.exec(name) ?? [];
  return quotedName === undefined ? name : (JSON.parse(quotedName) as string);
}

/** Converts a refusal to problems. @throws any other error */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof InvalidInput)
    return error.problems.slice(0, maxProblems).map((problem) => ({
      field: taskFieldOf(problem.name),
      message: sentenceOf(problem),
      code: problem.code,
      reason:
        problem.code === 'too_large' && problem.name.startsWith('field_mapping')
          ? 'too_much'
          : undefined,
    }));
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const { message, fields = [], reason } = error;
  if (fields.length === 0) return [{ field: null, message, code: 'invalid', reason }];
  // Each broken link has its own sentence, in the order of the fields.
  const sentences = message.replace(/\.$/, '').split('; ');
  return fields.map(({ name, code }, i) => ({
    field: name,
    message: sentences.length === fields.length ? (sentences[i] ?? message) : message,
    code,
    reason,
  }));
}

/** Returns the task that would be created. */
async function previewTask(db: TeamDb, row: Row, payload: string, mapping: Values | null) {
  const target = row as Row & Target;
  const text = mapping ? JSON.stringify(mapping) : (row.field_mapping as string);
  let taskValues: Values = {};
  let missing: readonly string[] = [];
  try {
    const read = readMapping(text, target.project_id !== null);
    const mapped: Mapped = taskFromPayload(
      target,
      read,
      payloadOf(Buffer.from(payload)),
      (values, missed) => {
        taskValues = values;
        missing = missed;
      },
    );
    const first = (row.first_column as string | null) ?? undefined;
    return {
      task: await validateTask(db, mapped.task, first),
      found: taskValues,
      problems: [],
      missing,
    };
  } catch (error) {
    return { task: null, found: taskValues, problems: problemsOf(error), missing };
  }
}

const values = kind(Type.Record(Type.String(), Type.Unknown()), 'an object', 'json');
const { fallback: _, ...mappingField } = freeObject({ title: 'lead.name' });

export const testMapping: Operation = operation({
  name: 'webhooks.try',
  id: 'tryFieldMapping',
  summary: 'Preview the task that an endpoint would create from a payload',
  note: '`payload` is the body as a sender would send it. If `field_mapping` is omitted, the endpoint’s mapping is used. `task` contains the fields of the task, or is null if none would be created; `found` contains the mapped values before validation; `problems` lists the reasons why no task would be created, `missing` the fields without a value. Stores and emits nothing.',
  allow: { user: 'admin' },
  panel: { method: 'POST', path: `${webhooks.path}/:id/try`, status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      payload: about(
        'The payload from another system, as text.',
        required(kind(Type.String(), 'a text', 'text')),
      ),
      field_mapping: about(
        'Task field → path in the payload, or a text with {{templates}}.',
        mappingField,
      ),
    },
  },
  output: {
    kind: 'fields',
    name: 'MappingTry',
    fields: {
      task: about('The task that would be created; null if none would be.', values),
      found: about('The values that the mapping finds in the payload.', required(values)),
      problems: about(
        'The reasons why no task would be created.',
        required(
          kind(
            Type.Array(
              Type.Object({
                field: about(
                  'The field of the task; null if it concerns no field.',
                  Type.Union([Type.String(), Type.Null()]),
                ),
                message: about('The problem.', Type.String()),
                code: about('The reason why the field is invalid.', Type.Enum([...fieldCodes])),
                reason: Type.Optional(Type.Enum([...errorReasons])),
              }),
            ),
            'a list',
            'json',
          ),
        ),
      ),
      missing: about(
        'Fields for which the payload has no value.',
        required(kind(Type.Array(Type.String()), 'a list of fields', 'json')),
      ),
    },
  },
  one: webhooks.one,
  async run({ db }, { id, values: { payload, field_mapping } }) {
    const [row] = await db.run(findTarget, { id });
    return row && previewTask(db, row, payload, field_mapping);
  },
});

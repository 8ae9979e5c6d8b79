import { invalid, invalidRequest } from '#server/platform/errors.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { readBody, readCreate, refuse } from '#server/records/input.ts';
import { taskInputs } from '../work/tasks/table.ts';
import { type Mapping, mapped } from './mapping.ts';

/* Task of a payload: created when receiving, shown by the mapping tester. */

/** Target of an endpoint's tasks. */
export interface Target {
  readonly name: string;
  /** Null if the endpoint has no target. */
  readonly pipeline_id: string | null;
  /** Null for a team's pipeline. */
  readonly project_id: string | null;
  /** Null for the first column. */
  readonly column: string | null;
}

/** Task to create, and the fields whose source found nothing. */
export interface Mapped {
  readonly task: Values;
  readonly missed: readonly string[];
}

/** @throws ApiError VALIDATION_ERROR if the body is empty or not a JSON object */
export function payloadOf(bytes: Buffer): Values {
  if (bytes.length === 0)
    throw invalidRequest('The body is empty; it must be a JSON object.', 'empty_body');
  return readBody(bytes);
}

/** Returns the fields for which a mapping found nothing. */
const missedIn = (body: Values): string[] =>
  Object.entries(body).flatMap(([field, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [field] : [],
  );

/**
 * @param onMapped receives the values that the mapping found, before validation
 * @throws ApiError VALIDATION_ERROR if no task can be created; InvalidInput if single fields are invalid
 */
export function taskFromPayload(
  { name, pipeline_id, project_id, column }: Target,
  mapping: Mapping,
  payload: Values,
  onMapped: (values: Values, missed: readonly string[]) => void = () => {},
): Mapped {
  if (pipeline_id === null)
    throw invalidRequest(
      'The endpoint has no target_pipeline_id, so there is no board for a task.',
      'no_target',
    );
  refuse(mapping.problems);
  const body = mapped(mapping, payload);
  const missed = missedIn(body);
  onMapped(body, missed);
  if (typeof body.title !== 'string' || body.title.trim() === '') body.title = name;
  if (project_id === null && (body.project_id ?? null) === null)
    throw invalid(
      "The endpoint's pipeline belongs to no project: field_mapping must give project_id.",
      'project_id',
      'required',
      { reason: 'project_missing' },
    );
  const task = readCreate(taskInputs.create, {
    ...(project_id === null ? {} : { project_id }),
    ...body,
    pipeline_id,
    ...(column === null ? {} : { column }),
  });
  return { task, missed };
}

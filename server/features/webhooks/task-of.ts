import { invalid } from '../../platform/errors.ts';
import { readBody, readCreate, refuse } from '../../records/input.ts';
import type { Values } from '../../records/verbs.ts';
import { taskInputs } from '../work/tasks/table.ts';
import { type Mapping, mapped } from './mapping.ts';

/*
 * The task that a payload stands for: what receiving makes, and what the mapping tester shows.
 */

/** Where an endpoint's tasks go. */
export interface Target {
  readonly name: string;
  /** Null where the endpoint has no target. */
  readonly pipeline_id: string | null;
  /** Null for a team's pipeline. */
  readonly project_id: string | null;
  /** Null for the first one. */
  readonly column: string | null;
}

/** A task that is to be made, and the fields whose source found nothing. */
export interface Mapped {
  readonly task: Values;
  readonly missed: readonly string[];
}

/** @throws ApiError VALIDATION_ERROR for what is no JSON object; nothing at all is none either */
export function payloadOf(bytes: Buffer): Values {
  if (bytes.length === 0) throw invalid('The body is empty; it must be a JSON object.');
  return readBody(bytes);
}

/** The fields for which a mapping found nothing. */
const missedIn = (body: Values): string[] =>
  Object.entries(body).flatMap(([field, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [field] : [],
  );

/**
 * @param told what the mapping found, before it is checked
 * @throws ApiError VALIDATION_ERROR where no task can be made of it; Refused where single fields are to blame
 */
export function taskOf(
  { name, pipeline_id, project_id, column }: Target,
  mapping: Mapping,
  payload: Values,
  told: (found: Values, missed: readonly string[]) => void = () => {},
): Mapped {
  if (pipeline_id === null)
    throw invalid('The endpoint has no target_pipeline_id, so there is no board for a task.');
  refuse(mapping.problems);
  const body = mapped(mapping, payload);
  const missed = missedIn(body);
  told(body, missed);
  if (typeof body.title !== 'string' || body.title.trim() === '') body.title = name;
  if (project_id === null && (body.project_id ?? null) === null)
    throw invalid(
      "The endpoint's pipeline belongs to no project: field_mapping must give project_id.",
    );
  const task = readCreate(taskInputs.create, {
    ...(project_id === null ? {} : { project_id }),
    ...body,
    pipeline_id,
    ...(column === null ? {} : { column }),
  });
  return { task, missed };
}

import type { Workflow } from '#panel/api/types.ts';
import type { JsonObject } from './model/json.ts';

/** Definition part of a workflow returned by the API. */
export const definitionOf = ({
  name,
  trigger,
  conditions,
  steps,
}: Pick<Workflow, 'name' | 'trigger' | 'conditions' | 'steps'>): JsonObject =>
  ({ name, trigger, conditions, steps }) as unknown as JsonObject;

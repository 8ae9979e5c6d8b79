import type { Workflow } from '../../../api/types.ts';
import type { JsonObject } from './model/json.ts';

/** The definition of a workflow as the service tells it. */
export const definitionOf = ({
  name,
  trigger,
  conditions,
  steps,
}: Pick<Workflow, 'name' | 'trigger' | 'conditions' | 'steps'>): JsonObject =>
  ({ name, trigger, conditions, steps }) as unknown as JsonObject;

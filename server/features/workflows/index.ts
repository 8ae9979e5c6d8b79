import type { AnyOperation } from '#server/operations/registry.ts';
import { getChoices } from './choices.ts';
import { workflowOperations } from './operations.ts';

/** Operations on workflows and their runs. */
export const operations: readonly AnyOperation[] = [...workflowOperations, getChoices];

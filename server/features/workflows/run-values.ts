import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { ApiError } from '#server/platform/errors.ts';
import { parsed } from '#server/records/read-after-write.ts';
import { valuesOf } from './step-actions.ts';
import type { Step } from './step-input.ts';
import { type Change, storedChange } from './subjects.ts';

/*
 * Values with which the steps of a run were done. They are not stored: a run keeps the change that fired it and refers to an immutable
 * version, and both always produce the same values (docs/adr/0104-values-of-runs.md).
 */

/** Step of a run as responses show it. */
interface ShownStep {
  readonly step: number;
  readonly type: string;
  readonly status: string;
  readonly reason: string | null;
  readonly effect_id: string | null;
}

const sourcesOf = teamStatement(`
  select r.payload, r.subject, v.steps,
    (select coalesce(json_object_agg(m.id, m.conversation_id), '{}') from workflow_steps s
      join messages m on m.team_id = $team and m.id = s.effect_id
      where s.team_id = $team and s.run_id = r.id and s.type = 'send_message') as conversations
  from workflow_runs r
  left join workflow_versions v on v.team_id = $team and v.workflow_id = r.workflow_id and v.version = r.version
  where r.team_id = $team and r.id = $id`);

/** A step that was skipped before any attempt has no reason. */
const isTried = ({ status, reason }: ShownStep) => status !== 'skipped' || reason !== null;

/** Returns the filled values; undefined if templates made them too long, so that the step did nothing. */
function filled(step: Step, change: Change): Record<string, unknown> | undefined {
  try {
    return valuesOf({ step, change });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Adds the values to each step that was done or attempted, and the conversation to each message.
 * @param text the run's JSON
 * @returns the run's JSON with the additions
 */
export async function withValues(db: TeamDb, id: string, text: string): Promise<string> {
  const [row] = await db.run(sourcesOf, { id });
  if (!row) return text;
  const { change } = storedChange(row.payload as string, row.subject as string | null);
  // A run without a known version was started by an earlier version of the service.
  const plan = (row.steps ?? []) as readonly Step[];
  const conversations = row.conversations as Readonly<Record<string, string>>;
  const run = parsed<{ readonly steps: readonly ShownStep[] }>(text);
  const steps = run.steps.map((runStep) => {
    const step = plan[runStep.step - 1];
    const values = step && isTried(runStep) ? filled(step, change) : undefined;
    const conversation = conversations[runStep.effect_id ?? ''];
    return {
      ...runStep,
      ...(values && { values }),
      ...(conversation !== undefined && { conversation_id: conversation }),
    };
  });
  return JSON.stringify({ ...run, steps });
}

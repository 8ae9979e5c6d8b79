import type { WorkflowDryRun } from '#panel/api/types.ts';
import { Check, Clock, Close, Info, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { conditionIn, triggerIn } from './model/form-view.ts';
import { isObject, type Json } from './model/json.ts';
import { RunReason } from './RunReason.tsx';
import { StepValues } from './StepValues.tsx';
import { useSentences } from './use-sentences.ts';

interface Props {
  /** Definition that was tried. */
  readonly of: Json;
  readonly answer: WorkflowDryRun;
}

const looks = {
  would_do: { tone: 'ok', icon: <Check size={12} /> },
  would_fail: { tone: 'danger', icon: <Warning size={12} /> },
  would_wait: { tone: 'info', icon: <Clock size={12} /> },
} as const;

/** Result of a dry run: whether it would run, failing conditions, and each step with its filled values. */
export function DryRunResult({ of, answer }: Props) {
  const { test: words } = useWorkflowWords();
  const { conditionSays, valueSays } = useSentences();
  const trigger = triggerIn(of)?.type;
  const { fires, why, why_details, times, conditions, steps } = answer;
  const isScheduled = trigger === 'schedule';
  const isMet = conditions.every(({ holds }) => holds);
  return (
    <>
      <p className="flex gap-2 rounded border border-border bg-surface px-3 py-2">
        <span className="pt-0.5 text-info">
          <Info />
        </span>
        {words.nothingDone}
      </p>
      <div className="flex flex-col gap-0.5">
        <p className={`flex items-center gap-1 font-medium ${fires ? 'text-ok' : 'text-warn'}`}>
          {fires ? <Check /> : <Close />}
          {isScheduled
            ? fires
              ? words.firesThen
              : words.firesNever
            : fires
              ? words.fires
              : words.firesNot}
        </p>
        {times.length > 0 && !isScheduled ? (
          <p>{words.waitEnds({ at: valueSays({ kind: 'moment' }, times[0]) })}</p>
        ) : null}
        {times.length > 0 && isScheduled ? (
          <ul aria-label={words.times} className="list-inside list-disc tabular-nums">
            {times.map((at) => (
              <li key={at}>{valueSays({ kind: 'moment' }, at)}</li>
            ))}
          </ul>
        ) : null}
        {isMet ? <RunReason reason={why} details={why_details} /> : null}
      </div>
      {conditions.length > 0 ? (
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">{words.conditions}</h3>
          <ul className="flex flex-col gap-1">
            {conditions.map(({ holds, has, field, op, value }, place) => {
              const condition = { field, op, value } as Json;
              const view = conditionIn(condition, trigger);
              const now = valueSays(view?.field ?? { kind: 'line' }, (has ?? null) as Json);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified by its index
                <li key={place} className="flex flex-wrap items-center gap-2">
                  <Badge
                    tone={holds ? 'ok' : 'danger'}
                    icon={holds ? <Check size={12} /> : <Close size={12} />}
                  >
                    {holds ? words.holds : words.holdsNot}
                  </Badge>
                  <span className="break-words">{conditionSays(condition, trigger)}</span>
                  <span className="break-words text-meta text-muted">
                    {words.has({ value: now })}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
      <section className="flex flex-col gap-1">
        <h3 className="font-medium">{words.steps}</h3>
        <ol className="flex flex-col">
          {steps.map((step) => (
            <DryRunStep key={step.step} of={step} />
          ))}
        </ol>
      </section>
    </>
  );
}

/** Step with the values that it would use. */
function DryRunStep({ of }: { readonly of: WorkflowDryRun['steps'][number] }) {
  const words = useWorkflowWords();
  const { valueSays, stepName } = useSentences();
  const { step: place, type, outcome, with: values, wait_until, reason, reason_details } = of;
  const stepValues = values as Json;
  return (
    <li className="flex flex-col gap-1 border-border border-b py-2 last:border-b-0">
      <span className="flex flex-wrap items-center gap-2">
        <Badge {...looks[outcome]}>{words.test.outcomes[outcome]}</Badge>
        <span className="font-medium">{words.steps.one({ place, name: stepName({ type }) })}</span>
        {wait_until ? (
          <span className="text-muted">
            {words.test.waitsUntil({ at: valueSays({ kind: 'moment' }, wait_until) })}
          </span>
        ) : null}
      </span>
      <RunReason reason={reason} details={reason_details} />
      {type === 'wait' || !isObject(stepValues) ? null : (
        <StepValues type={type} values={stepValues} />
      )}
    </li>
  );
}

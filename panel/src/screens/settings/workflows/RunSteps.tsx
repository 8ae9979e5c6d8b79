import { useEffect, useState } from 'react';
import type { WorkflowRun } from '#panel/api/types.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Link } from '#panel/route/router.tsx';
import { Check, Clock, Close, Info, Pause, Warning } from '#panel/ui/icons.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from './controls/context.ts';
import type { Json } from './model/json.ts';
import { linkOf, type StepOfRun, stepsOfRun, untilIn } from './model/run.ts';
import { RunReason } from './RunReason.tsx';
import { StepValues } from './StepValues.tsx';
import { useSentences } from './use-sentences.ts';

const looks = {
  done: { tone: 'ok', icon: <Check size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
  skipped: { icon: <Close size={12} /> },
  pending: { tone: 'info', icon: <Info size={12} /> },
  waiting: { tone: 'info', icon: <Clock size={12} /> },
  retrying: { tone: 'warn', icon: <Warning size={12} /> },
  stopped: { tone: 'warn', icon: <Pause size={12} /> },
  later: {},
  never: {},
} as const;

const linkLook = 'inline-flex min-h-6 items-center self-start rounded text-accent hover:underline';

/** Current time, updated every second while something is pending. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}

interface Props {
  readonly run: WorkflowRun;
  /** Definition of the version that the run began with. */
  readonly definition: Json | undefined;
}

/** Outcome of each step, and the time of the next one. */
export function RunSteps({ run, definition }: Props) {
  const { runs: words } = useWorkflowWords();
  const now = useNow(run.next_step_at !== null);
  return (
    <Section title={words.steps}>
      <ol aria-label={words.steps} className="flex flex-col">
        {stepsOfRun(run, definition, now).map((step) => (
          <Step key={step.place} of={step} run={run} now={now} />
        ))}
      </ol>
    </Section>
  );
}

interface StepProps {
  readonly of: StepOfRun;
  readonly run: WorkflowRun;
  readonly now: number;
}

function Step({ of, run, now }: StepProps) {
  const words = useWorkflowWords();
  const locale = useLocale();
  const { stepName, stepSays } = useSentences();
  const { place, state, step, type, values, reason, beganAt, endedAt } = of;
  const next = run.next_step_at;
  const { runs } = words;
  const name = words.steps.one({ place, name: stepName(step ?? { type }) });
  const link = linkOf(useEditing().slug, run, of);
  const wait = next === null ? undefined : untilIn(locale, next, now);
  const isQuiet = state === 'later' || state === 'never';
  const at = endedAt ?? beganAt;
  return (
    <li className="flex flex-col gap-1 border-border border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className={isQuiet ? 'text-muted' : 'font-medium'}>{name}</span>
        <span className="flex items-center gap-2">
          {at && !isQuiet ? (
            <span className="text-meta text-muted">
              <RelativeTime at={at} />
            </span>
          ) : null}
          <Badge {...looks[state]}>{runs.stepStates[state]}</Badge>
        </span>
      </div>
      {values && type !== 'wait' ? (
        <StepValues type={type} values={values} />
      ) : step === undefined ? null : (
        <p className="break-words text-muted">{stepSays(step)}</p>
      )}
      {(state === 'waiting' || state === 'retrying') && wait ? (
        <p role="timer" className="tabular-nums">
          {runs.next({ wait })}
        </p>
      ) : null}
      <RunReason reason={reason} details={of.details} />
      {link === undefined ? null : typeof link === 'string' ? (
        <Link href={link} className={linkLook}>
          {runs.links[type]}
        </Link>
      ) : (
        <RecordLink {...link} className={linkLook}>
          {runs.links[type]}
        </RecordLink>
      )}
    </li>
  );
}

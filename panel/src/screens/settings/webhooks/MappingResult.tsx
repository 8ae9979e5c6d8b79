import type { MappingTry, WebhookOverview } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { labelOf, valuesOf } from '#panel/words/fields/words.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { problemNameOf, shownValue } from './mapping.ts';

interface Props {
  readonly tried: MappingTry | undefined;
  readonly isTrying: boolean;
  readonly failure: Error | null;
  readonly overview: WebhookOverview | undefined;
}

/** The resulting task, or the reason why none would be created. */
export function MappingResult({ tried, isTrying, failure, overview }: Props) {
  const { mapping: words } = useWebhookWords();
  const fieldWords = useFieldWords();
  const nameOf = (field: string) => labelOf(fieldWords, field) ?? field;
  return (
    <Section title={words.result}>
      <FailureNotice failure={failure ? asFailure(failure) : undefined} />
      <div role="status" className="flex flex-col gap-2">
        {tried ? null : <p className="text-muted">{isTrying ? words.trying : words.paste}</p>}
        {tried ? (
          <p className="flex gap-2 font-medium">
            <span className={`pt-0.5 ${tried.task ? 'text-ok' : 'text-danger'}`}>
              {tried.task ? <Check /> : <Warning />}
            </span>
            {tried.task ? words.wouldBe : words.wouldNot}
          </p>
        ) : null}
        {tried && tried.missing.length > 0 ? (
          <p className="text-warn">
            {words.missing({ fields: tried.missing.map(nameOf).join(', ') })}{' '}
            {tried.missing.includes('title') ? words.missingTitle : null}
          </p>
        ) : null}
      </div>
      {tried && tried.problems.length > 0 ? (
        <ul aria-label={words.wouldNot} className="flex flex-col gap-2">
          {tried.problems.map((problem) => (
            <li key={problem.message}>
              {problem.field === null ? null : (
                <span className="font-medium">{`${nameOf(problem.field)}: `}</span>
              )}
              {words.problems[problemNameOf(problem)]}
            </li>
          ))}
        </ul>
      ) : null}
      {tried?.task ? <ResultingTask task={tried.task} overview={overview} /> : null}
    </Section>
  );
}

/** Shown by name below. */
const fieldsShownByName = ['project_id', 'pipeline_id', 'column'];

function ResultingTask({
  task,
  overview,
}: {
  readonly task: Readonly<Record<string, unknown>>;
  readonly overview: WebhookOverview | undefined;
}) {
  const fieldWords = useFieldWords();
  const textOf = (name: string, value: unknown) =>
    valuesOf(fieldWords, 'tasks', name)?.[String(value)] ?? shownValue(value);
  const isGiven = (value: unknown) =>
    value !== null && !(Array.isArray(value) && value.length === 0);
  const { pipeline, project, column } = overview ?? {};
  return (
    <Facts
      facts={[
        ...Object.entries(task)
          .filter(([name, value]) => !fieldsShownByName.includes(name) && isGiven(value))
          .map(
            ([name, value]) =>
              [
                labelOf(fieldWords, name) ?? name,
                <span key={name} className="whitespace-pre-wrap break-words">
                  {textOf(name, value)}
                </span>,
              ] as const,
          ),
        [fieldWords.labels.pipeline_id, pipeline?.name ?? shownValue(task.pipeline_id)],
        [fieldWords.labels.column, column?.name ?? shownValue(task.column)],
        [fieldWords.labels.project_id, project?.name ?? shownValue(task.project_id)],
      ]}
    />
  );
}

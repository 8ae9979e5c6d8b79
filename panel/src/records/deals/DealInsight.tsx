import type { DealInsight as Insight } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { writeSummary } from '#panel/data/intelligence.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useIntelligenceWords } from '#panel/words/intelligence/use.ts';
import { phaseName } from '#panel/words/phases.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly insight: Insight;
  readonly isPeek: boolean;
}

type Reason = Insight['reasons'][number];

/** Summary and win probability of a deal, with the reasons of both. */
export default function DealInsight({ slug, id, insight, isPeek }: Props) {
  const { deal: words } = useIntelligenceWords();
  const Heading = isPeek ? 'h3' : 'h2';
  const { probability, missing, share, reasons, summary } = insight;
  const hasChance = insight.is_on && (probability !== null || missing !== null);
  if (!hasChance && summary === null) return null;
  return (
    <section className="flex flex-col gap-3 rounded-card border border-border p-3">
      {summary === null ? null : (
        <div className="flex flex-col gap-1">
          <Heading className="font-semibold">{words.summary}</Heading>
          <p className="max-w-[75ch]">{summary}</p>
          {insight.may_write ? <WriteSummary slug={slug} id={id} /> : null}
          {insight.is_written ? <p className="text-meta text-muted">{words.written}</p> : null}
        </div>
      )}
      {hasChance ? (
        <div className="flex flex-col gap-1">
          <Heading className="font-semibold">
            {words.title}
            {probability === null ? null : (
              <span className="tabular-nums">{` ${probability}%`}</span>
            )}
          </Heading>
          <p className="text-muted">
            {share
              ? words.share(share)
              : probability !== null
                ? words.model
                : insight.missing_in_phase
                  ? words.missingInPhase({ n: missing ?? 0 })
                  : words.missing({ n: missing ?? 0 })}
          </p>
          {reasons.length === 0 ? null : (
            <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              <Reasons
                title={words.raising}
                mark="+"
                of={reasons.filter(({ effect }) => effect > 0)}
              />
              <Reasons
                title={words.lowering}
                mark="−"
                of={reasons.filter(({ effect }) => effect < 0)}
              />
            </div>
          )}
        </div>
      ) : null}
    </section>
  );
}

/** Lets the language model write the summary. */
function WriteSummary({ slug, id }: Pick<Props, 'slug' | 'id'>) {
  const { deal: words } = useIntelligenceWords();
  const write = useAction(
    () => writeSummary(slug, id),
    () => queryClient.invalidateQueries({ queryKey: ['team', slug, 'deals', 'insight', id] }),
  );
  return (
    <div className="flex flex-col items-start gap-1">
      {/* The label is in line with the summary. */}
      <div className="-ml-3">
        <Button look="quiet" busy={write.isBusy} onClick={() => write.act(undefined)}>
          {words.write}
        </Button>
      </div>
      <FailureNotice failure={write.failure} />
    </div>
  );
}

function Reasons({
  title,
  mark,
  of,
}: {
  readonly title: string;
  readonly mark: string;
  readonly of: readonly Reason[];
}) {
  const describe = useReasonText();
  if (of.length === 0) return null;
  return (
    <div>
      <p className="text-meta text-muted">{title}</p>
      <ul>
        {of.map((reason) => (
          <li key={reason.feature} className="flex gap-2">
            <span aria-hidden="true" className={mark === '+' ? 'text-ok' : 'text-danger'}>
              {mark}
            </span>
            <span className="min-w-0">{describe(reason)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Puts a reason into words. */
function useReasonText(): (reason: Reason) => string {
  const { reasons: words } = useIntelligenceWords();
  const { slug } = useCurrentTeam();
  const { find } = usePeople(slug);
  return ({ feature, value, usual }) => {
    const name = value === null ? '' : String(value);
    const n = Number(value ?? 0);
    switch (feature) {
      case 'phase':
        return words.phase({ phase: phaseName(name) });
      case 'days':
        return words.days({ n, usual: usual === null ? null : Math.round(usual) });
      case 'value':
        if (value === null) return words.noValue;
        return n >= (usual ?? 0) ? words.highValue : words.lowValue;
      case 'source':
        return value === null ? words.noSource : words.source({ name });
      case 'responsible':
        return value === null
          ? words.noResponsible
          : words.responsible({ name: find(name)?.name ?? '—' });
      case 'client':
        return value === true ? words.returning : words.newClient;
      case 'next_step':
        return value === 'planned' ? words.planned : value === 'late' ? words.late : words.noStep;
      case 'contact':
        return value === null ? words.noContact : words.contact({ n });
      case 'slips':
        return n === 0 ? words.noSlips : words.slips({ n });
    }
  };
}

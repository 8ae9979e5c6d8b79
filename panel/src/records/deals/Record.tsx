import { useQuery } from '@tanstack/react-query';
import type { Deal } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord, recordQuery } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { useDayFormat, useFullDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { focusField } from '#panel/parts/fields/FieldRow.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { Calendar } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { RecordFiles } from '../shared/files/RecordFiles.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import type { Phase } from './board.ts';
import { DealContacts } from './DealContacts.tsx';
import { DealWarning } from './DealWarning.tsx';
import { NextSteps } from './NextSteps.tsx';
import { OutcomeActions } from './OutcomeActions.tsx';
import { PhaseBar } from './PhaseBar.tsx';
import { DealProperties } from './Properties.tsx';
import { insightQuery, phaseHistoryQuery } from './queries.ts';
import { toggleStar } from './star.ts';
import { useDealOutcome } from './use-deal-outcome.tsx';

const DealInsight = lazyWithWords(() => import('./DealInsight.tsx'), 'nothing');
const WonDeal = lazyWithWords(() => import('./WonDeal.tsx'), 'nothing');

const command = changeRecord('deals');

/** Record of a deal: its properties, next steps and phase history. */
export default function DealRecord({ slug, id, isPeek }: RecordProps) {
  const query = useQuery(recordQuery(slug, 'deals', id));
  const withPending = useWithPending();
  return (
    <RecordOrDeleted slug={slug} kind="deals" query={query}>
      {(deal) => <LoadedDeal slug={slug} deal={withPending(`deals/${id}`, deal)} isPeek={isPeek} />}
    </RecordOrDeleted>
  );
}

interface LoadedProps {
  readonly slug: string;
  readonly deal: Deal;
  readonly isPeek: boolean;
}

function LoadedDeal({ slug, deal, isPeek }: LoadedProps) {
  const words = useDealWords();
  const { labels } = useFieldWords();
  const { me, can } = useCurrentTeam();
  const money = useMoneyFormat();
  const day = useDayFormat();
  const fullDay = useFullDayFormat();
  const { id } = deal;
  const course = useQuery(phaseHistoryQuery(slug, id));
  const insight = useQuery(insightQuery(slug, id));
  const phases: readonly Phase[] = (course.data?.phases ?? []).map((each) => ({
    ...each,
    older: 0,
  }));
  const outcome = useDealOutcome(slug, phases);
  const phase = phases.find((each) => each.phase === deal.phase);
  const isOpen = phase?.meaning === 'open' && deal.status === 'ativo';
  const chance = deal.probability ?? phase?.probability ?? null;
  const save = useCommand(command);
  const set = (change: Parameters<typeof save.act>[0]['change'], base?: Fields) =>
    save.act({ slug, id, change, base });
  useRecordShortcuts(isPeek, {
    e: () => outcome.end(deal, 'won'),
    E: () => outcome.end(deal, 'lost'),
    s: () => toggleStar(slug, deal),
    m: () => focusField('phase'),
    a: () => focusField('responsible_id'),
    d: () => focusField('expected_close_date'),
    p: () => focusField('priority'),
    l: () => focusField('tags'),
    i: () => me && set({ responsible_id: me.user_id }),
  });
  return (
    <div className="flex flex-col gap-4">
      <RecordHead
        slug={slug}
        kind="deals"
        isPeek={isPeek}
        parent={deal.client && { kind: 'clients', ...deal.client }}
        title={
          <TitleField
            label={labels.title}
            name="title"
            value={deal.title}
            isPage={!isPeek}
            parent={deal.client?.name}
            onSave={(title) => set({ title })}
          />
        }
        facts={
          <>
            {deal.value === null || !can('sees_values') ? null : (
              <span className="font-semibold text-text text-title">{money(deal.value)}</span>
            )}
            {chance === null ? null : (
              <span title={deal.probability === null ? words.record.phaseChance : undefined}>
                {`${chance}%`}
              </span>
            )}
            {deal.expected_close_date === null ? null : (
              <span
                title={`${labels.expected_close_date}: ${fullDay(deal.expected_close_date)}`}
                className="inline-flex items-center gap-1"
              >
                <Calendar size={12} /> {day(deal.expected_close_date)}
              </span>
            )}
            {deal.responsible_id === null ? null : <Avatars ids={[deal.responsible_id]} />}
          </>
        }
        actions={<OutcomeActions deal={deal} slug={slug} phases={phases} outcome={outcome} />}
      />
      {phase && course.data ? (
        <>
          <PhaseBar
            phases={phases}
            current={deal.phase}
            onMove={(to) => outcome.moveTo(deal, to)}
          />
          {isOpen ? <DealWarning course={course.data} phase={phase} /> : null}
        </>
      ) : null}
      {phase?.meaning === 'won' ? <WonDeal slug={slug} deal={deal} /> : null}
      <FailureNotice failure={save.failure} />
      <RecordBody
        isPeek={isPeek}
        label={words.record.properties}
        properties={
          <DealProperties
            slug={slug}
            deal={deal}
            phases={phases}
            outcome={outcome}
            course={course}
            isPeek={isPeek}
            set={set}
          />
        }
      >
        {insight.data ? (
          <DealInsight slug={slug} id={id} insight={insight.data} isPeek={isPeek} />
        ) : null}
        <NextSteps slug={slug} deal={deal} isPeek={isPeek} isOpen={isOpen} query={course} />
        <DealContacts contacts={course.data?.contacts ?? []} isPeek={isPeek} />
        <LongTextField
          label={labels.description}
          name="description"
          value={deal.description}
          placeholder={words.record.describe}
          onSave={(description, base) => set({ description }, { description: base })}
        />
        <RecordFiles slug={slug} kind="deals" id={id} />
        <RecordActivity slug={slug} kind="deals" id={id} label={words.record.activity} />
      </RecordBody>
      {outcome.dialog}
    </div>
  );
}

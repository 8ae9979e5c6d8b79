import { useState } from 'react';
import { Failure } from '#panel/api/call.ts';
import { settingsRenamePhaseLimits } from '#panel/api/input-limits.ts';
import type { TeamSettings } from '#panel/api/types.ts';
import { withMoved } from '#panel/commands/positions.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useOrder } from '#panel/commands/use-order.ts';
import { settingsActions } from '#panel/data/team-settings.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { AddForm } from '#panel/parts/AddForm.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import DefaultFunnel from '#panel/records/deals/DefaultFunnel.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Check, Close } from '#panel/ui/icons.tsx';
import { Badge, Empty } from '#panel/ui/layout.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { phaseName } from '#panel/words/phases.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { type Meaning, meaningOf, meanings, ruleOf, withMeaning, withoutPhase } from './model.ts';
import { RuleDialog } from './RuleDialog.tsx';

interface Props {
  readonly settings: TeamSettings;
  readonly isEditable: boolean;
}

export function DealPhases({ settings, isEditable }: Props) {
  const { phases: words, order: orderWords } = useSettingsWords();
  const { common } = useWords();
  const acts = settingsActions(settings.slug);
  const order = useOrder(settings.deal_phases, (deal_phases) => acts.change({ deal_phases }));
  const [renaming, rename] = useState<string>();
  const [ruling, rule] = useState<string>();
  const [leaving, setLeaving] = useState<string>();
  const change = useAction(acts.change, () => {
    setLeaving(undefined);
    say(common.saved);
  });
  const add = async (name: string) => {
    if (settings.deal_phases.includes(name)) throw new Failure('DUPLICATE_ENTRY', '');
    await acts.change({ deal_phases: [...settings.deal_phases, name] });
  };
  return (
    <>
      <FailureNotice failure={order.failure ?? (leaving ? undefined : change.failure)} />
      {settings.deal_phases.length === 0 ? (
        <Empty text={words.none} ghost={<Ghost of="board" />}>
          {isEditable ? <DefaultFunnel slug={settings.slug} /> : null}
        </Empty>
      ) : null}
      <OrderedList
        label={words.title}
        words={orderWords}
        entries={order.order.map((phase) => ({ key: phase, name: phaseName(phase) }))}
        onMove={
          isEditable ? (phase, to) => order.set(withMoved(order.order, phase, to)) : undefined
        }
        items={({ key: phase }) => [
          { label: words.rename, act: () => rename(phase) },
          { label: words.rule, act: () => rule(phase) },
          ...meanings.map((meaning) => ({
            label: words.means[meaning],
            isChosen: meaning === meaningOf(settings, phase),
            act: () => change.act(withMeaning(settings, phase, meaning)),
          })),
          { label: words.remove, isDangerous: true, act: () => setLeaving(phase) },
        ]}
      >
        {({ key: phase, name }) => (
          <>
            <span className="break-words">{name}</span>
            <MeaningBadge meaning={meaningOf(settings, phase)} />
            <RuleText settings={settings} phase={phase} />
          </>
        )}
      </OrderedList>
      {isEditable ? (
        <AddForm
          label={words.newPhase}
          {...settingsRenamePhaseLimits.to}
          submit={words.add}
          add={add}
        />
      ) : null}
      {renaming !== undefined ? (
        <NameDialog
          title={words.rename}
          label={words.name}
          field="to"
          name={renaming}
          {...settingsRenamePhaseLimits.to}
          submit={common.save}
          save={(to) => acts.renamePhase(renaming, to)}
          onClose={() => rename(undefined)}
          onDone={() => {
            rename(undefined);
            say(common.saved);
          }}
        />
      ) : null}
      {ruling !== undefined ? (
        <RuleDialog
          settings={settings}
          phase={ruling}
          onClose={() => rule(undefined)}
          onDone={() => {
            rule(undefined);
            say(common.saved);
          }}
        />
      ) : null}
      {leaving !== undefined ? (
        <ConfirmDialog
          title={words.removeTitle({ name: phaseName(leaving) })}
          about={words.removeAbout}
          submit={words.remove}
          act={change}
          input={withoutPhase(settings, leaving)}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </>
  );
}

function RuleText({
  settings,
  phase,
}: {
  readonly settings: TeamSettings;
  readonly phase: string;
}) {
  const { phases: words } = useSettingsWords();
  const { limit_days: days, probability } = ruleOf(settings, phase);
  const rules = [
    ...(days === null ? [] : [words.upTo({ days })]),
    ...(probability === null ? [] : [words.chance({ percent: probability })]),
  ];
  return rules.length > 0 ? (
    <span className="text-meta text-muted">{rules.join(' · ')}</span>
  ) : null;
}

function MeaningBadge({ meaning }: { readonly meaning: Meaning }) {
  const { phases: words } = useSettingsWords();
  if (meaning === 'open') return null;
  return meaning === 'won' ? (
    <Badge tone="ok" icon={<Check size={12} />}>
      {words.won}
    </Badge>
  ) : (
    <Badge tone="danger" icon={<Close size={12} />}>
      {words.lost}
    </Badge>
  );
}

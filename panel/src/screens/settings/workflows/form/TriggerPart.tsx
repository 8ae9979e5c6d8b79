import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { Problems } from '../controls/Problems.tsx';
import { ValueControl } from '../controls/ValueControl.tsx';
import { approval, type Between, type Kind, newTrigger, triggers } from '../model/catalogue.ts';
import { triggerIn, waitNames } from '../model/form-view.ts';
import { isObject, type Json, type Path, valueAt } from '../model/json.ts';
import { problemsWithoutControl } from '../model/problems.ts';
import { scheduleNames } from '../model/schedule.ts';
import { JsonOnly } from './JsonOnly.tsx';

const ScheduleControl = lazyWithWords(
  async () => ({ default: (await import('./ScheduleControl.tsx')).ScheduleControl }),
  'nothing',
);
const WaitTrigger = lazyWithWords(
  async () => ({ default: (await import('./WaitTrigger.tsx')).WaitTrigger }),
  'nothing',
);

const kinds: Readonly<Record<Between, Kind>> = {
  phase: 'phase',
  column: 'column',
  approval: 'choice',
};
const [from, to]: readonly Path[] = [
  ['trigger', 'from'],
  ['trigger', 'to'],
];

/** Details of a trigger that another type does not have. */
const detailNames = ['from', 'to', ...scheduleNames, ...waitNames];

/** Trigger of the workflow, optionally narrowed to a transition between phases, columns or states. */
export function TriggerPart({ value }: { readonly value: Json }) {
  const { trigger: words } = useWorkflowWords();
  const { change, problems, isFrozen } = useEditing();
  const trigger = triggerIn(value);
  const triggerValue = valueAt(value, ['trigger']);
  const choose = (type: string) => {
    const before = isObject(triggerValue) ? triggerValue : {};
    const rest = Object.fromEntries(
      Object.entries(before).filter(([name]) => !detailNames.includes(name)),
    );
    change(['trigger'], { ...rest, ...newTrigger(type) });
  };
  return (
    <Section
      title={words.title}
      about={trigger?.schedule || trigger?.wait ? words.aboutTime : words.about}
    >
      <Select
        label={words.type}
        value={trigger?.type ?? ''}
        disabled={isFrozen}
        choices={[
          ...(trigger ? [] : [{ value: '', label: words.onlyJson }]),
          ...Object.keys(triggers).map((type) => ({
            value: type,
            label: words.names[type] ?? type,
          })),
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      {trigger ? null : <JsonOnly text={words.onlyJson} value={triggerValue} />}
      {trigger?.between && from && to ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {([from, to] as const).map((path) => {
            const name = path === from ? 'from' : 'to';
            const between = trigger.between ?? 'phase';
            return (
              <ValueControl
                key={name}
                kind={kinds[between]}
                choice={between === 'approval' ? approval : undefined}
                label={words[name][between]}
                path={path}
                value={trigger[name] === '' ? undefined : trigger[name]}
                emptyText={words.any}
              />
            );
          })}
        </div>
      ) : null}
      {trigger?.schedule ? (
        <ScheduleControl schedule={trigger.schedule} trigger={triggerValue} />
      ) : null}
      {trigger?.wait ? <WaitTrigger wait={trigger.wait} /> : null}
      <Problems
        problems={problemsWithoutControl(
          problems,
          ['trigger'],
          trigger?.between
            ? [from ?? [], to ?? []]
            : trigger?.schedule
              ? scheduleNames.map((name) => ['trigger', name])
              : trigger?.wait
                ? ['for', 'in'].map((name) => ['trigger', name])
                : [],
        )}
      />
    </Section>
  );
}

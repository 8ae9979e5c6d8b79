import { useState } from 'react';
import { Down, Plus, Up, Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { Menu, type MenuItem } from '#panel/ui/Menu.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { Problems } from '../controls/Problems.tsx';
import { stepsFor } from '../model/catalogue.ts';
import {
  type Draft,
  withDuplicateStep,
  withMovedStep,
  withoutStep,
  withStep,
} from '../model/draft.ts';
import { listAt, newStep } from '../model/form-view.ts';
import { problemsAt, problemsWithoutControl } from '../model/problems.ts';
import { useSentences } from '../use-sentences.ts';
import { JsonOnly } from './JsonOnly.tsx';
import { StepForm } from './StepForm.tsx';

interface Props {
  readonly draft: Draft;
  /** Replaces the draft. */
  readonly onDraft: (draft: Draft) => void;
}

/** Maximum number of steps that are initially expanded. */
const maxOpen = 3;

/** Steps in order: expandable for editing, reordered by keys or menu. */
export function Steps({ draft, onDraft }: Props) {
  const { steps: words } = useWorkflowWords();
  const { order } = useRecordWords();
  const { subject, problems, isFrozen } = useEditing();
  const { stepName, stepSays } = useSentences();
  const list = listAt(draft.value, 'steps');
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(draft.keys.length <= maxOpen ? draft.keys : []),
  );
  const entries = (list ?? []).map((step, place) => ({
    key: draft.keys[place] ?? String(place),
    step,
    place,
    name: words.one({ place: place + 1, name: stepName(step) }),
  }));
  const toggle = (key: string, isOpen: boolean) =>
    setOpened((all) => new Set(isOpen ? [...all, key] : [...all].filter((each) => each !== key)));
  const items = ({ key, place, name }: (typeof entries)[number]): MenuItem[] => [
    {
      label: words.double,
      act: () => {
        onDraft(withDuplicateStep(draft, place));
        say(words.doubled({ name }));
      },
    },
    {
      label: words.remove,
      isDangerous: true,
      act: () => {
        onDraft(withoutStep(draft, place));
        toggle(key, false);
        say(words.removed({ name }), {
          actions: [{ label: words.undo, act: () => onDraft(draft) }],
        });
      },
    },
  ];
  const add = (type: string) => {
    const next = withStep(draft, newStep(type, subject));
    const key = next.keys.at(-1);
    if (key !== undefined) toggle(key, true);
    onDraft(next);
    setTimeout(() => {
      const step = document.querySelector(`[data-step="${key}"]`);
      step?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
    });
  };
  return (
    <Section title={words.title} about={words.about}>
      {list === undefined ? <JsonOnly text={words.onlyJson} value={undefined} /> : null}
      {entries.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      <OrderedList
        label={words.title}
        entries={entries}
        isTall
        words={order}
        items={items}
        onMove={
          isFrozen
            ? undefined
            : (key, to) => {
                const from = draft.keys.indexOf(key);
                if (from >= 0) onDraft(withMovedStep(draft, from, to));
              }
        }
      >
        {({ key, step, place, name }) => {
          const stepProblems = problemsAt(problems, ['steps', place]);
          const isOpen = opened.has(key) || stepProblems.length > 0;
          return (
            <div className="flex w-full min-w-0 flex-col gap-3" data-step={key}>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={isOpen ? words.close({ name }) : words.open({ name })}
                onClick={() => toggle(key, !isOpen)}
                className="control flex min-w-0 items-center gap-2 rounded px-1 text-left hover:bg-surface"
              >
                {isOpen ? <Up /> : <Down />}
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{name}</span>
                  {isOpen ? null : <span className="ml-2 text-muted">{stepSays(step)}</span>}
                </span>
                {stepProblems.length > 0 ? (
                  <span className="text-danger">
                    <Warning />
                  </span>
                ) : null}
              </button>
              {isOpen ? <StepForm step={step} place={place} /> : null}
            </div>
          );
        }}
      </OrderedList>
      <Problems
        problems={problemsWithoutControl(
          problems,
          ['steps'],
          entries.map(({ place }) => ['steps', place]),
        )}
      />
      {list && !isFrozen ? (
        <div className="self-start">
          <Menu
            label={words.add}
            isLabelShown
            align="start"
            side={entries.length > 0 ? 'above' : 'below'}
            items={stepsFor(subject).map((type) => ({
              label: words.names[type] ?? type,
              act: () => add(type),
            }))}
            className="control inline-flex items-center gap-2 rounded border border-border bg-raised px-3 font-medium hover:bg-surface"
          >
            <Plus />
          </Menu>
        </div>
      ) : null}
    </Section>
  );
}

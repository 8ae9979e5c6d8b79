import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  type Choice,
  type FindChoices,
  findClients,
  findDeals,
  findProjects,
} from '#panel/data/choices.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { filterByText } from '#panel/ui/filter-by-words.ts';
import { Close } from '#panel/ui/icons.tsx';
import { phaseName } from '#panel/words/phases.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import {
  type Choice as Enumeration,
  type Kind,
  pathOf,
  triggerFieldsFor,
} from '../model/catalogue.ts';
import { isList, type Json } from '../model/json.ts';
import { templateOf } from '../model/template.ts';
import { findContracts } from '../rare-choices.ts';
import { useLabels } from '../use-labels.ts';
import { type Editing, useEditing } from './context.ts';
import { type ControlProps, inputLook, Labelled } from './Labelled.tsx';

interface Props extends ControlProps {
  readonly kind: Kind;
  readonly choice?: Enumeration | undefined;
  readonly value: Json | undefined;
  readonly isMany?: boolean;
}

/** Kinds with possibly thousands of choices, which are searched on the server. */
const finds: Partial<Record<Kind, FindChoices>> = {
  project: findProjects,
  client: findClients,
  deal: findDeals,
  contract: findContracts,
  squad: linkChoices.squads,
};

/** Kinds that also accept typed text, such as a phase without deals. */
const free: readonly Kind[] = ['phase', 'column', 'tags', 'line'];

/** Choices that need no request. */
function localChoices(
  kind: Kind,
  choice: Enumeration | undefined,
  { choices }: Editing,
  { valueLabel }: ReturnType<typeof useLabels>,
): readonly Choice[] {
  if (choice) return choice.values.map((id) => ({ id, name: valueLabel(choice, id) }));
  switch (kind) {
    case 'person':
    case 'people':
      return choices?.people ?? [];
    case 'inbox':
      return choices?.inboxes ?? [];
    case 'template':
      return choices?.project_templates ?? [];
    case 'webhook':
      return choices?.webhooks ?? [];
    case 'phase':
      return (choices?.phases ?? []).map((id) => ({ id, name: phaseName(id) }));
    case 'column':
      return (choices?.columns ?? []).map(({ slug, name }) => ({ id: slug, name }));
    case 'pipeline':
      return (choices?.pipelines ?? []).map(({ id, name, project }) => ({
        id,
        name: project === null ? name : `${project}: ${name}`,
      }));
    default:
      return [];
  }
}

/** Fields of the trigger's record, offered as choices. */
function useFieldChoices(kind: Kind, hasTemplates: boolean): readonly Choice[] {
  const { triggerFieldLabel } = useLabels();
  const { trigger, subject } = useEditing();
  if (!hasTemplates || !subject) return [];
  return triggerFieldsFor(kind, trigger).map((field) => ({
    id: templateOf(pathOf(subject, field)),
    name: triggerFieldLabel(subject, field),
  }));
}

/** Picks one or several people, phases, projects or fields of the trigger's record. */
export function PickControl(props: Props) {
  const { label, path, value, kind, choice, isMany = false, hasTemplates = false } = props;
  const { emptied, isRequired = false } = props;
  const editing = useEditing();
  const words = useWorkflowWords();
  const labels = useLabels();
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const find = finds[kind];
  const sought = useDeferredValue(typed.trim());
  const query = useQuery({
    ...(find ?? findProjects)(editing.slug, sought),
    enabled: isOpen && find !== undefined,
  });
  const offered = useFieldChoices(kind, hasTemplates);
  const there = localChoices(kind, choice, editing, labels);
  const chosen = (isList(value) ? value : value === undefined || value === null ? [] : [value]).map(
    String,
  );
  const nameOf = (id: string) =>
    [...offered, ...there].find((each) => each.id === id)?.name ??
    editing.nameOf(id) ??
    (kind === 'phase' ? phaseName(id) : id);
  const options = [
    ...filterByText(offered, typed),
    ...(find ? (query.data ?? []) : filterByText(there, typed)),
  ];
  const isNew =
    free.includes(kind) &&
    typed.trim() !== '' &&
    !options.some(({ name }) => name === typed.trim());
  const all = isNew
    ? [...options, { id: typed.trim(), name: words.control.use({ text: typed.trim() }) }]
    : options;
  const write = (ids: readonly string[]) => {
    if (ids.length === 0) editing.change(path, isMany ? [] : emptied);
    else editing.change(path, isMany ? ids : ids[0]);
  };
  const take = ({ id, name }: Choice) => {
    editing.learn(id, name);
    if (!isMany) write([id]);
    else write(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  };
  const names = chosen.map(nameOf).join(', ');
  return (
    <Labelled {...props}>
      <fieldset disabled={editing.isFrozen} className="flex min-w-0 items-start gap-1">
        <div className="min-w-0 flex-1">
          <Chooser
            label={label}
            className={`${inputLook} control h-auto! min-h-8 text-left pointer-coarse:min-h-11 ${names ? '' : 'text-faint!'}`}
            options={all}
            typed={typed}
            onType={type}
            isOpen={isOpen}
            onOpen={setOpen}
            chosen={chosen}
            isMany={isMany}
            onTake={take}
          >
            {names || (props.emptyText ?? words.control.choose)}{' '}
          </Chooser>
        </div>
        {names && !isRequired ? (
          <button
            type="button"
            aria-label={words.control.clear({ label })}
            onClick={() => write([])}
            className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
          >
            <Close />
          </button>
        ) : null}
      </fieldset>
    </Labelled>
  );
}

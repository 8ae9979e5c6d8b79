import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { asFailure } from '../commands/use-action.ts';
import type { Choice, FindChoices } from '../data/choices.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { useSettingsWords } from '../words/settings/use.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** Form field that holds the id. */
  readonly name?: string;
  readonly slug: string;
  readonly find: FindChoices;
  readonly initial?: Choice | null;
  /** Ids that are already chosen and therefore not offered. */
  readonly except?: readonly string[];
  /** Called for every choice; the field is then cleared for the next one. */
  readonly onChoose?: (choice: Choice) => void;
  /** Called with the new choice. */
  readonly onTake?: (choice: Choice) => void;
  /** Called when the field becomes empty. */
  readonly onEmpty?: () => void;
  readonly isRequired?: boolean;
  /** Offers to create a record under the typed name. The form creates it when it is submitted. */
  readonly creation?: {
    /** Form field that holds the name of the new record. */
    readonly name: string;
    readonly offer: (name: string) => string;
    /** Shown while there is nothing to choose from. */
    readonly none: string;
  };
}

/** Id of a choice that does not exist yet. */
const newId = '';

/** Record picker: typing searches, arrows move, Enter chooses, an empty field means none. */
export function Picker(props: Props) {
  const { label, hint, name, slug, find, initial = null, except = [] } = props;
  const { onChoose, onTake, onEmpty, isRequired, creation } = props;
  const words = useSettingsWords();
  const id = useId();
  const [chosen, choose] = useState<Choice | null>(initial);
  const [typed, type] = useState(initial?.name ?? '');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = typed === chosen?.name ? '' : typed.trim();
  const sought = useDeferredValue(wanted);
  const query = useQuery({ ...find(slug, sought), enabled: isOpen });
  const existing = (query.data ?? []).filter((each) => !except.includes(each.id));
  // Until the search for this text has returned, a record of that name may exist.
  const isAnswered = sought === wanted && query.isSuccess && !query.isPlaceholderData;
  const isNew =
    creation !== undefined &&
    isAnswered &&
    wanted !== '' &&
    existing.every(({ name }) => name.toLowerCase() !== wanted.toLowerCase());
  const options = isNew ? [...existing, { id: newId, name: wanted }] : existing;
  const current = options[Math.min(at, options.length - 1)];
  const take = (choice: Choice) => {
    setOpen(false);
    choose(onChoose ? null : choice);
    type(onChoose ? '' : choice.name);
    onChoose?.(choice);
    onTake?.(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !isOpen) setOpen(true);
    else if (step !== undefined) setAt((at + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter' && isOpen && current) take(current);
    else if (event.key === 'Enter' && creation && wanted !== '' && !isAnswered) setOpen(true);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && current ? `${id}-${current.id}` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        autoComplete="off"
        required={isRequired}
        maxLength={creation ? textLimits.maxLength : undefined}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          type(event.target.value);
          if (event.target.value === '') {
            choose(null);
            if (chosen) onEmpty?.();
          }
          setAt(0);
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          const [only, ...others] = options;
          if (isNew && only && others.length === 0) take(only);
          // Text without a choice is dropped.
          else type(chosen?.name ?? '');
        }}
        onKeyDown={onKeyDown}
        className="control w-full rounded border border-border bg-raised px-2"
      />
      {name ? <input type="hidden" name={name} value={chosen?.id ?? ''} /> : null}
      {creation ? (
        <input type="hidden" name={creation.name} value={chosen?.id === newId ? chosen.name : ''} />
      ) : null}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        className="flex max-h-44 flex-col overflow-auto rounded border border-border bg-raised p-1"
      >
        {options.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={choice.id}
            id={`${id}-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === current}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
            className={clsx(
              'control flex shrink-0 cursor-pointer items-center rounded px-2',
              choice === current && 'bg-tint',
            )}
          >
            <span className="truncate">
              {choice.id === newId && creation ? creation.offer(choice.name) : choice.name}
            </span>
          </div>
        ))}
        {options.length === 0 && !query.isPending ? (
          <p className="px-2 py-1 text-muted">
            {wanted === '' && creation ? creation.none : words.nothingFound}
          </p>
        ) : null}
      </div>
      <FailureNotice failure={query.error ? asFailure(query.error) : undefined} />
      {hint ? (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

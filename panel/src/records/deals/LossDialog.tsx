import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { dealFields } from '#panel/api/records/deals.ts';
import { dealTermsQuery } from '#panel/data/deal-terms.ts';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useWords } from '#panel/words/translations.ts';
import type { Phase } from './board.ts';

interface Props {
  readonly slug: string;
  /** Title of the dialog. */
  readonly title: string;
  /** Phases that mean lost. */
  readonly phases: readonly Phase[];
  readonly phase: Phase;
  readonly onLost: (phase: Phase, reason: string) => void;
  readonly onClose: () => void;
}

/** Maximum number of reasons offered. */
const maxReasons = 6;

/** Asks for the reason of losses: one that the team has used before, or another. */
export default function LossDialog({ slug, title, phases, phase, onLost, onClose }: Props) {
  const { losing: words } = useDealWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { data } = useQuery(dealTermsQuery(slug));
  const [reason, setReason] = useState('');
  const [to, setTo] = useState(phase.phase);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const used = data?.loss_reasons.slice(0, maxReasons) ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (text !== '') onLost(phases.find((each) => each.phase === to) ?? phase, text);
  };
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose}>
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="font-medium">
            {words.reason}
          </label>
          <input
            ref={field}
            id={id}
            name="loss_reason"
            value={reason}
            maxLength={dealFields.loss_reason.maxLength}
            required
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setReason(target.value)}
            className="control w-full rounded border border-border bg-raised px-2"
          />
          <p id={`${id}-hint`} className="text-meta text-muted">
            {words.reasonHint}
          </p>
        </div>
        {used.length > 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its buttons
          <div role="group" aria-label={words.used} className="flex flex-wrap gap-1">
            {used.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === reason}
                onClick={() => {
                  setReason(each);
                  field.current?.focus();
                }}
                className="control max-w-full truncate rounded border border-border bg-surface px-2 hover:border-control aria-pressed:border-accent aria-pressed:bg-tint"
              >
                {each}
              </button>
            ))}
          </div>
        ) : null}
        {phases.length > 1 ? (
          <Select
            label={labels.phase}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
            choices={phases.map((each) => ({ value: each.phase, label: phaseName(each.phase) }))}
          />
        ) : null}
        <div className="flex gap-2">
          <Button type="submit" look="danger">
            {words.submit}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

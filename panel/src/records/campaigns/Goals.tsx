import { useState } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Close, Plus } from '#panel/ui/icons.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type Goal, goalsIn, goalsOf } from './model.ts';

interface Props {
  readonly value: Readonly<Record<string, unknown>>;
  readonly onSave: (goals: Record<string, unknown>) => void;
}

const input =
  'control min-w-0 rounded border border-transparent bg-transparent px-2 hover:border-control focus:border-control focus:bg-raised';

/** Goals of a campaign, as names and numbers; saved when a row is left. */
export function Goals({ value, onSave }: Props) {
  const { goals: words } = useCampaignWords();
  const { labels } = useFieldWords();
  const locale = useLocale();
  const [draft, setDraft] = useState<readonly Goal[]>();
  const rows = draft ?? goalsIn(value, locale);
  const edit = (at: number, change: Partial<Goal>) =>
    setDraft(rows.map((row, i) => (i === at ? { ...row, ...change } : row)));
  const save = (now: readonly Goal[]) => {
    const next = goalsOf(now, locale);
    const isUnfinished = now.some(({ name }) => name.trim() === '');
    if (!isUnfinished) setDraft(undefined);
    if (JSON.stringify(next) !== JSON.stringify(value)) onSave(next);
  };
  return (
    <section aria-label={labels.goals} className="flex flex-col gap-1">
      <header className="flex min-h-8 items-center justify-between">
        <h2 className="font-semibold text-title">{labels.goals}</h2>
        <Button look="quiet" onClick={() => setDraft([...rows, { name: '', value: '' }])}>
          <Plus />
          {words.add}
        </Button>
      </header>
      {rows.length === 0 ? <p className="text-faint">{words.none}</p> : null}
      <ul className="flex flex-col">
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index
          <li key={i} className="group flex items-center gap-1">
            <input
              aria-label={words.name}
              value={row.name}
              {...textLimits}
              autoComplete="off"
              onChange={({ target }) => edit(i, { name: target.value })}
              onBlur={() => save(rows)}
              className={`${input} w-1/2`}
            />
            <input
              aria-label={`${words.value}: ${row.name}`}
              value={row.value}
              {...textLimits}
              autoComplete="off"
              onChange={({ target }) => edit(i, { value: target.value })}
              onBlur={() => save(rows)}
              className={`${input} flex-1 tabular-nums`}
            />
            <button
              type="button"
              aria-label={words.remove({ name: row.name })}
              onClick={() => save(rows.filter((_, at) => at !== i))}
              className="control inline-flex aspect-square items-center justify-center rounded text-muted opacity-0 hover:bg-surface focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
            >
              <Close />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

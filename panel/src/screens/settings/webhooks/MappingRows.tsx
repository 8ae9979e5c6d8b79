import type { MappingTry } from '#panel/api/types.ts';
import { SelectInput } from '#panel/parts/Select.tsx';
import { Close, Down, Warning } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { labelOf } from '#panel/words/fields/words.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { fields, kinds, problemNameOf, type Row, shownValue } from './mapping.ts';
import { useFocusNext } from './use-focus-next.ts';

interface Props {
  readonly rows: readonly Row[];
  /** True if the pipeline determines the project. */
  readonly hasProject: boolean;
  readonly tried: MappingTry | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
}

/** Mapping as a form: for each task field its source, the value found, and problems. */
export function MappingRows({ rows, hasProject, tried, onChange }: Props) {
  const { mapping: words } = useWebhookWords();
  const fieldWords = useFieldWords();
  const { box, focusNext } = useFocusNext();
  const free = fields.filter(
    (field) => !rows.some((row) => row.field === field) && !(field === 'project_id' && hasProject),
  );
  return (
    <div ref={box} className="flex flex-col gap-3">
      {rows.length === 0 ? <p className="text-muted">{words.empty}</p> : null}
      {rows.map((row) => (
        <One
          key={row.field}
          row={row}
          tried={tried}
          onChange={(changed) =>
            onChange(rows.map((each) => (each.field === row.field ? changed : each)))
          }
          onRemove={() => {
            onChange(rows.filter(({ field }) => field !== row.field));
            focusNext('add');
          }}
        />
      ))}
      {free.length === 0 ? (
        <p className="text-meta text-muted">{words.addAll}</p>
      ) : (
        <div className="self-start" data-focus="add">
          <Menu
            label={words.add}
            isLabelShown
            align="start"
            side="above"
            items={free.map((field) => ({
              label: labelOf(fieldWords, field) ?? field,
              act: () => {
                onChange([...rows, { field, kind: 'path', text: '' }]);
                focusNext(field);
              },
            }))}
            className="control inline-flex items-center gap-2 rounded border border-border bg-raised px-3 font-medium hover:bg-surface"
          >
            <Down />
          </Menu>
        </div>
      )}
    </div>
  );
}

function One({
  row,
  tried,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly tried: MappingTry | undefined;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}) {
  const { mapping: words } = useWebhookWords();
  const { field, kind, text } = row;
  const name = labelOf(useFieldWords(), field) ?? field;
  const problem = tried?.problems.find((each) => each.field === field);
  const result = tried && Object.hasOwn(tried.found, field) ? tried.found[field] : undefined;
  const isMissing = tried?.missing.includes(field);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div role="group" aria-label={words.field({ field: name })} className="flex flex-col gap-1">
      <span className="font-medium">
        {name} <code className="text-meta text-muted">{field}</code>
      </span>
      <div className="flex flex-wrap gap-2">
        <SelectInput
          label={words.kindOf({ field: name })}
          value={kind}
          onChange={({ target }) => {
            const next = kinds.find((each) => each === target.value);
            if (next) onChange({ ...row, kind: next });
          }}
          choices={kinds.map((each) => ({ value: each, label: words.kinds[each] }))}
        />
        <span className="flex min-w-0 flex-1 gap-2" data-focus={field}>
          <input
            aria-label={words.valueOf({ field: name })}
            aria-invalid={problem ? true : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={words.hints[kind]}
            value={text}
            onChange={({ target }) => onChange({ ...row, text: target.value })}
            className="control min-w-32 flex-1 rounded border border-border bg-raised px-2 text-ui text-text aria-invalid:border-danger"
          />
          <button
            type="button"
            aria-label={words.remove({ field: name })}
            onClick={onRemove}
            className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
          >
            <Close />
          </button>
        </span>
      </div>
      {problem ? (
        <p className="flex gap-1 text-danger text-meta">
          <Warning size={12} />
          {words.problems[problemNameOf(problem)]}
        </p>
      ) : null}
      {isMissing ? <p className="text-meta text-warn">{words.nothingFound}</p> : null}
      {result !== undefined && !isMissing ? (
        <p className="truncate text-meta text-muted">
          {words.found} <code>{shownValue(result)}</code>
        </p>
      ) : null}
    </div>
  );
}

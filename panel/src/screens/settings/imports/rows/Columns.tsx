import { useMemo, useState } from 'react';
import { SelectInput } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Close, Plus } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import type { SelectChoice } from '#panel/ui/select/SelectInput.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { fieldsOf, resources } from './fields.ts';
import { useMappingLabels } from './labels.ts';
import { type Draft, targetOf, withoutRecord, withRecord, withTarget } from './mapping.ts';
import type { Table } from './types.ts';

interface Props {
  readonly table: Table;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Most records of a row that the panel offers; the API takes ten. */
const maxRecords = 6;
/** Columns without a field that are listed before they are folded. */
const maxUnmapped = 8;

/** Columns of the file, each with samples and the field that it fills. */
export function Columns({ table, draft, onDraft }: Props) {
  const { columns: words } = useImportRowsWords();
  const labels = useMappingLabels();
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale).format;
  // Columns without a field follow, and keep their place while their field changes.
  const [order] = useState(() => {
    const mapped = new Set(draft.columns.map(({ column }) => column));
    return [
      ...table.columns.filter(({ column }) => mapped.has(column)),
      ...table.columns.filter(({ column, filled }) => !mapped.has(column) && filled > 0),
    ];
  });
  const unmapped = order.filter(({ column }) => targetOf(draft, column) === '');
  const [isWhole, setWhole] = useState(unmapped.length <= maxUnmapped);
  const first = order.length - unmapped.length + maxUnmapped;
  const visible = isWhole ? order : order.slice(0, first);
  const choices = useMemo((): readonly SelectChoice[] => {
    const isOne = draft.records.length === 1;
    return draft.records.flatMap((record) =>
      fieldsOf[record.resource].map((field) => ({
        value: `${record.key}.${field}`,
        label: isOne ? labels.field(field) : `${labels.record(record)}: ${labels.field(field)}`,
      })),
    );
  }, [draft.records, labels]);
  const none = { value: '', label: words.none };
  const notes = draft.keep_unmapped ? { value: '', label: words.noneWithNotes } : none;
  const noted = unmapped.filter(({ is_noted: isNoted }) => isNoted).length;
  return (
    <Section title={words.title} about={<RowsAre draft={draft} />}>
      <Records draft={draft} onDraft={onDraft} />
      <ul aria-label={words.title} className="flex flex-col">
        {visible.map(({ column, name, samples, is_noted: isNoted }) => {
          const title = name === '' ? words.unnamed({ number: count(column + 1) }) : name;
          return (
            <li
              key={column}
              className="grid items-center gap-x-4 gap-y-1 border-border border-b py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)]"
            >
              <span className="wrap-anywhere font-medium">{title}</span>
              <span className="line-clamp-2 wrap-anywhere text-meta text-muted">
                {samples.length === 0 ? words.empty : samples.slice(0, 3).join(' · ')}
              </span>
              <SelectInput
                label={words.targetOf({ name: title })}
                value={targetOf(draft, column)}
                choices={[isNoted ? notes : none, ...choices]}
                onChange={({ target }) => onDraft(withTarget(draft, column, target.value))}
              />
            </li>
          );
        })}
      </ul>
      {isWhole ? null : (
        <Button look="quiet" className="self-start" onClick={() => setWhole(true)}>
          {words.showAll({
            n: order.length - visible.length,
            text: count(order.length - visible.length),
          })}
        </Button>
      )}
      {noted > 0 ? (
        <Checkbox
          label={words.keepNotes({ n: noted, text: count(noted) })}
          hint={words.keepNotesHint}
          checked={draft.keep_unmapped}
          onChange={({ currentTarget: { checked } }) =>
            onDraft({ ...draft, keep_unmapped: checked })
          }
        />
      ) : null}
    </Section>
  );
}

function RowsAre({ draft }: Pick<Props, 'draft'>) {
  const { columns: words } = useImportRowsWords();
  const labels = useMappingLabels();
  const list = new Intl.ListFormat(useLocale());
  return words.about({ records: list.format(draft.records.map(labels.record)) });
}

/** Records that each row makes. */
function Records({ draft, onDraft }: Omit<Props, 'table'>) {
  const { columns: words } = useImportRowsWords();
  const { kinds } = useFieldWords();
  const labels = useMappingLabels();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {draft.records.map((record) => (
        <span
          key={record.key}
          className="inline-flex items-center rounded bg-tint pl-2 font-medium text-accent"
        >
          {labels.record(record)}
          {draft.records.length > 1 ? (
            <button
              type="button"
              aria-label={words.removeRecord({ name: labels.record(record) })}
              title={words.removeRecord({ name: labels.record(record) })}
              onClick={() => onDraft(withoutRecord(draft, record.key))}
              className="control inline-flex aspect-square items-center justify-center rounded"
            >
              <Close size={12} />
            </button>
          ) : (
            <span className="control inline-block w-2" />
          )}
        </span>
      ))}
      {draft.records.length < maxRecords ? (
        <span className="inline-flex items-center gap-1">
          <Plus />
          <SelectInput
            label={words.addRecord}
            value=""
            choices={[
              { value: '', label: words.addRecord },
              ...resources.map((value) => ({ value, label: kinds[value].one })),
            ]}
            onChange={({ target }) => {
              const resource = resources.find((each) => each === target.value);
              if (resource) onDraft(withRecord(draft, resource));
            }}
          />
        </span>
      ) : null}
    </div>
  );
}

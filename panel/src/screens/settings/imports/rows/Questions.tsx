import { useId } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { importActions } from '../queries.ts';
import { fieldsOf, resources } from './fields.ts';
import { type MappingLabels, useMappingLabels } from './labels.ts';
import { answer, type Draft, questionKey, withTarget } from './mapping.ts';
import { sameReading } from './reading.ts';
import type { ImportedResource, Question, Table } from './types.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly table: Table;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Decisions that only the user can make, before the mapping. */
export function Questions(props: Props) {
  const { table } = props;
  const { questions: words } = useImportRowsWords();
  const questions = table.guess.questions.filter(
    (question, i, all) =>
      all.findIndex((each) => questionKey(each) === questionKey(question)) === i,
  );
  if (questions.length === 0) return null;
  return (
    <Section title={words.title} about={words.about}>
      {questions.map((question) =>
        question.code === 'resource' ? (
          <ResourceQuestion key="resource" {...props} question={question} />
        ) : question.code === 'date_order' ? (
          <DateQuestion key="date_order" {...props} question={question} />
        ) : (
          <ColumnQuestion key={questionKey(question)} {...props} question={question} />
        ),
      )}
    </Section>
  );
}

interface OneProps extends Props {
  readonly question: Question;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface RadiosProps {
  readonly title: string;
  readonly about?: string | undefined;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string) => void;
  readonly isBusy?: boolean;
}

function Radios({ title, about, choices, chosen, onChoose, isBusy = false }: RadiosProps) {
  const name = useId();
  return (
    <fieldset disabled={isBusy} data-question={chosen === undefined ? 'open' : 'answered'}>
      <legend className="font-medium">{title}</legend>
      {about ? <p className="wrap-anywhere text-meta text-muted">{about}</p> : null}
      <div className="flex flex-wrap gap-x-5">
        {choices.map(({ value, label }) => (
          <label key={value} className="control flex items-center gap-2">
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Records that the rows are about. Another answer than the guess reads the file again. */
function ResourceQuestion({ slug, id, table, draft, onDraft, question }: OneProps) {
  const { questions: words } = useImportRowsWords();
  const { kinds } = useFieldWords();
  const read = useAction((resource: ImportedResource) =>
    importActions(slug).readAgain(id, sameReading(table, resource)),
  );
  const guessed = question.choices[0];
  const sorted = [
    ...resources.filter((each) => question.choices.includes(each)),
    ...resources.filter((each) => !question.choices.includes(each)),
  ];
  return (
    <>
      <Radios
        title={words.resource}
        choices={sorted.map((value) => ({ value, label: kinds[value].one }))}
        chosen={draft.answered.includes(questionKey(question)) ? guessed : undefined}
        isBusy={read.isBusy}
        onChoose={(value) => {
          const resource = resources.find((each) => each === value);
          if (value === guessed) onDraft(answer(draft, question));
          else if (resource) read.act(resource);
        }}
      />
      <FailureNotice failure={read.failure} />
    </>
  );
}

function samplesOf({ columns }: Table, column: number | null) {
  const { name = '', samples = [] } = columns.find((each) => each.column === column) ?? {};
  return { name, samples: samples.slice(0, 3) };
}

function DateQuestion({ table, draft, onDraft, question }: OneProps) {
  const { questions: words } = useImportRowsWords();
  const { name, samples } = samplesOf(table, question.column);
  const orders = ['dmy', 'mdy'] as const;
  return (
    <Radios
      title={words.dateOrder({ name })}
      about={words.example({ text: samples.join(' · ') })}
      choices={orders.map((value) => ({ value, label: words.orders[value] }))}
      chosen={
        draft.answered.includes(questionKey(question)) ? (draft.date_order ?? 'dmy') : undefined
      }
      onChoose={(value) =>
        onDraft(
          answer({ ...draft, date_order: orders.find((each) => each === value) ?? null }, question),
        )
      }
    />
  );
}

/** Fields among which the user chooses, as `record.field`; the notes are no field, but what is left for them. */
function targetsOf({ records }: Draft, { choices }: Question): readonly string[] {
  return choices.flatMap((field) => {
    if (field === 'notes') return [''];
    const record = records.find(({ resource }) => fieldsOf[resource].includes(field));
    return record ? [`${record.key}.${field}`] : [];
  });
}

const labelOfTarget = (draft: Draft, target: string, labels: MappingLabels, notes: string) => {
  if (target === '') return notes;
  const [key, field] = [
    target.slice(0, target.indexOf('.')),
    target.slice(target.indexOf('.') + 1),
  ];
  const record = draft.records.find((each) => each.key === key);
  return draft.records.length > 1 && record
    ? `${labels.record(record)}: ${labels.field(field)}`
    : labels.field(field);
};

function ColumnQuestion({ table, draft, onDraft, question }: OneProps) {
  const { questions: words, columns } = useImportRowsWords();
  const labels = useMappingLabels();
  const { name, samples } = samplesOf(table, question.column);
  const { column } = question;
  if (column === null) return null;
  const target = draft.columns.find((each) => each.column === column);
  const current = target ? `${target.record}.${target.field}` : '';
  const targets = [...new Set([...targetsOf(draft, question), ''])];
  const isAnswered = draft.answered.includes(questionKey(question));
  // Another field may have been chosen in the list of columns.
  const offered = isAnswered && !targets.includes(current) ? [current, ...targets] : targets;
  return (
    <Radios
      title={words.column({ name })}
      about={samples.length > 0 ? words.example({ text: samples.join(' · ') }) : undefined}
      choices={offered.map((value) => ({
        value,
        label: labelOfTarget(
          draft,
          value,
          labels,
          draft.keep_unmapped ? columns.noneWithNotes : columns.none,
        ),
      }))}
      chosen={isAnswered ? current : undefined}
      onChoose={(value) => onDraft(withTarget(draft, column, value))}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importsPreviewLimits } from '#panel/api/input-limits.ts';
import { findProjects } from '#panel/data/choices.ts';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox, Field } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { recordsWithArticle } from '#panel/words/fields/words.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { type Draft, defaultMatch, matchKeysOf } from './mapping.ts';
import type { Table } from './types.ts';

interface Props {
  readonly slug: string;
  readonly table: Table;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

const { area_code: areaCode } = importsPreviewLimits;
/** Values of the choices that are no key. */
const [byDefault, never] = ['default', 'never'];
const onMatch = ['fill_blanks', 'overwrite', 'skip'] as const;
const onInactive = ['skip', 'restore_and_update', 'create_new'] as const;
const emailTo = ['client', 'notes'] as const;
const dateOrders = ['dmy', 'mdy'] as const;

/** Choices for records that exist, links that do not, and cells that can be read in two ways. */
export function Options({ slug, table, draft, onDraft }: Props) {
  const { options: words, questions } = useImportRowsWords();
  const fields = useFieldWords();
  const articles = recordsWithArticle(fields);
  const change = (part: Partial<Draft>) => onDraft({ ...draft, ...part });
  const recognized = draft.records.flatMap((record) => {
    const keys = matchKeysOf(draft, record);
    return keys.length === 0 ? [] : [{ record, keys }];
  });
  const has = (test: (field: string) => boolean) => draft.columns.some(({ field }) => test(field));
  const hasDates = has((field) => /date|_at$/.test(field));
  const hasPhones = has((field) => /phone|msgapp/.test(field));
  const hasContactMail =
    draft.records.some(({ resource }) => resource === 'contacts') &&
    draft.columns.some(({ record, field }) => record === 'client' && field === 'email');
  const takesProject = draft.records.some(
    ({ resource, links }) =>
      (resource === 'tasks' || resource === 'campaigns') && links.project_id === undefined,
  );
  return (
    <Section title={words.title}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {recognized.map(({ record, keys }) => (
          <Select
            key={record.key}
            label={words.matchBy({ record: articles[record.resource] ?? record.resource })}
            value={
              draft.match_by[record.key] === null
                ? never
                : (draft.match_by[record.key] ?? defaultMatch(keys, record) ?? byDefault)
            }
            choices={[
              ...(defaultMatch(keys, record) === undefined
                ? [
                    {
                      value: byDefault,
                      label: record.key === table.guess.primary ? words.byRow : words.byName,
                    },
                  ]
                : []),
              ...keys.map((value) => ({ value, label: words.keys[value] })),
              { value: never, label: words.never },
            ]}
            onChange={({ target: { value } }) => {
              const { [record.key]: _, ...others } = draft.match_by;
              const chosen = keys.find((key) => key === value) ?? null;
              change({
                match_by: value === byDefault ? others : { ...others, [record.key]: chosen },
              });
            }}
          />
        ))}
        <Select
          label={words.onMatch}
          hint={words.matchHint}
          value={draft.on_match}
          choices={onMatch.map((value) => ({ value, label: words.matches[value] }))}
          onChange={({ target }) =>
            change({ on_match: onMatch.find((each) => each === target.value) ?? 'fill_blanks' })
          }
        />
        <Select
          label={words.onInactive}
          value={draft.on_inactive}
          choices={onInactive.map((value) => ({ value, label: words.inactive[value] }))}
          onChange={({ target }) =>
            change({ on_inactive: onInactive.find((each) => each === target.value) ?? 'skip' })
          }
        />
        {takesProject ? (
          <Project
            slug={slug}
            id={draft.project_id}
            onChange={(project_id) => change({ project_id })}
          />
        ) : null}
        {hasContactMail ? (
          <Select
            label={words.emailTo}
            value={draft.email_to}
            choices={emailTo.map((value) => ({ value, label: words.emails[value] }))}
            onChange={({ target }) =>
              change({ email_to: emailTo.find((each) => each === target.value) ?? 'client' })
            }
          />
        ) : null}
        {hasDates && table.format !== 'trello' ? (
          <Select
            label={words.dateOrder}
            value={draft.date_order ?? ''}
            choices={[
              { value: '', label: words.dateOrderGuessed },
              ...dateOrders.map((value) => ({ value, label: questions.orders[value] })),
            ]}
            onChange={({ target }) =>
              change({ date_order: dateOrders.find((each) => each === target.value) ?? null })
            }
          />
        ) : null}
        {hasPhones ? (
          <Field
            label={words.areaCode}
            hint={words.areaCodeHint}
            inputMode="numeric"
            pattern={areaCode.pattern}
            defaultValue={draft.area_code ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ area_code: new RegExp(areaCode.pattern).test(value) ? value : null })
            }
          />
        ) : null}
      </div>
      <div>
        <Checkbox
          label={words.createLinked}
          hint={words.createLinkedHint}
          checked={draft.create_linked}
          onChange={({ currentTarget: { checked } }) => change({ create_linked: checked })}
        />
        <Checkbox
          label={words.emits}
          hint={words.emitsHint}
          checked={draft.emits}
          onChange={({ currentTarget: { checked } }) => change({ emits: checked })}
        />
      </div>
    </Section>
  );
}

interface ProjectProps {
  readonly slug: string;
  readonly id: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Project of rows without one. */
function Project({ slug, id, onChange }: ProjectProps) {
  const { options: words } = useImportRowsWords();
  const [first] = useState(id);
  const query = recordNameQuery(slug, 'projects', first ?? '');
  const { data: name } = useQuery({ ...query, enabled: first !== null });
  if (first !== null && name === undefined) return null;
  return (
    <Picker
      label={words.project}
      hint={words.projectHint}
      slug={slug}
      find={findProjects}
      initial={first !== null && name !== undefined ? { id: first, name } : null}
      onTake={(choice) => onChange(choice.id)}
      onEmpty={() => onChange(null)}
    />
  );
}

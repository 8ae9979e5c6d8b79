import { runWithToast } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findClients } from '#panel/data/choices.ts';
import { createRecord, type NewOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { parseNumber } from '#panel/parts/fields/parse-number.ts';
import { Picker } from '#panel/parts/Picker.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field, Select } from '#panel/ui/Field.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import type { Phase } from './board.ts';

interface Props {
  readonly phases: readonly Phase[];
  /** Initial phase. */
  readonly phase: string | undefined;
  readonly onClose: () => void;
}

const create = createRecord('deals');

/** Creates a deal: title, client and value. */
export default function NewDealDialog({ phases, phase, onClose }: Props) {
  const words = useDealWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { fields } = useRecordWords();
  const locale = useLocale();
  const { slug, me, can } = useCurrentTeam();
  const { all } = usePeople(slug);
  const act = useAction(async (values: Values) => {
    const value = parseNumber(values('value'), locale);
    const made: NewOf<'deals'> = {
      title: values('title').trim(),
      ...(values('phase') && { phase: values('phase') }),
      ...(values('client_id') && { client_id: values('client_id') }),
      ...(values('responsible_id') && { responsible_id: values('responsible_id') }),
      ...(values('expected_close_date') && { expected_close_date: values('expected_close_date') }),
      ...(value && { value }),
    };
    onClose();
    await runWithToast(create, {
      slug,
      fields: made,
      done: ({ id }) => openPeek('deals', id),
    });
  });
  const open = phases.filter(({ meaning }) => meaning !== 'lost');
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.create}>
        <Field
          label={labels.title}
          name="title"
          required
          maxLength={255}
          autoComplete="off"
          pattern=".*\S.*"
        />
        <Picker label={labels.client_id} name="client_id" slug={slug} find={findClients} />
        <div className="grid grid-cols-2 gap-3">
          {can('sees_values') ? (
            <Field
              label={`${labels.value} (R$)`}
              name="value"
              inputMode="decimal"
              autoComplete="off"
              pattern="[0-9.,]*"
            />
          ) : null}
          <LabelledDate label={labels.expected_close_date} name="expected_close_date" />
        </div>
        <div className="grid grid-cols-2 gap-3">
          {open.length > 0 ? (
            <Select
              label={labels.phase}
              name="phase"
              defaultValue={phase ?? open[0]?.phase}
              choices={open.map((each) => ({ value: each.phase, label: phaseName(each.phase) }))}
            />
          ) : null}
          <Select
            label={labels.responsible_id}
            name="responsible_id"
            defaultValue={me?.user_id ?? ''}
            choices={[
              { value: '', label: fields.nobody },
              ...all.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
      </Form>
    </Dialog>
  );
}

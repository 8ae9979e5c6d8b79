import { useState } from 'react';
import { request } from '#panel/api/call.ts';
import { contractFields } from '#panel/api/records/contracts.ts';
import { textLimits } from '#panel/api/text-limits.ts';
import type { Contract, Deal } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { useToday } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { numberIn } from '#panel/parts/fields/parse-number.ts';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { TemplateSelect } from '../shared/fields/TemplateSelect.tsx';

interface Props {
  readonly slug: string;
  readonly deal: Deal;
  readonly onClose: () => void;
}

/** Creates the contract of a won deal, and its project. */
export default function ContractDialog({ slug, deal, onClose }: Props) {
  const { fromDeal: words } = useContractWords();
  const { labels, values: valueWords } = useFieldWords();
  const { common } = useWords();
  const { squadHint } = useProjectTemplateWords();
  const today = useToday();
  const [project, setProject] = useState(deal.title);
  const [template, setTemplate] = useState('');
  const { value, included_hours, title } = contractFields;
  const act = useAction(async (values: Values) => {
    const { id } = await request('POST /teams/{team_slug}/deals/{id}/contract', {
      at: { team_slug: slug, id: deal.id },
      body: {
        title: values('title').trim() || null,
        project_name: values('project_name').trim() || null,
        template_id: values('template_id') || null,
        squad_id: values('squad_id') || null,
        period: values('period') as Contract['period'],
        value: numberIn(values('value')),
        included_hours: numberIn(values('included_hours')),
        starts_on: values('starts_on') || null,
      },
    });
    await queryClient.invalidateQueries({ queryKey: ['team', slug, 'contracts'] });
    onClose();
    openPeek('contracts', id);
  });
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.submit}>
        <p className="text-muted">{words.about}</p>
        <Field
          label={labels.title}
          name="title"
          defaultValue={deal.title}
          maxLength={title.maxLength}
          autoComplete="off"
          required
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberInput
            label={`${labels.value} (R$)`}
            name="value"
            kind="money"
            defaultValue={deal.value}
            min={value.minimum}
            max={value.maximum}
          />
          <Select
            label={labels.period}
            name="period"
            defaultValue="monthly"
            choices={contractFields.period.values.map((each) => ({
              value: each,
              label: valueWords.contracts.period[each],
            }))}
          />
          <NumberInput
            label={labels.included_hours}
            name="included_hours"
            kind="number"
            min={included_hours.minimum}
            max={included_hours.maximum}
          />
          <LabelledDate label={labels.starts_on} name="starts_on" defaultValue={today} />
        </div>
        <Field
          label={words.project}
          hint={words.projectHint}
          name="project_name"
          defaultValue={deal.title}
          maxLength={textLimits.maxLength}
          autoComplete="off"
          onChange={({ target }) => setProject(target.value.trim())}
        />
        {project === '' ? null : (
          <>
            <TemplateSelect slug={slug} value={template} onChange={setTemplate} />
            <Picker
              label={labels.squad_id}
              {...(template !== '' && { hint: squadHint })}
              name="squad_id"
              slug={slug}
              find={linkChoices.squads}
            />
          </>
        )}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}

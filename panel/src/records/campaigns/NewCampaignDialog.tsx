import { campaignFields } from '#panel/api/records/campaigns.ts';
import { run } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import type { Choice } from '#panel/data/choices.ts';
import { createRecord } from '#panel/data/records.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { ProjectPicker, useProject } from '../projects/ProjectPicker.tsx';

interface Props {
  readonly slug: string;
  /** Start date, if it was chosen in a calendar. */
  readonly date?: string | undefined;
  /** Project on whose page it is created. */
  readonly project?: Choice | undefined;
  readonly onClose: () => void;
}

const create = createRecord('campaigns');

/** Creates a campaign from its name and project. */
export default function NewCampaignDialog({ slug, date, project, onClose }: Props) {
  const words = useCampaignWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const projectOf = useProject(slug);
  const act = useAction(async (values: Values) => {
    const fields = {
      name: values('name').trim(),
      project_id: (await projectOf(values)).id,
      start_date: values('start_date') || null,
      end_date: values('end_date') || null,
    };
    const failure = await run(create, {
      slug,
      fields,
      done: ({ id }) => {
        onClose();
        openPeek('campaigns', id);
      },
    });
    if (failure) throw failure;
  });
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.createSubmit}>
        <Field
          label={labels.name}
          name="name"
          maxLength={campaignFields.name.maxLength}
          autoComplete="off"
          required
        />
        <ProjectPicker label={labels.project_id} slug={slug} initial={project ?? null} />
        <div className="grid grid-cols-2 gap-3">
          <LabelledDate label={labels.start_date} name="start_date" defaultValue={date} />
          <LabelledDate label={labels.end_date} name="end_date" />
        </div>
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { campaignFields } from '#panel/api/records/campaigns.ts';
import type { Campaign } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { type ChangeOf, changeRecord, recordQuery, removeRecord } from '#panel/data/records.ts';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { Files } from '../shared/files/Files.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import type { RecordProps } from '../shared/record-shortcuts.ts';
import { Approvals } from './Approvals.tsx';
import { Goals } from './Goals.tsx';

const change = changeRecord('campaigns');
const remove = removeRecord('campaigns');

export default function CampaignRecord({ slug, id, isPeek }: RecordProps) {
  const query = useQuery(recordQuery(slug, 'campaigns', id));
  return (
    <RecordOrDeleted slug={slug} kind="campaigns" query={query}>
      {(campaign) => <Content slug={slug} campaign={campaign} isPeek={isPeek} />}
    </RecordOrDeleted>
  );
}

interface Props {
  readonly slug: string;
  readonly campaign: Campaign;
  readonly isPeek: boolean;
}

function Content({ slug, campaign: loaded, isPeek }: Props) {
  const words = useCampaignWords();
  const { labels } = useFieldWords();
  const { id } = loaded;
  const campaign = useWithPending()(`campaigns/${id}`, loaded);
  const save = (fields: ChangeOf<'campaigns'>, base?: ChangeOf<'campaigns'>) =>
    void runWithToast(change, { slug, id, change: fields, base });
  const body = (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TitleField
            label={labels.name}
            name="name"
            value={campaign.name}
            onSave={(name) => save({ name })}
            isPage={!isPeek}
          />
        </div>
        <MoreMenu
          label={words.actions({ name: campaign.name })}
          items={[
            {
              label: words.cancel,
              isDangerous: true,
              act: () => void runWithToast(remove, { slug, id }),
            },
          ]}
        />
      </div>
      {isPeek ? <CampaignProperties slug={slug} campaign={campaign} save={save} /> : null}
      <Approvals slug={slug} campaign={campaign} />
      <LongTextField
        label={labels.description}
        name="description"
        value={campaign.description}
        onSave={(description, base) => save({ description }, { description: base })}
      />
      <Goals value={campaign.goals} onSave={(goals) => save({ goals })} />
      <Files slug={slug} kind="campaigns" id={id} />
      <RecordActivity slug={slug} kind="campaigns" id={id} label={words.activity} />
    </div>
  );
  return isPeek ? (
    body
  ) : (
    <div className="grid gap-8 @min-[720px]/record:grid-cols-[minmax(0,1fr)_320px]">
      {body}
      <CampaignProperties slug={slug} campaign={campaign} save={save} />
    </div>
  );
}

interface PropertiesProps {
  readonly slug: string;
  readonly campaign: Campaign;
  readonly save: (fields: ChangeOf<'campaigns'>) => void;
}

function CampaignProperties({ slug, campaign, save }: PropertiesProps) {
  return (
    <div className="flex flex-col gap-1">
      <Properties
        slug={slug}
        kind="campaigns"
        fields={campaignFields}
        record={campaign}
        save={save}
        properties={{
          status: {},
          project_id: { isReadOnly: true },
          start_date: {},
          end_date: {},
          target_platforms: {},
          content_pillars: {},
        }}
        hidden={['name']}
      />
    </div>
  );
}

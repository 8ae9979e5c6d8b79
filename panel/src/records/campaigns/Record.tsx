import { useQuery } from '@tanstack/react-query';
import { campaignFields } from '#panel/api/records/campaigns.ts';
import type { Campaign } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { type ChangeOf, changeRecord, recordQuery, removeRecord } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { useDayFormat, useFullDayFormat } from '#panel/display/formatters.ts';
import { ProjectDot } from '#panel/display/ProjectDot.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { Calendar } from '#panel/ui/icons.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { RecordFiles } from '../shared/files/RecordFiles.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import type { RecordProps } from '../shared/record-shortcuts.ts';
import { Approvals } from './Approvals.tsx';
import { Goals } from './Goals.tsx';
import { numbersIn } from './model.ts';

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
  const { labels, values } = useFieldWords();
  const day = useDayFormat();
  const fullDay = useFullDayFormat();
  const locale = useLocale();
  const { id } = loaded;
  const campaign = useWithPending()(`campaigns/${id}`, loaded);
  const { data: project } = useQuery({
    ...linkedQuery({ slug, kind: 'campaigns', id }, 'project', campaign.project_id ?? ''),
    enabled: campaign.project_id !== null,
  });
  const dates = [campaign.start_date, campaign.end_date].filter((date) => date !== null);
  const save = (fields: ChangeOf<'campaigns'>, base?: ChangeOf<'campaigns'>) =>
    void runWithToast(change, { slug, id, change: fields, base });
  return (
    <div className="flex flex-col gap-4">
      <RecordHead
        slug={slug}
        kind="campaigns"
        isPeek={isPeek}
        parent={
          campaign.project && {
            kind: 'projects',
            ...campaign.project,
            icon: project ? <ProjectDot project={project} /> : undefined,
          }
        }
        title={
          <TitleField
            label={labels.name}
            name="name"
            value={campaign.name}
            parent={campaign.project?.name}
            onSave={(name) => save({ name })}
            isPage={!isPeek}
          />
        }
        facts={
          <>
            <span>{values.campaigns.status[campaign.status]}</span>
            {numbersIn(campaign.goals, locale).map(({ name, value }) => (
              <span key={name} title={`${labels.goals}: ${name}`} className="whitespace-nowrap">
                <span className="font-semibold text-text tabular-nums">{value}</span> {name}
              </span>
            ))}
            {campaign.start_date || campaign.end_date ? (
              <span
                className="inline-flex items-center gap-1"
                title={dates.map(fullDay).join(' – ')}
              >
                <Calendar size={12} /> {dates.map(day).join(' – ')}
              </span>
            ) : null}
            {campaign.target_platforms.length > 0 ? (
              <span className="min-w-0 truncate">{campaign.target_platforms.join(', ')}</span>
            ) : null}
          </>
        }
        actions={
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
        }
      />
      <RecordBody
        isPeek={isPeek}
        label={words.properties}
        properties={<CampaignProperties slug={slug} campaign={campaign} save={save} />}
        after={<RecordActivity slug={slug} kind="campaigns" id={id} label={words.activity} />}
      >
        <Approvals slug={slug} campaign={campaign} />
        <RecordFiles slug={slug} kind="campaigns" id={id} hasLargePictures />
        <LongTextField
          label={labels.description}
          name="description"
          value={campaign.description}
          onSave={(description, base) => save({ description }, { description: base })}
        />
        <Goals value={campaign.goals} onSave={(goals) => save({ goals })} />
      </RecordBody>
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
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { approvalsCreateLimits } from '#panel/api/input-limits.ts';
import type { Campaign } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Checkbox, Field } from '#panel/ui/Field.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { approvalActions } from './approval-queries.ts';
import { campaignsOfProject } from './queries.ts';
import type { CreatedLink } from './ShareLinkDialog.tsx';

interface Props {
  readonly slug: string;
  readonly campaign: Campaign;
  readonly onClose: () => void;
  /** Receives the link for the client, which is shown only once. */
  readonly onLink: (shared: CreatedLink) => void;
}

const periods = [7, 15, 30, 60, 90];

/** Requests approval of the campaign, and of others in its project, from the team or the client. */
export default function RequestApprovalDialog({ slug, campaign, onClose, onLink }: Props) {
  const { approval: words } = useCampaignWords();
  const { common } = useWords();
  const [stage, setStage] = useState<'client' | 'internal'>('client');
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set([campaign.id]));
  const { data: others = [] } = useQuery(campaignsOfProject(slug, campaign.project_id));
  const isClients = stage === 'client';
  const act = useAction(
    (values: Values) =>
      approvalActions(slug).create({
        campaign_ids: [...chosen],
        stage,
        title: values('title').trim() || null,
        message: values('message').trim() || null,
        needed: Number(values('needed')),
        ...(isClients && {
          expires_in_days: Number(values('expires_in_days')),
          pin: values('pin').trim() || null,
        }),
      }),
    (made) => {
      onClose();
      if (made.link !== '') onLink({ approval: made, link: made.link });
    },
  );
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    if (next.size > 0) choose(next);
  };
  const offered = others.filter(({ id, status }) => id === campaign.id || status !== 'cancelled');
  return (
    <Dialog title={words.ask} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.submit}>
        <Select
          label={words.whom}
          name="stage"
          value={stage}
          onChange={({ target }) => setStage(target.value === 'internal' ? 'internal' : 'client')}
          choices={[
            { value: 'client', label: words.askClient },
            { value: 'internal', label: words.askTeam },
          ]}
        />
        {offered.length > 1 ? (
          <fieldset className="flex flex-col">
            <legend className="font-medium">{words.campaigns}</legend>
            <p className="text-meta text-muted">{words.campaignsHint}</p>
            <div className="max-h-40 overflow-auto">
              {offered.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                />
              ))}
            </div>
          </fieldset>
        ) : null}
        <Field
          label={words.titleField}
          name="title"
          defaultValue={campaign.name}
          {...approvalsCreateLimits.title}
          autoComplete="off"
        />
        <Area
          label={words.message}
          hint={words.messageHint}
          name="message"
          {...approvalsCreateLimits.message}
        />
        <div className="grid grid-cols-2 gap-3">
          <NumberInput
            label={words.needed}
            name="needed"
            kind="whole"
            {...approvalsCreateLimits.needed}
            defaultValue={1}
            required
          />
          {isClients ? (
            <Select
              label={words.expires}
              name="expires_in_days"
              defaultValue="30"
              choices={periods.map((count) => ({
                value: String(count),
                label: words.days({ count }),
              }))}
            />
          ) : null}
        </div>
        {isClients ? (
          <Field
            label={words.pin}
            hint={words.pinHint}
            name="pin"
            inputMode="numeric"
            {...approvalsCreateLimits.pin}
            autoComplete="off"
          />
        ) : null}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}

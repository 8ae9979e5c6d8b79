import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientReportsCreateLimits } from '#panel/api/input-limits.ts';
import type { ClientReportLink } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { CopyOnce } from '#panel/display/CopyOnce.tsx';
import { useDayFormat } from '#panel/display/formatters.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Checkbox, Field } from '#panel/ui/Field.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useClientReportWords } from '#panel/words/client-reports/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import {
  createReportLink,
  daysOf,
  linkPeriods,
  reportLinksQuery,
  revokeReportLink,
} from './report-links.ts';

interface Props {
  readonly slug: string;
  readonly client: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Lifetimes of links, in days. */
const lifetimes = [30, 90, 365];

/** Creates links to the report page of a client, and lists and revokes them. */
export default function ReportLinksDialog({ slug, client, onClose }: Props) {
  const words = useClientReportWords();
  const { approval } = useCampaignWords();
  const { common } = useWords();
  const { can } = useCurrentTeam();
  const today = useToday();
  const [link, setLink] = useState<string>();
  const act = useAction(
    (values: Values) =>
      createReportLink(slug, client.id, {
        ...daysOf(linkPeriods.find((each) => each === values('period')) ?? 'last-month', today),
        shows_tasks: values('shows_tasks') === 'on',
        shows_hours: values('shows_hours') === 'on',
        shows_values: values('shows_values') === 'on',
        expires_in_days: Number(values('expires_in_days')),
        pin: values('pin').trim() || null,
      }),
    (made) => setLink(made.link),
  );
  return (
    <Dialog title={words.title({ name: client.name })} closeLabel={common.close} onClose={onClose}>
      {link === undefined ? (
        <Form act={act} submit={words.create}>
          <p className="text-muted">{words.about}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Select
              label={words.period}
              name="period"
              defaultValue="last-month"
              choices={linkPeriods.map((value) => ({ value, label: words.choices[value] }))}
            />
            <Select
              label={approval.expires}
              name="expires_in_days"
              defaultValue="90"
              choices={lifetimes.map((count) => ({
                value: String(count),
                label: approval.days({ count }),
              }))}
            />
          </div>
          <Checkbox
            label={words.showsTasks}
            hint={words.showsTasksHint}
            name="shows_tasks"
            defaultChecked
          />
          <Checkbox label={words.showsHours} name="shows_hours" defaultChecked />
          {can('sees_values') ? (
            <Checkbox label={words.showsValues} hint={words.showsValuesHint} name="shows_values" />
          ) : null}
          <Field
            label={approval.pin}
            hint={approval.pinHint}
            name="pin"
            inputMode="numeric"
            {...clientReportsCreateLimits.pin}
            autoComplete="off"
          />
          <FailureNotice failure={act.failure} />
        </Form>
      ) : (
        <CopyOnce label={words.link} text={link} about={words.linkAbout} />
      )}
      <Links slug={slug} id={client.id} />
    </Dialog>
  );
}

function Links({ slug, id }: { readonly slug: string; readonly id: string }) {
  const words = useClientReportWords();
  const query = useQuery(reportLinksQuery(slug, id));
  return (
    <section aria-label={words.links} className="border-border border-t pt-3">
      <h3 className="pb-1 font-semibold">{words.links}</h3>
      <QueryContent query={query} rows={1}>
        {(links) =>
          links.length === 0 ? (
            <p className="text-muted">{words.none}</p>
          ) : (
            <ul className="flex flex-col">
              {links.map((link) => (
                <LinkRow key={link.id} slug={slug} client={id} link={link} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </section>
  );
}

interface RowProps {
  readonly slug: string;
  readonly client: string;
  readonly link: ClientReportLink;
}

function LinkRow({ slug, client, link }: RowProps) {
  const words = useClientReportWords();
  const locale = useLocale();
  const formatDay = useDayFormat();
  const revoke = useAction(
    () => revokeReportLink(slug, client, link.id),
    () => say(words.revoked),
  );
  const days = formatDays(link.starts_on, link.ends_on, locale);
  const facts = [
    link.is_working ? words.until({ day: formatDay(link.expires_at.slice(0, 10)) }) : words.ended,
    link.seen_at === null ? words.unseen : words.seen,
    ...(link.has_pin ? [words.hasPin] : []),
    ...(link.shows_values ? [words.hasValues] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-border border-b py-1 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block">{days}</span>
        <Badge>{facts.join(' · ')}</Badge>
      </span>
      {link.is_working ? (
        <Button
          look="quiet"
          aria-label={words.revokeOf({ days })}
          busy={revoke.isBusy}
          onClick={() => revoke.act(undefined)}
        >
          {words.revoke}
        </Button>
      ) : null}
      <FailureNotice failure={revoke.failure} />
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { InboxWorkSettings } from '#panel/api/schema.ts';
import { inboxSettingsQuery } from '#panel/data/business-hours.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { usePathname } from '#panel/route/router.tsx';
import { Page } from '#panel/ui/layout.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { Access } from './Access.tsx';
import { AnswerAssigns } from './AnswerAssigns.tsx';
import { inboxIn } from './address.ts';
import { Distribution } from './Distribution.tsx';
import { InboxHours } from './InboxHours.tsx';
import { inboxQuery } from './queries.ts';
import { Replies } from './Replies.tsx';
import { ReplyTimes } from './ReplyTimes.tsx';

/** Settings of the work in an inbox: automatic replies, business hours, reply times, and who is in charge of its conversations. */
export default function InboxSettings() {
  const words = useInboxSettingsWords();
  const { readOnly } = useSettingsWords();
  const { slug, me, can } = useCurrentTeam();
  const id = inboxIn(usePathname());
  const inbox = useQuery(inboxQuery(slug, id));
  const settings = useQuery(inboxSettingsQuery(slug, id));
  const isEditable = can('inboxes.update_settings');
  return (
    <>
      <BackLink href={paths.inbox(slug, id)}>{words.back}</BackLink>
      <QueryContent query={inbox} title={words.title} rows={1}>
        {({ name }) => (
          <Page title={`${words.title}: ${name}`} about={words.about({ name })}>
            {me && !isEditable ? <p className="text-muted">{readOnly}</p> : null}
            <QueryContent query={settings} rows={7}>
              {(loaded: InboxWorkSettings) => (
                <>
                  <Replies slug={slug} settings={loaded} isEditable={isEditable} />
                  <InboxHours slug={slug} settings={loaded} isEditable={isEditable} />
                  <ReplyTimes slug={slug} settings={loaded} isEditable={isEditable} />
                  <Access slug={slug} id={id} isEditable={isEditable} />
                  <AnswerAssigns slug={slug} settings={loaded} isEditable={isEditable} />
                  <Distribution slug={slug} settings={loaded} isEditable={isEditable} />
                </>
              )}
            </QueryContent>
          </Page>
        )}
      </QueryContent>
    </>
  );
}

import type { ComponentProps } from 'react';
import { request } from '#panel/api/call.ts';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { teamIn } from '#panel/route/paths.ts';
import { listPath } from '#panel/route/record-paths.ts';
import { isForBrowser, navigate, usePathname } from '#panel/route/router.tsx';

/** Returns the id of the contact's conversation with the latest message. */
async function latest(slug: string, contact_id: string): Promise<string | undefined> {
  const { rows } = await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
    at: { team_slug: slug },
    query: { contact_id, view: 'all', status: 'any', sort: 'latest', limit: 1 },
  });
  return rows[0]?.id;
}

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly contact: string;
}

/** Link to a contact's conversations: a click opens the latest one over the screen, a new tab the filtered list. */
export function ChatLink({ contact, onClick, ...rest }: Props) {
  const slug = teamIn(usePathname()) ?? '';
  const href = `${listPath(slug, 'conversations')}?view=all&contact=${encodeURIComponent(contact)}`;
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        latest(slug, contact).then(
          (id) => (id === undefined ? navigate(href) : openPeek('conversations', id)),
          () => navigate(href),
        );
      }}
    />
  );
}

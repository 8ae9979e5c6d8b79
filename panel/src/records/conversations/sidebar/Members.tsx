import { Avatar } from '#panel/display/Avatar.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { Badge } from '#panel/ui/layout.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import type { SidebarData } from './queries.ts';

/** Members of a group; those who are contacts of the team link to them. */
export function Members({ members }: { readonly members: SidebarData['members'] }) {
  const { group: words } = useConversationWords();
  return (
    <section aria-label={words.members} className="flex flex-col gap-1">
      <h3 className="font-medium">
        {members.length === 0 ? words.members : words.count({ count: members.length })}
      </h3>
      {members.length === 0 ? <p className="text-muted">{words.noMembers}</p> : null}
      <ul className="flex flex-col">
        {members.map(({ id, name, phone, is_admin: leads, contact_id: contact }) => {
          const called = name !== null && name !== phone ? name : undefined;
          const number = phone === null ? undefined : formatPhone(phone);
          const text = called ?? number ?? words.unknown;
          return (
            <li key={id} className="flex min-h-9 items-center gap-2 py-1 pointer-coarse:min-h-11">
              <Avatar person={{ id: id.split('@')[0] ?? id, name: text }} size="md" />
              <span className="flex min-w-0 flex-1 flex-col">
                {contact === null ? (
                  <span className="truncate">{text}</span>
                ) : (
                  <RecordLink kind="contacts" id={contact} className="truncate hover:underline">
                    {text}
                  </RecordLink>
                )}
                {called !== undefined && number !== undefined ? (
                  <span className="truncate text-meta text-muted tabular-nums">{number}</span>
                ) : null}
              </span>
              {leads ? <Badge>{words.admin}</Badge> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import type { Conversation } from '#panel/api/types.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { hueOf, shadesOf } from '#panel/ui/hues.ts';
import { Channel, People } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { conversationName } from './conversation-name.ts';

/** Contact or group of a conversation, with the mark of the network that carries it; decorative. */
export function ContactAvatar({
  conversation,
}: {
  readonly conversation: Pick<
    Conversation,
    'id' | 'type' | 'group_name' | 'contact_id' | 'contact' | 'inbox'
  >;
}) {
  const words = useConversationWords();
  const { id, type, contact_id, inbox } = conversation;
  const shades = shadesOf(hueOf(id));
  return (
    <span className="relative shrink-0" title={inbox?.name}>
      {type === 'group' ? (
        <span
          style={shades.style}
          className={`${shades.className} inline-flex size-8 items-center justify-center rounded-card bg-soft text-ink`}
        >
          <People />
        </span>
      ) : (
        <Avatar
          person={{ id: contact_id ?? id, name: conversationName(conversation, words) }}
          size="lg"
        />
      )}
      <span className="absolute -right-1.5 -bottom-1 flex size-4 items-center justify-center rounded-full bg-raised text-ok">
        <Channel size={12} />
      </span>
    </span>
  );
}

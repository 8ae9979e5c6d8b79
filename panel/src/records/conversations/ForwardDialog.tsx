import { useState } from 'react';
import type { Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { type Choice, choices, type FindChoices, maxChoices } from '#panel/data/choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { conversationHref } from './address.ts';
import { conversationName } from './conversation-name.ts';
import { forward } from './outgoing/outgoing.ts';
import { matchingRows } from './queries.ts';
import { lineOf } from './thread/message-line.ts';

interface Props {
  readonly slug: string;
  readonly message: Message;
  readonly onClose: () => void;
}

/** Sends the content of a message, with its file, to another conversation. */
export default function ForwardDialog({ slug, message, onClose }: Props) {
  const words = useConversationWords();
  const thread = useThreadWords();
  const { common } = useWords();
  const [to, choose] = useState<Choice>();
  const find: FindChoices = (of, typed) =>
    choices(of, 'conversations', typed, async (signal) => {
      const rows = await matchingRows(of, typed, maxChoices, signal);
      return rows.map((row) => {
        const name = conversationName(row, words);
        return { id: row.id, name: row.inbox ? `${name} · ${row.inbox.name}` : name };
      });
    });
  const act = useAction(async ({ id, name }: Choice) => {
    forward(slug, message, id);
    say(words.forward.queued({ name }), {
      actions: [{ label: words.forward.open, act: () => navigate(conversationHref(slug, id, '')) }],
    });
  }, onClose);
  return (
    <Dialog title={words.forward.title} closeLabel={common.close} onClose={onClose}>
      <p className="line-clamp-3 rounded bg-surface px-3 py-2 text-muted">
        {lineOf(message, thread.kinds, thread.revoked)}
      </p>
      <Picker
        label={words.forward.to}
        hint={message.media ? words.forward.fileHint : words.forward.hint}
        slug={slug}
        find={find}
        except={[message.conversation_id]}
        onTake={choose}
        onEmpty={() => choose(undefined)}
      />
      <FailureNotice failure={act.failure} />
      <div className="flex gap-2">
        <Button
          look="primary"
          busy={act.isBusy}
          disabled={!to}
          onClick={() => {
            if (to) act.act(to);
          }}
        >
          {words.forward.title}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

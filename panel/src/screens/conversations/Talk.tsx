import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation, Message } from '../../api/types.ts';
import { useShown } from '../../commands/pending.ts';
import { conversationQuery } from '../../data/conversations.ts';
import { Found } from '../../parts/Found.tsx';
import { Link, useParam, useSearch } from '../../route/router.tsx';
import { Back } from '../../ui/icons.tsx';
import { useConversationWords } from '../../words/conversations/use.ts';
import { Composer } from './composer/Composer.tsx';
import { listHref } from './model.ts';
import { nameOf } from './name.ts';
import { Thread } from './thread/Thread.tsx';

interface Props {
  readonly slug: string;
  readonly id: string;
}

/** A conversation: its head, what was written, and where one writes. */
export function Talk({ slug, id }: Props) {
  const query = useQuery(conversationQuery(slug, id));
  const shown = useShown();
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <Found slug={slug} kind="conversations" query={query}>
        {(known) => <Whole slug={slug} conversation={shown(`conversations/${id}`, known)} />}
      </Found>
    </section>
  );
}

function Whole({
  slug,
  conversation,
}: {
  readonly slug: string;
  readonly conversation: Conversation;
}) {
  const words = useConversationWords();
  const search = useSearch();
  const [replyTo, reply] = useState<Message>();
  const [around] = useParam('message');
  return (
    <>
      <header className="flex items-center gap-2 border-border border-b px-3 py-2">
        <Link
          href={listHref(slug, search)}
          className="control inline-flex aspect-square items-center justify-center rounded text-muted @min-[640px]:hidden"
        >
          <Back />
          <span className="sr-only">{words.head.back}</span>
        </Link>
        <h2 className="min-w-0 flex-1 truncate font-semibold text-title">
          {nameOf(conversation, words)}
        </h2>
      </header>
      <Thread slug={slug} conversation={conversation} around={around} onReply={reply} />
      <Composer
        slug={slug}
        conversation={conversation}
        replyTo={replyTo}
        onReplied={() => reply(undefined)}
      />
    </>
  );
}

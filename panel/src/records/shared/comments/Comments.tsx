import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { allows } from '#panel/data/can.ts';
import type { RelatedKind } from '#panel/data/related.ts';
import { teamsQuery } from '#panel/data/session.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Markdown } from '#panel/ui/Markdown.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { MentionArea } from './MentionArea.tsx';
import { mentionsIn, withMentions } from './mentions.ts';
import {
  addComment,
  changeComment,
  commentsQuery,
  type NewComment,
  removeComment,
} from './queries.ts';
import { useTaskLinks } from './use-task-links.ts';

interface Props {
  readonly slug: string;
  readonly kind: RelatedKind;
  readonly id: string;
}

/** Comments of a record, with a composer. */
export function Comments({ slug, kind, id }: Props) {
  const { comments: words } = useRecordWords();
  const query = useInfiniteQuery(commentsQuery(slug, kind, id));
  const rows = useListWithPending('comments', query.data?.rows ?? []);
  return (
    <div className="flex flex-col gap-3">
      <QueryContent query={query}>
        {({ total }) => (
          <>
            {query.hasNextPage ? (
              <Button
                className="self-start"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.earlier({ more: total - rows.length })}
              </Button>
            ) : null}
            {rows.length === 0 ? <p className="text-muted">{words.none}</p> : null}
            <ul aria-label={words.title} className="flex flex-col gap-3">
              {rows.toReversed().map((comment) => (
                <OneComment key={comment.id} slug={slug} comment={comment} />
              ))}
            </ul>
          </>
        )}
      </QueryContent>
      <Composer
        slug={slug}
        label={words.write}
        submit={words.send}
        send={(body) => addComment(slug, kind, id, body)}
      />
    </div>
  );
}

function OneComment({ slug, comment }: { readonly slug: string; readonly comment: Comment }) {
  const { comments: words, fields } = useRecordWords();
  const { all, find } = usePeople(slug);
  const { data: teams } = useQuery(teamsQuery);
  const me = teams?.find((team) => team.slug === slug);
  const [isEdited, edit] = useState(false);
  const remove = useCommand(removeComment);
  const withLinks = useTaskLinks(slug, comment.content);
  const isOwn = comment.author_id === me?.user_id;
  const author = find(comment.author_id);
  const name = author?.name ?? fields.unknown;
  const items = [
    ...(isOwn ? [{ label: words.edit, act: () => edit(true) }] : []),
    ...(isOwn || allows(me, 'texts.moderate')
      ? [
          {
            label: words.delete,
            isDangerous: true,
            act: () => remove.act({ slug, id: comment.id }),
          },
        ]
      : []),
  ];
  return (
    <li className="flex gap-2">
      <Avatar person={author ?? { id: comment.author_id, name }} size="md" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 items-center gap-2">
          <strong className="truncate font-semibold">{name}</strong>
          <span className="text-meta text-muted">
            <RelativeTime at={comment.created_at} />
            {comment.edited_at ? ` · ${words.edited}` : ''}
          </span>
          {items.length > 0 ? (
            <span className="ml-auto">
              <MoreMenu
                label={words.actions({ name })}
                items={items}
                className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-surface pointer-coarse:size-11"
              />
            </span>
          ) : null}
        </p>
        {isEdited ? (
          <Composer
            slug={slug}
            label={words.edit}
            submit={words.save}
            initial={comment.content}
            send={(body) => changeComment(slug, comment.id, body)}
            onEnd={() => edit(false)}
          />
        ) : (
          <Markdown text={withLinks(withMentions(comment.content, all))} />
        )}
        <FailureNotice failure={remove.failure} />
      </div>
    </li>
  );
}

interface ComposerProps {
  readonly slug: string;
  readonly label: string;
  readonly submit: string;
  readonly initial?: string;
  readonly send: (body: NewComment) => Promise<unknown>;
  /** Absent for the main composer, which stays open. */
  readonly onEnd?: () => void;
}

function Composer({ slug, label, submit, initial = '', send, onEnd }: ComposerProps) {
  const { comments: words } = useRecordWords();
  const { common } = useWords();
  const { all } = usePeople(slug);
  const [text, write] = useState(initial);
  const act = useAction(send, () => {
    write('');
    onEnd?.();
  });
  const isEmpty = text.trim() === '';
  const submitIt = () => {
    if (!isEmpty) act.act({ content: text.trim(), mentions: mentionsIn(text, all) });
  };
  return (
    <div className="flex flex-col gap-2">
      <MentionArea
        label={label}
        placeholder={words.placeholder}
        value={text}
        people={all}
        onText={write}
        onSend={submitIt}
        onGiveUp={onEnd}
      />
      <div className="flex items-center gap-2">
        <Button busy={act.isBusy} disabled={isEmpty} onClick={submitIt}>
          {submit}
        </Button>
        {onEnd ? (
          <Button look="quiet" onClick={onEnd}>
            {common.cancel}
          </Button>
        ) : null}
        <span className="text-meta text-muted pointer-coarse:hidden">{words.keys}</span>
      </div>
      <FailureNotice failure={act.failure} />
    </div>
  );
}

import type { Approval } from '#panel/api/types.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Arrow, Check, Close } from '#panel/ui/icons.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { PieceComments } from './PieceComments.tsx';

type Item = Approval['items'][number];

const icons = { approved: Check, changes: Arrow, rejected: Close } as const;
const tones = { approved: 'text-ok', changes: 'text-warn', rejected: 'text-danger' } as const;

interface Props {
  readonly slug: string;
  /** Id of the request. */
  readonly approval: string;
  readonly item: Item;
  readonly needed: number;
}

/** Rounds of an approval item, newest first. */
export function ApprovalRounds({ slug, approval, item, needed }: Props) {
  const { approval: words } = useCampaignWords();
  const { find } = usePeople(slug);
  return (
    <ol className="flex flex-col gap-2">
      {item.rounds.map((each) => {
        const { round, asked_at, asked_by, message, decisions, pieces } = each;
        const pieceName = (id: string) => pieces.find((piece) => piece.id === id)?.name;
        const asker = asked_by === null ? undefined : find(asked_by)?.name;
        const isWaiting = round === item.round && item.state === 'pending';
        return (
          <li key={round} className="flex flex-col gap-1 border-border border-l-2 pl-3">
            <p className="text-meta text-muted">
              <span className="font-medium text-text">{words.round({ round })}</span>
              {asker ? ` · ${words.askedBy({ name: asker })}` : ''}
              {' · '}
              <RelativeTime at={asked_at} />
            </p>
            {message === null ? null : (
              <p className="whitespace-pre-wrap break-words text-muted">{`“${message}”`}</p>
            )}
            <PieceComments slug={slug} approval={approval} round={each} />
            {decisions.map(({ id, decision, approver, comment, created_at, pieces: marks }) => {
              const Icon = icons[decision];
              return (
                <div key={id} className="flex flex-col">
                  <p className="flex flex-wrap items-center gap-x-1.5">
                    <span className={`inline-flex items-center gap-1 ${tones[decision]}`}>
                      <Icon size={12} />
                      {words.verdicts[decision]}
                    </span>
                    <span className="break-words font-medium">{approver}</span>
                    <span className="text-meta text-muted">
                      <RelativeTime at={created_at} />
                    </span>
                  </p>
                  {comment === null ? null : (
                    <p className="whitespace-pre-wrap break-words">{comment}</p>
                  )}
                  {marks.map(({ file_id, decision: mark }) => (
                    <p key={file_id} className="break-words text-meta text-muted">
                      {`${words.pieceVerdicts[mark]} ${pieceName(file_id) ?? words.pieceGone}`}
                    </p>
                  ))}
                </div>
              );
            })}
            {isWaiting ? (
              <p className="text-meta text-muted">
                {needed > 1 ? words.progress({ done: item.approvals, needed }) : words.waiting}
              </p>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

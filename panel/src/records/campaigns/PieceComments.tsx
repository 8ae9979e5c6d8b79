import { useState } from 'react';
import type { Approval } from '#panel/api/types.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { fileAddress } from '../shared/files/queries.ts';

const AnswerDialog = lazyWithWords(
  async () => ({ default: (await import('./AnswerDialog.tsx')).AnswerDialog }),
  'nothing',
);
const PdfPoints = lazyWithWords(
  async () => ({ default: (await import('./PdfPoints.tsx')).PdfPoints }),
  'nothing',
);

type Round = Approval['items'][number]['rounds'][number];
type Comment = Round['comments'][number];

/** 75 → '1:15' */
const clockOf = (second: number) =>
  `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;

interface Props {
  readonly slug: string;
  /** Id of the request. */
  readonly approval: string;
  readonly round: Round;
}

/** Comments of approvers on the pieces of a round, each piece with its points, and the team's answers. */
export function PieceComments({ slug, approval, round: { comments, pieces, round } }: Props) {
  const { approval: words } = useCampaignWords();
  const [answering, answer] = useState<Comment>();
  const byPiece = Map.groupBy(comments, ({ file_id }) => file_id);
  const nameOf = (id: string) => pieces.find((piece) => piece.id === id)?.name ?? words.pieceGone;
  const list = [...byPiece].map(([id, all]) => (
    <section key={id} className="flex flex-col gap-1 rounded bg-surface p-2">
      <h4 className="break-words font-medium">{nameOf(id)}</h4>
      {all.some(({ x, page }) => x !== null && page === null) ? (
        <Points slug={slug} file={id} comments={all} />
      ) : null}
      {all.some(({ x, page }) => x !== null && page !== null) ? (
        <PdfPoints slug={slug} file={id} comments={all} />
      ) : null}
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        {all.map((comment, i) => (
          <li key={comment.id}>
            <span className="text-meta text-muted">
              {[comment.author, placeOf(comment, words)].filter(Boolean).join(' · ')}
              {' · '}
              <RelativeTime at={comment.created_at} />
            </span>
            <p className="whitespace-pre-wrap break-words">{comment.comment}</p>
            <Answer slug={slug} comment={comment} />
            <Button
              look="quiet"
              className="-ml-3"
              aria-label={`${comment.answer === null ? words.answer : words.changeAnswer}: ${words.commentOn({ n: i + 1, piece: nameOf(id), round })}`}
              onClick={() => answer(comment)}
            >
              {comment.answer === null ? words.answer : words.changeAnswer}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  ));
  return (
    <>
      {list}
      {answering ? (
        <AnswerDialog
          slug={slug}
          approval={approval}
          comment={answering}
          onClose={() => answer(undefined)}
        />
      ) : null}
    </>
  );
}

/** The team's answer to a comment, with its author. */
function Answer({ slug, comment }: { readonly slug: string; readonly comment: Comment }) {
  const { find } = usePeople(slug);
  const { answer, answered_at, answered_by } = comment;
  if (answer === null || answered_at === null) return null;
  const author = answered_by === null ? undefined : find(answered_by)?.name;
  return (
    <div className="border-accent border-l-2 pl-2">
      <span className="text-meta text-muted">
        {author === undefined ? '' : `${author} · `}
        <RelativeTime at={answered_at} />
      </span>
      <p className="whitespace-pre-wrap break-words">{answer}</p>
    </div>
  );
}

function placeOf(
  { x, page, second }: Comment,
  words: ReturnType<typeof useCampaignWords>['approval'],
): string {
  if (page !== null) return words.onPage({ page });
  if (x !== null) return words.onImage;
  return second === null ? '' : words.atSecond({ clock: clockOf(second) });
}

/** Preview of a piece with the numbers of its comments at their points; nothing if the piece was deleted. */
function Points({
  slug,
  file,
  comments,
}: {
  readonly slug: string;
  readonly file: string;
  readonly comments: readonly Comment[];
}) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <div aria-hidden="true" className="relative w-fit max-w-full">
      <img
        src={fileAddress(slug, file, true)}
        alt=""
        loading="lazy"
        className="max-h-80 max-w-full rounded"
        onError={() => setMissing(true)}
      />
      {comments.map(({ id, x, y, page }, i) =>
        x === null || y === null || page !== null ? null : (
          <span
            key={id}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            className="absolute inline-flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border-2 border-white bg-accent font-semibold text-meta text-on-accent"
          >
            {i + 1}
          </span>
        ),
      )}
    </div>
  );
}

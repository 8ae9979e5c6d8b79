import { useState } from 'react';
import type { Approval } from '#panel/api/types.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { fileAddress } from '../shared/files/queries.ts';
import { PdfPoints } from './PdfPoints.tsx';

type Round = Approval['items'][number]['rounds'][number];
type Comment = Round['comments'][number];

/** 75 → '1:15' */
const clockOf = (second: number) =>
  `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;

interface Props {
  readonly slug: string;
  readonly round: Round;
}

/** Comments of approvers on the pieces of a round, each piece with its points. */
export function PieceComments({ slug, round: { comments, pieces } }: Props) {
  const { approval: words } = useCampaignWords();
  const byPiece = Map.groupBy(comments, ({ file_id }) => file_id);
  return [...byPiece].map(([id, all]) => (
    <section key={id} className="flex flex-col gap-1 rounded bg-surface p-2">
      <h4 className="break-words font-medium">
        {pieces.find((piece) => piece.id === id)?.name ?? words.pieceGone}
      </h4>
      {all.some(({ x, page }) => x !== null && page === null) ? (
        <Points slug={slug} file={id} comments={all} />
      ) : null}
      {all.some(({ x, page }) => x !== null && page !== null) ? (
        <PdfPoints slug={slug} file={id} comments={all} />
      ) : null}
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        {all.map((comment) => (
          <li key={comment.id}>
            <span className="text-meta text-muted">
              {[comment.author, placeOf(comment, words)].filter(Boolean).join(' · ')}
              {' · '}
              <RelativeTime at={comment.created_at} />
            </span>
            <p className="whitespace-pre-wrap break-words">{comment.comment}</p>
          </li>
        ))}
      </ol>
    </section>
  ));
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

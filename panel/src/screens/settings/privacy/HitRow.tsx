import type { PrivacyHit } from '#panel/api/schema.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { isKind } from '#panel/route/record-paths.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { labelOf } from '#panel/words/fields/words.ts';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { splitAt } from './marks.ts';
import { type Choice, decisionOf, type HitGroup, isChosen, isInFile } from './model.ts';
import type { Decision } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly group: HitGroup;
  /** Identifiers of the person, which are marked. */
  readonly pattern: RegExp | undefined;
  readonly canDecide: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly choices: readonly Choice[];
  readonly onDecide: (choice: Choice) => void;
}

/** Returns the name of a passage's place: `Negócio · Observações`. */
function usePlace(): (hit: PrivacyHit) => string {
  const { hits: words } = usePrivacyWords();
  const fields = useFieldWords();
  return ({ place, field, file_name: file }) =>
    [
      words.places_[place] ?? (isKind(place) ? fields.kinds[place].one : words.otherPlace),
      (place === 'files' && words.fileFields[field]) ||
        (labelOf(fields, field) ?? words.fields[field]),
      file,
    ]
      .filter(Boolean)
      .join(' · ');
}

/** A passage, or several equal ones, with its decision. */
export function HitRow(props: Props) {
  const { slug, group, pattern, canDecide, isSelected, onSelect, choices, onDecide } = props;
  const { first, hits } = group;
  const { hits: words } = usePrivacyWords();
  const placeOf = usePlace();
  const count = new Intl.NumberFormat(useLocale()).format;
  const place = placeOf(first);
  const decision = decisionOf(group);
  return (
    <li
      data-item={group.key}
      tabIndex={-1}
      className="flex gap-3 border-border border-b py-3 last:border-b-0 focus:outline-2 focus:outline-accent"
    >
      {canDecide ? (
        <input
          type="checkbox"
          aria-label={words.select({ place })}
          checked={isSelected}
          onChange={onSelect}
          className="mt-0.5 size-4"
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-2 text-meta text-muted">
          {hits.length === 1 ? (
            <Place slug={slug} hit={first} name={place} />
          ) : (
            <>
              <span>{place}</span>
              <span>{words.same({ n: hits.length, text: count(hits.length) })}</span>
            </>
          )}
        </p>
        {first.excerpt === null ? null : (
          <blockquote className="whitespace-pre-wrap text-prose wrap-anywhere">
            {splitAt(first.excerpt, pattern).map((part, at) =>
              at % 2 === 1 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
                <mark key={at} className="rounded-sm bg-tint font-medium text-text">
                  {part}
                </mark>
              ) : (
                part
              ),
            )}
          </blockquote>
        )}
        {hits.length > 1 ? (
          <details>
            <summary className="cursor-pointer text-meta text-muted">{words.places}</summary>
            <ul className="flex flex-col pt-1 text-meta">
              {hits.map((hit, at) => (
                <li key={hit.id}>
                  <Place slug={slug} hit={hit} name={`${placeOf(hit)} (${count(at + 1)})`} />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
        {decision ? <Decided group={group} decision={decision} /> : null}
        {canDecide ? (
          <div className="flex flex-wrap gap-1.5">
            {choices.map((choice) => (
              <Button
                key={choice.key}
                look={isChosen(group, choice) ? 'primary' : 'plain'}
                aria-pressed={isChosen(group, choice)}
                aria-label={words.decideFor({ decision: choice.label, place })}
                onClick={() => onDecide(choice)}
              >
                {choice.label}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
    </li>
  );
}

function Place({
  slug,
  hit: { place, record_id: id },
  name,
}: {
  readonly slug: string;
  readonly hit: PrivacyHit;
  readonly name: string;
}) {
  if (id !== null && place === 'files')
    return (
      <a href={fileAddress(slug, id)} className="wrap-anywhere text-accent hover:underline">
        {name}
      </a>
    );
  return id !== null && isKind(place) ? (
    <RecordLink slug={slug} kind={place} id={id} className="text-accent hover:underline">
      {name}
    </RecordLink>
  ) : (
    <span>{name}</span>
  );
}

function Decided({
  group: { first },
  decision,
}: {
  readonly group: HitGroup;
  readonly decision: Decision['decision'];
}) {
  const { hits: words } = usePrivacyWords();
  const facts = [
    isInFile(first) && decision === 'delete' ? words.fileDeleted : words.decided[decision],
    first.basis,
    first.decided_by === null ? null : words.by({ name: first.decided_by }),
  ];
  return (
    <Badge tone="ok" icon={<Check size={12} />}>
      <span className="whitespace-normal">{facts.filter(Boolean).join(' · ')}</span>
    </Badge>
  );
}

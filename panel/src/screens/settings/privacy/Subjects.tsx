import { useEffect, useState } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatName } from '#panel/parts/brazilian-formats.ts';
import { isKind } from '#panel/route/record-paths.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { privacyActions } from './queries.ts';

type Subject = PrivacyRequest['subjects'][number];

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
  readonly canChoose: boolean;
  /** Reports if the selection is the stored one. */
  readonly onChange: (isSaved: boolean) => void;
}

/** Records that are, or may be, the person: the user decides which are. */
export function Subjects({ slug, request: { id, subjects }, canChoose, onChange }: Props) {
  const { subjects: words } = usePrivacyWords();
  const stored = subjects.filter(({ is_chosen: is }) => is).map((subject) => subject.id);
  const [chosen, setChosen] = useState<readonly string[]>(stored);
  const isSaved = subjects.every((subject) => subject.is_chosen === chosen.includes(subject.id));
  useEffect(() => onChange(isSaved), [isSaved, onChange]);
  const save = useAction(() => privacyActions(slug).choose(id, chosen));
  return (
    <Section title={words.title} about={subjects.length > 0 ? words.about : undefined}>
      {subjects.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      <ul aria-label={words.title} className="flex flex-col">
        {subjects.map((subject) => (
          <SubjectRow
            key={subject.id}
            slug={slug}
            subject={subject}
            isChosen={chosen.includes(subject.id)}
            canChoose={canChoose}
            onChoose={(is) =>
              setChosen(is ? [...chosen, subject.id] : chosen.filter((each) => each !== subject.id))
            }
          />
        ))}
      </ul>
      {isSaved || !canChoose ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" busy={save.isBusy} onClick={() => save.act(undefined)}>
            {words.save}
          </Button>
          <span className="text-muted">{words.unsaved}</span>
        </div>
      )}
      <FailureNotice failure={save.failure} />
    </Section>
  );
}

interface RowProps {
  readonly slug: string;
  readonly subject: Subject;
  readonly isChosen: boolean;
  readonly canChoose: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

const counted = ['conversations', 'deals', 'contracts', 'projects', 'activities'] as const;

function SubjectRow({ slug, subject, isChosen, canChoose, onChoose }: RowProps) {
  const { subjects: words } = usePrivacyWords();
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale).format;
  const list = new Intl.ListFormat(locale);
  const name = subject.name === null ? words.deleted : formatName(subject.name);
  const what = subject.matched.map((kind) => words.matched[kind] ?? words.matched.link ?? kind);
  const facts = [
    words.types[subject.type],
    words.because({ what: list.format(what) }),
    ...counted.flatMap((each) =>
      subject[each] > 0
        ? [words.counts[each]({ n: subject[each], text: count(subject[each]) })]
        : [],
    ),
  ];
  return (
    <li className="flex items-start gap-3 border-border border-b py-2 last:border-b-0">
      <input
        type="checkbox"
        aria-label={words.chosen({ name })}
        checked={isChosen}
        disabled={!canChoose}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        className="mt-1 size-4"
      />
      <div className="min-w-0 flex-1">
        {subject.name !== null && isKind(subject.type) ? (
          <RecordLink
            slug={slug}
            kind={subject.type}
            id={subject.id}
            className="wrap-anywhere font-medium text-accent hover:underline"
          >
            {name}
          </RecordLink>
        ) : (
          <span className="wrap-anywhere font-medium">{name}</span>
        )}
        <p className="text-meta text-muted">{facts.join(' · ')}</p>
      </div>
    </li>
  );
}

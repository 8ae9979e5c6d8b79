import { type ReactNode, useState } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { effectsOf } from './model.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
  readonly canErase: boolean;
  readonly isSelectionSaved: boolean;
}

/** The effects of an erasure in words, and its button. */
export function Erasure({ slug, request, canErase, isSelectionSaved }: Props) {
  const { effects: words, subjects } = usePrivacyWords();
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale).format;
  const list = new Intl.ListFormat(locale);
  const [isAsking, setAsking] = useState(false);
  const { code, open_hits: open } = request;
  const effects = effectsOf(request);
  const say = <P extends { n: number; text: string }>(
    n: number,
    form: (p: P) => string,
    more = {},
  ) => (n > 0 ? [form({ n, text: count(n), ...more } as P)] : []);
  const linked = (['deals', 'contracts', 'projects', 'activities'] as const).flatMap((each) =>
    say(effects[each], subjects.counts[each]),
  );
  return (
    <Section title={words.title} about={words.about}>
      <Group title={words.deleted}>
        {[
          ...say(effects.contacts, words.contacts),
          ...say(effects.conversations, words.conversations),
          ...say(effects.clients, words.clients),
          words.traces,
        ]}
      </Group>
      <Group title={words.emptied}>
        {[
          ...say(effects.renamed, words.pseudonym, { code }),
          ...say(effects.users, words.users, { code }),
          words.queues,
          words.audit,
        ]}
      </Group>
      <Group title={words.kept}>
        {[
          ...(linked.length > 0 ? [words.linked({ what: list.format(linked) })] : []),
          words.backups,
          words.outside,
        ]}
      </Group>
      {effects.contacts + effects.clients + effects.renamed + effects.users === 0 ? (
        <p className="text-warn">{words.noSubjects}</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="danger"
          disabled={!canErase || open > 0}
          onClick={() => setAsking(true)}
          className="disabled:opacity-60"
        >
          {words.erase}
        </Button>
        {isSelectionSaved ? null : <span className="text-muted">{words.unsaved}</span>}
        {open > 0 ? (
          <span className="text-muted">{words.openHits({ n: open, text: count(open) })}</span>
        ) : null}
      </div>
      {isAsking ? (
        <EraseDialog slug={slug} request={request} onClose={() => setAsking(false)} />
      ) : null}
    </Section>
  );
}

function Group({
  title,
  children,
}: {
  readonly title: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {children.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity
          <li key={at} className="py-0.5">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

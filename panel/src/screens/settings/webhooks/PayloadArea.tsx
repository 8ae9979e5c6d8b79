import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTimeZone } from '#panel/data/use-today.ts';
import { Select } from '#panel/parts/Select.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { pretty } from './mapping.ts';
import { momentIn } from './model.ts';
import { receptionsQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly payload: string;
  readonly onChange: (payload: string) => void;
}

/** Example payload: pasted, or taken from a reception. */
export function PayloadArea({ slug, id, payload, onChange }: Props) {
  const { mapping: words, receptions } = useWebhookWords();
  const timeZone = useTimeZone();
  const locale = useLocale();
  const [wanted, want] = useParam('reception');
  const [after] = useParam('after');
  const [status] = useParam('status');
  const filter = status === 'accepted' || status === 'rejected' ? status : undefined;
  const { data } = useQuery(receptionsQuery(slug, id, filter, after));
  const withPayload = data?.data.filter((each) => each.payload !== null) ?? [];
  const chosen = withPayload.find((each) => each.id === wanted);
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (!chosen?.payload || taken.current === chosen.id) return;
    taken.current = chosen.id;
    onChange(pretty(chosen.payload));
  }, [chosen, onChange]);
  return (
    <Section>
      <Area
        label={words.payload}
        hint={words.payloadHint}
        rows={14}
        spellCheck={false}
        value={payload}
        onChange={({ target }) => onChange(target.value)}
      />
      <Select
        label={words.bring}
        hint={withPayload.length === 0 ? words.noneToBring : undefined}
        disabled={withPayload.length === 0}
        value={chosen?.id ?? ''}
        onChange={({ target }) => want(target.value || undefined)}
        choices={[
          { value: '', label: words.noReception },
          ...withPayload.map((each) => ({
            value: each.id,
            label: `${momentIn(each.created_at, timeZone, locale)} · ${receptions.statuses[each.status]}`,
          })),
        ]}
      />
    </Section>
  );
}

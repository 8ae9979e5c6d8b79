import { Checkbox } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { type EventChoice, eventGroups, meaningOf, namedOnly } from './events.ts';

interface Props {
  readonly chosen: readonly EventChoice[];
  readonly onChange: (chosen: readonly EventChoice[]) => void;
}

/** Events of an endpoint: all, or event types in groups, with descriptions. */
export function EventPicker({ chosen, onChange }: Props) {
  const words = useWebhookWords();
  const { events } = words;
  const { app } = useWords();
  const isAll = chosen.includes('*');
  const extra = chosen.filter((kind) => kind !== '*' && namedOnly.has(kind)).length;
  const set = (kinds: readonly EventChoice[], isOn: boolean) =>
    onChange([...chosen.filter((kind) => !kinds.includes(kind)), ...(isOn ? kinds : [])]);
  const isHeard = (kind: EventChoice) =>
    chosen.includes(kind) || (isAll && kind !== '*' && !namedOnly.has(kind));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-medium">{words.form.events}</legend>
      <p role="status" className="text-meta text-muted">
        {isAll ? (extra > 0 ? events.everythingAnd({ count: extra }) : events.everything) : null}
        {chosen.length === 0 ? events.none : null}
        {chosen.length > 0 && !isAll ? events.chosen({ count: chosen.length }) : null}
      </p>
      <Checkbox
        label={events.all}
        hint={events.allHint}
        checked={isAll}
        onChange={({ target }) => set(['*'], target.checked)}
      />
      <details open={!isAll}>
        <summary className="cursor-pointer py-1.5 text-muted pointer-coarse:py-3">
          {events.single}
        </summary>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {eventGroups.map(([group, kinds]) => {
            const name =
              group === 'message' || group === 'service' ? events.groups[group] : app.places[group];
            const free = kinds.filter((kind) => !isAll || namedOnly.has(kind));
            return (
              <fieldset key={group} className="flex min-w-0 flex-col">
                <legend className="sr-only">{name}</legend>
                <Checkbox
                  label={<span className="font-medium">{name}</span>}
                  aria-label={events.ofGroup({ group: name })}
                  checked={kinds.every(isHeard)}
                  disabled={free.length === 0}
                  onChange={({ target }) => set(free, target.checked)}
                />
                {kinds.map((kind) => (
                  <div key={kind} className="pl-6">
                    <Checkbox
                      label={<code className="break-all">{kind}</code>}
                      hint={meaningOf(words, kind)}
                      checked={isHeard(kind)}
                      disabled={isAll && !namedOnly.has(kind)}
                      onChange={({ target }) => set([kind], target.checked)}
                    />
                  </div>
                ))}
              </fieldset>
            );
          })}
        </div>
      </details>
    </fieldset>
  );
}

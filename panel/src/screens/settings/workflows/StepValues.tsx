import { stepKinds } from './model/catalogue.ts';
import type { JsonObject } from './model/json.ts';
import { useLabels } from './use-labels.ts';
import { useSentences } from './use-sentences.ts';

interface Props {
  readonly type: string;
  readonly values: JsonObject;
}

/** Filled values of a step, by field name. */
export function StepValues({ type, values }: Props) {
  const { stepFieldLabel } = useLabels();
  const { valueSays } = useSentences();
  const kind = Object.hasOwn(stepKinds, type) ? stepKinds[type] : undefined;
  return (
    <dl className="grid gap-x-4 gap-y-0.5 text-meta sm:grid-cols-[max-content_1fr]">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{stepFieldLabel(name)}</dt>
          <dd className="min-w-0 whitespace-pre-line break-words">
            {valueSays(kind?.fields.find((each) => each.name === name) ?? { kind: 'line' }, value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

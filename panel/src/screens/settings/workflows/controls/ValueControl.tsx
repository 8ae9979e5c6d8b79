import { useState } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { formatNumber, parseNumber } from '#panel/parts/fields/parse-number.ts';
import { SelectInput } from '#panel/parts/Select.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import type { Choice, Kind } from '../model/catalogue.ts';
import type { Json } from '../model/json.ts';
import { useLabels } from '../use-labels.ts';
import { useEditing } from './context.ts';
import { type ControlProps, inputLook, Labelled } from './Labelled.tsx';
import { PickControl } from './PickControl.tsx';
import { SourceControl } from './SourceControl.tsx';
import { TextControl } from './TextControl.tsx';

const DataControl = lazyWithWords(
  async () => ({ default: (await import('./DataControl.tsx')).DataControl }),
  'nothing',
);
const TimeControl = lazyWithWords(
  async () => ({ default: (await import('./TimeControl.tsx')).TimeControl }),
  'nothing',
);
const WaitControl = lazyWithWords(
  async () => ({ default: (await import('./WaitControl.tsx')).WaitControl }),
  'nothing',
);

interface Props extends ControlProps {
  readonly kind: Kind;
  readonly choice?: Choice | undefined;
  readonly value: Json | undefined;
  readonly isMany?: boolean;
}

/** Control for a kind of value. */
export function ValueControl(props: Props) {
  const { kind, isMany = false } = props;
  if (isMany) return <PickControl {...props} />;
  switch (kind) {
    case 'line':
      return <TextControl {...props} />;
    case 'phone':
    case 'id':
      return <TextControl {...props} hasTemplates={false} />;
    case 'text':
      return <TextControl {...props} isLong />;
    case 'number':
    case 'money':
    case 'percent':
      return <NumberControl {...props} />;
    case 'date':
    case 'moment':
      return <TimeControl {...props} />;
    case 'yes':
    case 'choice':
      return <ChoiceControl {...props} />;
    case 'wait':
      return <WaitControl {...props} />;
    case 'data':
      return <DataControl {...props} />;
    case 'tags':
    case 'people':
      return <PickControl {...props} isMany />;
    default:
      return <PickControl {...props} />;
  }
}

function NumberControl(props: Props) {
  const { path, value, emptied } = props;
  const { change, isFrozen } = useEditing();
  const { control: words } = useWorkflowWords();
  const locale = useLocale();
  const [draft, setDraft] = useState<string>();
  const formatted = typeof value === 'number' ? formatNumber(value, locale) : '';
  const isWrong = draft !== undefined && parseNumber(draft, locale) === undefined;
  return (
    <SourceControl {...props} initial={0} hint={isWrong ? words.noNumber : props.hint}>
      {(id) => (
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={draft ?? formatted}
          disabled={isFrozen}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) => {
            setDraft(target.value);
            const number = parseNumber(target.value, locale);
            if (number !== undefined) change(path, number ?? emptied);
          }}
          onBlur={() => {
            if (!isWrong) setDraft(undefined);
          }}
          className={`${inputLook} control tabular-nums`}
        />
      )}
    </SourceControl>
  );
}

/** One of a few values, or yes and no. */
function ChoiceControl(props: Props) {
  const { label, path, value, kind, choice, emptied, isRequired } = props;
  const { change, isFrozen } = useEditing();
  const words = useWorkflowWords();
  const { valueLabel } = useLabels();
  const current = value === undefined || value === null ? '' : String(value);
  const options = kind === 'yes' ? ['true', 'false'] : (choice?.values ?? []);
  const nameOf = (each: string) => {
    if (kind === 'yes' && (each === 'true' || each === 'false'))
      return each === 'true' ? words.yes : words.no;
    return valueLabel(choice, each);
  };
  const all = current === '' || options.includes(current) ? options : [...options, current];
  const isEmptiable = !isRequired || current === '';
  const write = (to: string) => {
    if (to === '') change(path, emptied);
    else change(path, kind === 'yes' && options.includes(to) ? to === 'true' : to);
  };
  return (
    <Labelled {...props}>
      <SelectInput
        label={label}
        value={current}
        disabled={isFrozen}
        onChange={({ target }) => write(target.value)}
        choices={[
          ...(isEmptiable ? [{ value: '', label: props.emptyText ?? words.control.choose }] : []),
          ...all.map((each) => ({ value: each, label: nameOf(each) })),
        ]}
      />
    </Labelled>
  );
}

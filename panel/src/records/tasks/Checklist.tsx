import { useRef } from 'react';
import { useDraft } from '#panel/parts/fields/use-draft.ts';
import { Bin, Expand } from '#panel/ui/icons.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import {
  type ChecklistItem,
  itemsOf,
  progressOf,
  withItems,
  withReordered,
  withText,
  withToggled,
} from './checklist-items.ts';
import { lineEntry } from './line-entry.ts';

interface Props {
  /** Markdown. */
  readonly value: string | null;
  /** @param base value that the change is based on, as `changeRecord` expects it */
  readonly onSave: (value: string | null, base?: string | null) => void;
  /** Makes a subtask of an item; absent if the task cannot have subtasks. @param index among the items */
  readonly onConvert?: ((checklist: string, index: number) => void) | undefined;
}

/** Checklist whose items are added, checked, edited and reordered inline. */
export function Checklist({ value, onSave: save, onConvert }: Props) {
  const onSave = (next: string | null) => save(next, value);
  const { checklist: words, order } = useRecordWords();
  const field = useRef<HTMLInputElement>(null);
  const items = itemsOf(value);
  const progress = progressOf(value);
  const seen = new Map<string, number>();
  // Two items may have the same text, so their keys include an occurrence number.
  const entries = items.map((item) => {
    const nth = (seen.get(item.text) ?? 0) + 1;
    seen.set(item.text, nth);
    return { ...item, key: `${item.text}#${nth}`, name: item.text };
  });
  const add = (text: string) => {
    if (text.trim() === '') return;
    onSave(withItems(value, text));
    if (field.current) field.current.value = '';
  };
  return (
    <section aria-label={words.title} className="flex flex-col gap-1">
      <header className="flex items-center justify-between">
        <h2 className="font-semibold text-title">{words.title}</h2>
        {progress ? <span className="text-meta text-muted">{words.done(progress)}</span> : null}
      </header>
      {items.length > 0 ? (
        <OrderedList
          label={words.title}
          entries={entries}
          words={order}
          items={({ line, text }) => [
            ...(onConvert && value !== null && text.trim() !== ''
              ? [
                  {
                    label: words.toSubtask,
                    icon: <Expand />,
                    act: () =>
                      onConvert(
                        value,
                        items.findIndex((item) => item.line === line),
                      ),
                  },
                ]
              : []),
            {
              label: words.remove,
              icon: <Bin />,
              isDangerous: true,
              act: () => onSave(withText(value, line, '')),
            },
          ]}
          onMove={(key, place) =>
            onSave(
              withReordered(
                value,
                entries.findIndex((each) => each.key === key),
                place,
              ),
            )
          }
        >
          {(item) => <Item item={item} value={value} onSave={onSave} />}
        </OrderedList>
      ) : null}
      <input
        ref={field}
        aria-label={words.add}
        placeholder={words.add}
        title={words.addHint}
        {...lineEntry(add)}
        onBlur={({ currentTarget }) => add(currentTarget.value)}
      />
    </section>
  );
}

function Item({ item, value, onSave }: Props & { readonly item: ChecklistItem }) {
  const { checklist: words } = useRecordWords();
  const draft = useDraft(item.text, (text) => onSave(withText(value, item.line, text)));
  return (
    <>
      <input
        type="checkbox"
        checked={item.isDone}
        aria-label={item.text}
        onChange={() => onSave(withToggled(value, item.line))}
        className="size-4 pointer-coarse:size-6"
      />
      <input
        {...draft.props}
        aria-label={words.item({ name: item.text })}
        autoComplete="off"
        className={`control min-w-0 flex-1 rounded border border-transparent bg-transparent px-1 hover:border-control focus:border-control focus:bg-raised ${item.isDone ? 'text-muted line-through' : ''}`}
      />
    </>
  );
}

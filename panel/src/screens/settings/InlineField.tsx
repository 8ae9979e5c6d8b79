import { clsx } from 'clsx';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { quietControl } from '#panel/parts/fields/FieldRow.tsx';
import { useDraft } from '#panel/parts/fields/use-draft.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | null;
  readonly limits: { readonly maxLength?: number };
  /** Id of the list of suggested texts. */
  readonly listId?: string;
  readonly save: (value: string | null) => Promise<unknown>;
}

/** Text of a row, edited inline and saved on leaving it. */
export function InlineField({ label, placeholder, value, limits, listId, save }: Props) {
  const [sending, setSending] = useState<string>();
  const act = useAction(async (text: string) => {
    setSending(text);
    try {
      await save(text || null);
    } finally {
      setSending(undefined);
    }
  });
  const draft = useDraft(sending ?? value ?? '', (text) => act.act(text.trim()));
  return (
    <>
      <input
        {...draft.props}
        aria-label={label}
        placeholder={placeholder}
        list={listId}
        {...limits}
        autoComplete="off"
        className={clsx(quietControl, 'max-w-40 shrink-0')}
      />
      {act.failure ? (
        <div className="order-last basis-full pb-1">
          <FailureNotice failure={act.failure} />
        </div>
      ) : null}
    </>
  );
}

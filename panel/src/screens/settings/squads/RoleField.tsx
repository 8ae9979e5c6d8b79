import { clsx } from 'clsx';
import { useState } from 'react';
import { squadsChangeMemberLimits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { quietControl } from '#panel/parts/fields/FieldRow.tsx';
import { useDraft } from '#panel/parts/fields/use-draft.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly role: string | null;
  /** Id of the list of roles that are suggested. */
  readonly listId: string;
  readonly save: (role: string | null) => Promise<unknown>;
}

/** Role of a member of a squad, edited inline. */
export function RoleField({ label, placeholder, role, listId, save }: Props) {
  const [sending, setSending] = useState<string>();
  const act = useAction(async (text: string) => {
    setSending(text);
    try {
      await save(text || null);
    } finally {
      setSending(undefined);
    }
  });
  const draft = useDraft(sending ?? role ?? '', (text) => act.act(text.trim()));
  return (
    <>
      <input
        {...draft.props}
        aria-label={label}
        placeholder={placeholder}
        list={listId}
        {...squadsChangeMemberLimits.role}
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

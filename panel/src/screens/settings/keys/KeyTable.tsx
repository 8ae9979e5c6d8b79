import type { Key } from '#panel/api/types.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Check, Close, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useSettingsListWords } from '#panel/words/settings-lists/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { mayRotate, stateOf } from './model.ts';

interface Props {
  readonly keys: readonly Key[];
  readonly me: string;
  readonly onRotate: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

export function KeyTable({ keys, me, onRotate, onRevoke }: Props) {
  const { keys: words, actionsFor } = useSettingsListWords();
  const { common } = useWords();
  return (
    <Table
      label={words.title}
      rows={keys}
      keyOf={({ id }) => id}
      actionsTitle={common.actions}
      columns={[
        {
          key: 'name',
          title: words.name,
          cell: ({ name, user, scope }) => (
            <span className="flex min-w-0 flex-col">
              <span className="break-words font-medium">{name}</span>
              <span className="text-meta text-muted">
                {`${user?.name ?? words.team} · ${words.scopes[scope]}`}
              </span>
            </span>
          ),
        },
        {
          key: 'used',
          title: words.lastUsed,
          isWide: true,
          cell: ({ last_used_at }) =>
            last_used_at === null ? (
              <span className="text-muted">{words.unused}</span>
            ) : (
              <RelativeTime at={last_used_at} />
            ),
        },
        { key: 'state', title: words.state, cell: (key) => <State of={key} /> },
      ]}
      actions={(key) =>
        stateOf(key, Date.now()) === 'active' ? (
          <MoreMenu
            label={actionsFor({ name: key.name })}
            items={[
              ...(mayRotate(key, me) ? [{ label: words.rotate, act: () => onRotate(key) }] : []),
              { label: words.revoke, isDangerous: true, act: () => onRevoke(key) },
            ]}
          />
        ) : null
      }
    />
  );
}

const looks = {
  active: { tone: 'ok', icon: <Check size={12} /> },
  expired: { tone: 'warn', icon: <Warning size={12} /> },
  revoked: { tone: 'danger', icon: <Close size={12} /> },
} as const;

function State({ of: key }: { readonly of: Key }) {
  const { keys: words } = useSettingsListWords();
  const state = stateOf(key, Date.now());
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...looks[state]}>{words[state]}</Badge>
      {state === 'active' && key.expires_at !== null ? (
        <span className="text-meta text-muted">
          {words.until} <RelativeTime at={key.expires_at} />
        </span>
      ) : null}
    </span>
  );
}

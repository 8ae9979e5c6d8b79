import type { Member } from '#panel/api/types.ts';
import { allows, roleAllows } from '#panel/data/can.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Close, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { stateOf } from './model.ts';

const looks = {
  active: {},
  suspended: { tone: 'warn', icon: <Warning size={12} /> },
  noAccount: { icon: <Close size={12} /> },
} as const;

/** State of a member, and permissions that differ from the usual ones. */
export function MemberStatus({ member }: { readonly member: Member }) {
  const { people: words } = useSettingsWords();
  const state = stateOf(member);
  const limits = [
    ...(!allows(member, 'sees_values') ? [words.seesNoValues] : []),
    ...(member.may_export && !roleAllows(member.role, 'may_export') ? [words.mayExport] : []),
  ];
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...looks[state]}>{words[state]}</Badge>
      {state === 'suspended' ? (
        <span className="text-meta text-muted">
          <RelativeTime at={member.suspended_at} />
        </span>
      ) : null}
      {state === 'noAccount' || limits.length === 0 ? null : (
        <span className="text-meta text-muted">{limits.join(' · ')}</span>
      )}
    </span>
  );
}

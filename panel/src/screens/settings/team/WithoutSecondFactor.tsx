import { useQuery } from '@tanstack/react-query';
import { withoutSecondFactorQuery } from '#panel/data/team-settings.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';

/** Lists the members that a required second factor would lock out. */
export function WithoutSecondFactor({ slug }: { readonly slug: string }) {
  const { team: words } = useSettingsWords();
  const { data: members } = useQuery(withoutSecondFactorQuery(slug));
  if (!members) return null;
  const names = members.map(({ name }) => name).join(', ');
  return (
    <p className="text-meta text-muted">
      {members.length === 0
        ? words.allHaveSecondFactor
        : words.withoutSecondFactor({ n: members.length, names })}
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#panel/data/team-settings.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { DealPhases } from './DealPhases.tsx';

export default function PhasesScreen() {
  const { phases: words, readOnly } = useSettingsWords();
  const { slug, me, can } = useCurrentTeam();
  const isEditable = can('settings.update');
  const query = useQuery(settingsQuery(slug));
  return (
    <Page title={words.title} about={words.about}>
      <Section about={me && !isEditable ? readOnly : undefined}>
        <QueryContent query={query} rows={5}>
          {(settings) => <DealPhases settings={settings} isEditable={isEditable} />}
        </QueryContent>
      </Section>
    </Page>
  );
}

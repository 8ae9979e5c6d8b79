import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../data/team-settings.ts';
import { Loaded } from '../../../parts/QueryContent.tsx';
import { useTeamHere } from '../../../parts/use-team.ts';
import { Page, Section } from '../../../ui/layout.tsx';
import { useSettingsWords } from '../../../words/settings/use.ts';
import { Phases } from './DealPhases.tsx';

export default function PhasesScreen() {
  const { phases: words, readOnly } = useSettingsWords();
  const { slug, me, isAdmin } = useTeamHere();
  const query = useQuery(settingsQuery(slug));
  return (
    <Page title={words.title} about={words.about}>
      <Section about={me && !isAdmin ? readOnly : undefined}>
        <Loaded query={query} rows={5}>
          {(settings) => <Phases settings={settings} isAdmin={isAdmin} />}
        </Loaded>
      </Section>
    </Page>
  );
}

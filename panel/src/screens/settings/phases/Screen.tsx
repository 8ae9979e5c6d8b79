import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../data/settings.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { useTeamHere } from '../../../parts/team.ts';
import { Page, Section } from '../../../ui/layout.tsx';
import { useSettingsWords } from '../../../words/settings/use.ts';
import { Phases } from './Phases.tsx';

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

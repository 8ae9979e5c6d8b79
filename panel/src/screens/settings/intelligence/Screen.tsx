import { useQuery } from '@tanstack/react-query';
import type { IntelligenceSettings } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import {
  type IntelligenceChange,
  intelligenceQuery,
  setIntelligence,
  winModelQuery,
} from '#panel/data/intelligence.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { useIntelligenceWords } from '#panel/words/intelligence/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { Quality } from './Quality.tsx';

/** Fields that the service computes: their switches, and the quality of the win probability. */
export default function IntelligenceScreen() {
  const words = useIntelligenceWords();
  const { pages, readOnly } = useSettingsWords();
  const { slug, me, can } = useCurrentTeam();
  const settings = useQuery(intelligenceQuery(slug));
  const model = useQuery(winModelQuery(slug));
  const isEditable = can('intelligence_settings.set');
  return (
    <Page title={pages.intelligence} about={words.about}>
      {me && !isEditable ? <p className="text-muted">{readOnly}</p> : null}
      <QueryContent query={settings} rows={7}>
        {(loaded) => <Switches slug={slug} settings={loaded} isEditable={isEditable} />}
      </QueryContent>
      <Section title={words.quality.title}>
        <QueryContent query={model} rows={5}>
          {(loaded) => <Quality model={loaded} />}
        </QueryContent>
      </Section>
    </Page>
  );
}

interface Props {
  readonly slug: string;
  readonly settings: IntelligenceSettings;
  readonly isEditable: boolean;
}

function Switches({ slug, settings, isEditable }: Props) {
  const { probability, summary, endpoint } = useIntelligenceWords();
  const set = useAction((change: IntelligenceChange) => setIntelligence(slug, change));
  const isFixed = !isEditable || set.isBusy;
  return (
    <>
      <Section title={probability.title} about={probability.about}>
        <Checkbox
          label={probability.isOn}
          checked={settings.predicts_wins}
          disabled={isFixed}
          onChange={({ target }) => set.act({ predicts_wins: target.checked })}
        />
        <Checkbox
          label={probability.usesResponsible}
          hint={probability.usesResponsibleHint}
          checked={settings.uses_responsible}
          disabled={isFixed || !settings.predicts_wins}
          onChange={({ target }) => set.act({ uses_responsible: target.checked })}
        />
      </Section>
      <Section title={summary.title} about={summary.about}>
        <Checkbox
          label={summary.isOn}
          checked={settings.summarizes_deals}
          disabled={isFixed}
          onChange={({ target }) => set.act({ summarizes_deals: target.checked })}
        />
        <Select
          label={summary.language}
          value={settings.language}
          disabled={isFixed || !settings.summarizes_deals}
          onChange={({ target }) => set.act({ language: target.value === 'en' ? 'en' : 'pt-BR' })}
          choices={(['pt-BR', 'en'] as const).map((value) => ({
            value,
            label: summary.languages[value],
          }))}
        />
      </Section>
      <Section title={endpoint.title} about={endpoint.about}>
        {settings.has_endpoint || settings.uses_endpoint ? (
          <Checkbox
            label={endpoint.isOn}
            checked={settings.uses_endpoint}
            disabled={isFixed}
            onChange={({ target }) => set.act({ uses_endpoint: target.checked })}
          />
        ) : (
          <p className="text-muted">{endpoint.none}</p>
        )}
      </Section>
      <FailureNotice failure={set.failure} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { settingsUpdateLimits } from '#panel/api/input-limits.ts';
import type { TeamSettings } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { settingsActions, settingsQuery } from '#panel/data/team-settings.ts';
import { timeZoneChoices } from '#panel/data/time-zones.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox, Field } from '#panel/ui/Field.tsx';
import { Facts, Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { Brand } from './Brand.tsx';
import { WithoutSecondFactor } from './WithoutSecondFactor.tsx';

export default function Team() {
  const words = useSettingsWords();
  const { slug, me, can } = useCurrentTeam();
  const query = useQuery(settingsQuery(slug));
  return (
    <Page title={words.team.title} about={words.team.about}>
      <Section about={me && !can('settings.update') ? words.readOnly : undefined}>
        <QueryContent query={query}>
          {(settings) =>
            can('settings.update') ? (
              <TeamForm settings={settings} />
            ) : (
              <TeamFacts settings={settings} />
            )
          }
        </QueryContent>
      </Section>
      {can('brand.update') ? <Brand /> : null}
    </Page>
  );
}

function TeamForm({ settings }: { readonly settings: TeamSettings }) {
  const { team: words } = useSettingsWords();
  const { common } = useWords();
  const mayRequire = useCurrentTeam().can('second_factor.require');
  const act = useAction(
    (values: Values) =>
      settingsActions(settings.slug).change({
        name: values('name').trim(),
        time_zone: values('time_zone'),
        strict_tax_ids: values('strict_tax_ids') === 'on',
        audit_days: Number(values('audit_days')),
        allows_agents: values('allows_agents') === 'on',
        ...(mayRequire && {
          requires_second_factor: values('requires_second_factor') === 'on',
          second_factor_from: values('second_factor_from') || null,
        }),
      }),
    () => say(common.saved),
  );
  return (
    <Form act={act} submit={common.save}>
      <Field
        label={words.name}
        name="name"
        defaultValue={settings.name}
        autoComplete="off"
        {...settingsUpdateLimits.name}
        required
      />
      <Field label={words.slug} hint={words.slugHint} value={settings.slug} readOnly />
      <Select
        label={words.timeZone}
        hint={words.timeZoneHint}
        name="time_zone"
        defaultValue={settings.time_zone}
        choices={timeZoneChoices(settings.time_zone)}
      />
      <Checkbox
        label={words.strictTaxIds}
        hint={words.strictTaxIdsHint}
        name="strict_tax_ids"
        defaultChecked={settings.strict_tax_ids}
      />
      <NumberInput
        label={words.auditDays}
        hint={words.auditDaysHint}
        name="audit_days"
        kind="whole"
        {...settingsUpdateLimits.audit_days}
        defaultValue={settings.audit_days}
        required
      />
      <Checkbox
        label={words.agents}
        hint={words.agentsHint}
        name="allows_agents"
        defaultChecked={settings.allows_agents}
      />
      {mayRequire ? (
        <>
          <Checkbox
            label={words.secondFactor}
            hint={words.secondFactorHint}
            name="requires_second_factor"
            defaultChecked={settings.requires_second_factor}
          />
          <WithoutSecondFactor slug={settings.slug} />
          <LabelledDate
            label={words.secondFactorFrom}
            hint={words.secondFactorFromHint}
            name="second_factor_from"
            defaultValue={settings.second_factor_from ?? ''}
          />
        </>
      ) : null}
      <FailureNotice failure={act.failure} says={{ CONFLICT: words.secondFactorOwn }} />
    </Form>
  );
}

function TeamFacts({ settings }: { readonly settings: TeamSettings }) {
  const { team: words } = useSettingsWords();
  return (
    <Facts
      facts={[
        [words.name, settings.name],
        [words.slug, settings.slug],
        [words.timeZone, settings.time_zone.replaceAll('_', ' ')],
        [words.auditDays, String(settings.audit_days)],
        [words.secondFactor, settings.requires_second_factor ? words.yes : words.no],
        [words.strictTaxIds, settings.strict_tax_ids ? words.yes : words.no],
        [words.agents, settings.allows_agents ? words.yes : words.no],
      ]}
    />
  );
}

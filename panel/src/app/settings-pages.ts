import { allows, type Right } from '../data/can.ts';
import { paths } from '../route/paths.ts';
import { type SettingsWords, useSettingsWords } from '../words/settings/use.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';

interface SettingsPage {
  readonly href: string;
  readonly name: string;
}

/** Settings pages of a team, in menu order, each with the operation that it reads first. */
const pages: readonly (readonly [
  keyof SettingsWords['pages'],
  path: (slug: string) => string,
  right: Right,
])[] = [
  ['team', paths.settings, 'settings.get'],
  ['people', paths.people, 'members.list'],
  ['rates', paths.rates, 'hourly_rates.list'],
  ['billing', paths.billing, 'billing_lines.update'],
  ['squads', paths.squads, 'squads.list_with_members'],
  ['pipelines', paths.pipelines, 'pipelines.list_with_template'],
  ['projectTemplates', paths.projectTemplates, 'project_templates.update'],
  ['phases', paths.phases, 'settings.get'],
  ['intelligence', paths.intelligence, 'intelligence_settings.get'],
  ['inboxes', paths.inboxes, 'inboxes.list_with_gateway'],
  ['hours', paths.hours, 'business_hours.get'],
  ['readyAnswers', paths.readyAnswers, 'ready_answers.list'],
  ['labels', paths.labels, 'labels.list'],
  ['webhooks', paths.webhooks, 'webhooks.list'],
  ['workflows', paths.workflows, 'workflows.page'],
  ['keys', paths.keys, 'keys.page'],
  ['imports', paths.imports, 'imports.list'],
  ['exports', paths.exports, 'may_export'],
  ['privacy', paths.privacy, 'privacy_requests.list'],
  ['audit', paths.audit, 'audit.list'],
  ['bulk', paths.bulk, 'bulk.list'],
  ['trash', paths.trash, 'trash.list'],
];

/** Settings pages that the user may see. Use only where waiting for the settings words is acceptable. */
export function useSettingsPages(): readonly SettingsPage[] {
  const words = useSettingsWords();
  const team = useCurrentOrLastTeam();
  if (!team) return [];
  return pages
    .filter(([, , right]) => allows(team, right))
    .map(([name, path]) => ({ href: path(team.slug), name: words.pages[name] }));
}

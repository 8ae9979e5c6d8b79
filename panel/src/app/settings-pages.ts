import type { Role } from '../api/types.ts';
import { paths } from '../route/paths.ts';
import { type SettingsWords, useSettingsWords } from '../words/settings/use.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';

export interface SettingsPage {
  readonly href: string;
  readonly name: string;
}

/** Settings pages of a team, in menu order, with the minimum role for each. */
const pages: readonly (readonly [
  keyof SettingsWords['pages'],
  path: (slug: string) => string,
  least: Role,
])[] = [
  ['team', paths.settings, 'member'],
  ['people', paths.people, 'admin'],
  ['squads', paths.squads, 'member'],
  ['pipelines', paths.pipelines, 'member'],
  ['phases', paths.phases, 'member'],
  ['contracts', paths.contracts, 'member'],
  ['inboxes', paths.inboxes, 'member'],
  ['readyAnswers', paths.readyAnswers, 'member'],
  ['webhooks', paths.webhooks, 'admin'],
  ['workflows', paths.workflows, 'admin'],
  ['keys', paths.keys, 'admin'],
  ['audit', paths.audit, 'admin'],
  ['bulk', paths.bulk, 'member'],
  ['trash', paths.trash, 'member'],
];

const ranks: readonly Role[] = ['member', 'admin', 'owner'];

/** Settings pages that the user's role may see. Use only where waiting for the settings words is acceptable. */
export function useSettingsPages(): readonly SettingsPage[] {
  const words = useSettingsWords();
  const team = useCurrentOrLastTeam();
  if (!team) return [];
  return pages
    .filter(([, , least]) => ranks.indexOf(team.role) >= ranks.indexOf(least))
    .map(([name, path]) => ({ href: path(team.slug), name: words.pages[name] }));
}

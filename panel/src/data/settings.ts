import { queryOptions } from '@tanstack/react-query';
import { call, segment } from '../api/call.ts';
import type { TeamSettings } from '../api/types.ts';
import { client } from './client.ts';
import { teamsQuery } from './session.ts';

const at = (slug: string) => `/teams/${segment(slug)}/settings`;

export const settingsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings'],
    queryFn: ({ signal }) => call<TeamSettings>('GET', at(slug), { signal }),
  });

export type SettingsChange = Partial<Omit<TeamSettings, 'slug' | 'created_at'>>;

/** What admins set of a team. */
export const settingsActs = (slug: string) => ({
  async change(change: SettingsChange): Promise<TeamSettings> {
    const settings = await call<TeamSettings>('PUT', at(slug), { body: change });
    client.setQueryData(settingsQuery(slug).queryKey, settings);
    client.setQueryData(teamsQuery.queryKey, (teams) =>
      teams?.map((team) => (team.slug === slug ? { ...team, name: settings.name } : team)),
    );
    return settings;
  },
});

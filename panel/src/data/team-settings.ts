import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { TeamSettings } from '../api/types.ts';
import { queryClient } from './query-client.ts';
import { teamsQuery } from './session.ts';

export const settingsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/settings', { at: { team_slug: slug }, signal }),
  });

/** Members without a second factor, by name; for admins. */
export const withoutSecondFactorQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings', 'second-factor'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/settings/second-factor', { at: { team_slug: slug }, signal }),
  });

type SettingsChange = Partial<Omit<TeamSettings, 'slug' | 'created_at'>>;

/** Admin actions on team settings. */
export function settingsActions(slug: string) {
  const at = { team_slug: slug };
  const cacheAnswer = async (answer: Promise<TeamSettings>): Promise<TeamSettings> => {
    const settings = await answer;
    queryClient.setQueryData(settingsQuery(slug).queryKey, settings);
    queryClient.setQueryData(teamsQuery.queryKey, (teams) =>
      teams?.map((team) => (team.slug === slug ? { ...team, name: settings.name } : team)),
    );
    return settings;
  };
  return {
    change: (body: SettingsChange) =>
      cacheAnswer(request('PUT /teams/{team_slug}/settings', { at, body })),
    renamePhase: (from: string, to: string) =>
      cacheAnswer(request('PUT /teams/{team_slug}/settings/phases', { at, body: { from, to } })),
  };
}

/** Logo and colour that clients see. */
export const brandQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings', 'brand'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/brand', { at: { team_slug: slug }, signal }),
  });

/** @param fields an empty text removes the colour or the logo */
export const changeBrand = async (slug: string, fields: { color?: string; logo?: string }) => {
  const brand = await request('PUT /teams/{team_slug}/brand', {
    at: { team_slug: slug },
    body: fields,
  });
  queryClient.setQueryData(brandQuery(slug).queryKey, brand);
};

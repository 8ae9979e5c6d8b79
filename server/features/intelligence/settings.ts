import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { operation } from '#server/operations/operation.ts';
import { about, boolean, oneOf, required } from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import { languages } from './summaries/extract.ts';

/* Switches of a team. */

const fields = {
  predicts_wins: about('True if open deals have a win probability.', required(boolean)),
  uses_responsible: about(
    'True if the responsible user is a feature of the model.',
    required(boolean),
  ),
  summarizes_deals: about('True if deals have summaries.', required(boolean)),
  language: about('The language of summaries.', required(oneOf('text', languages))),
  uses_endpoint: about(
    'True if the team consents to texts being sent to the operator’s language model.',
    required(boolean),
  ),
  has_endpoint: about('True if the operator has configured a language model.', required(boolean)),
};

const output = { kind: 'fields', name: 'IntelligenceSettings', fields } as const;

export interface IntelligenceSettings {
  readonly predicts_wins: boolean;
  readonly uses_responsible: boolean;
  readonly summarizes_deals: boolean;
  readonly language: (typeof languages)[number];
  readonly uses_endpoint: boolean;
}

const find = teamStatement(`
  select predicts_wins, uses_responsible, summarizes_deals, language, uses_endpoint from intelligence_settings where team_id = $team`);

const defaults: IntelligenceSettings = {
  predicts_wins: true,
  uses_responsible: true,
  summarizes_deals: true,
  language: 'pt-BR',
  uses_endpoint: false,
};

/** The settings of a team, which has the defaults until it changes one. */
export async function settingsOf(db: TeamDb): Promise<IntelligenceSettings> {
  const [row] = await db.run(find);
  return row ? (row as unknown as IntelligenceSettings) : defaults;
}

const store = teamStatement(`
  insert into intelligence_settings (team_id, predicts_wins, uses_responsible, summarizes_deals, language, uses_endpoint)
  values ($team, $predicts_wins, $uses_responsible, $summarizes_deals, $language, $uses_endpoint)
  on conflict (team_id) do update set predicts_wins = excluded.predicts_wins, uses_responsible = excluded.uses_responsible,
    summarizes_deals = excluded.summarizes_deals, language = excluded.language, uses_endpoint = excluded.uses_endpoint`);

/** The next round then fits the model and computes the fields of all open deals. */
const restart = teamStatement('update win_models set next_fit_at = now() where team_id = $team');

const lockTeam = teamStatement('select id from teams where id = $team for no key update');

export const getIntelligenceSettings = operation({
  name: 'intelligence_settings.get',
  id: 'getIntelligenceSettings',
  summary: 'Get the team’s settings of computed fields',
  note: 'Available to every member.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/intelligence/settings', status: 200 },
  emits: [],
  input: {},
  output,
  one: 'team',
  run: async ({ db, settings }) => ({
    ...(await settingsOf(db)),
    has_endpoint: settings.languageModel !== undefined,
  }),
});

export const setIntelligenceSettings = operation({
  name: 'intelligence_settings.set',
  id: 'setIntelligenceSettings',
  summary: 'Change the team’s settings of computed fields',
  note: 'Changes only the given fields. The fields of deals follow within minutes. uses_endpoint is the team’s consent: without it, no text of the team is sent to the operator’s language model.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/intelligence/settings', status: 200 },
  emits: [],
  input: {
    body: input(
      { name: 'intelligence_settings', one: 'settings', fields },
      {
        kind: 'update',
        accepts: [
          'predicts_wins',
          'uses_responsible',
          'summarizes_deals',
          'language',
          'uses_endpoint',
        ],
      },
    ),
  },
  output,
  one: 'team',
  run: ({ db, settings }, { values }) =>
    db.transaction(async (tx) => {
      await tx.run(lockTeam);
      const before = await settingsOf(tx);
      const after = { ...before, ...(values as Partial<IntelligenceSettings>) };
      const names = (Object.keys(before) as (keyof IntelligenceSettings)[]).filter(
        (name) => before[name] !== after[name],
      );
      if (names.length > 0) {
        const only = (of: IntelligenceSettings) =>
          Object.fromEntries(names.map((name) => [name, of[name]]));
        await tx.run(store, { ...after });
        await recordAudit(tx, {
          type: 'teams',
          id: tx.id,
          before: only(before),
          after: only(after),
        });
        if (names.some((name) => name !== 'uses_endpoint')) await tx.run(restart);
      }
      return { ...after, has_endpoint: settings.languageModel !== undefined };
    }),
});

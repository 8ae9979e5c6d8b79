import { iso, teamStatement } from '#server/db/statement.ts';
import { seesAll } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  number,
  oneOf,
  prose,
  required,
  timestamp,
} from '#server/records/fields.ts';
import { suggestReply, writeSummary } from './language-model/operations.ts';
import { getIntelligenceSettings, setIntelligenceSettings, settingsOf } from './settings.ts';
import { extractOf } from './summaries/extract.ts';
import { readFacts } from './summaries/facts.ts';
import { features } from './win-probability/features.ts';
import {
  fewestClosed,
  fewestOfEach,
  type PhaseShare,
  type Reason,
  states,
  type WinModel,
} from './win-probability/win-model.ts';

/* The quality of a team’s model, and the computed fields of a deal with their reasons. */

const count = required(number(0, Number.MAX_SAFE_INTEGER));
const share = Type.Number({ minimum: 0, maximum: 1 });

const bin = Type.Object(
  {
    predicted: about('Mean of the predictions.', share),
    observed: about('Share of won deals.', share),
    count: about('Number of predictions.', Type.Integer()),
  },
  { examples: [{ predicted: 0.21, observed: 0.24, count: 35 }] },
);

const findModel = teamStatement(
  `select m.model, ${iso('m.fitted_at')} as fitted_at from win_models m where m.team_id = $team`,
);

const getWinModel = operation({
  name: 'win_models.get',
  id: 'getWinModel',
  summary: 'Get the quality of the team’s win probabilities',
  note: 'The numbers are of the last fit. Brier scores are mean squared errors by cross-validation; they and the bins are null until a model was tried.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/intelligence/win-model', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'WinModel',
    fields: {
      state: about(
        'too_few: no probabilities. phase_share: the share of deals that were won after they reached a phase. model: predictions.',
        required(oneOf('text', states)),
      ),
      fitted_at: about('The time of the last fit; null before the first.', timestamp),
      closed: about('Won and lost deals of the team.', count),
      fewest_closed: about('Closed deals that are needed for the first probabilities.', count),
      deals: about('Closed deals of complete cohorts.', count),
      won: about('Won deals among these.', count),
      lost: about('Lost deals among these.', count),
      fewest_of_each: about('Won deals and lost deals that a model needs, each.', count),
      brier: about('The model’s score.', number(0, 1)),
      base_brier: about('The score of the plain win rate.', number(0, 1)),
      standard_error: about('Standard error of the difference of both scores.', number(0, 1)),
      calibration: about('Mean distance of predicted and observed shares.', number(0, 1)),
      bins: about(
        'Predictions by size with their outcomes.',
        kind(Type.Array(bin), 'a list of groups', 'json'),
      ),
    },
  },
  one: 'team',
  run: async ({ db }) => {
    const [row] = await db.read(findModel);
    const model = row?.model as WinModel | null | undefined;
    const quality = model?.quality ?? null;
    return {
      state: model?.state ?? 'too_few',
      fitted_at: row?.fitted_at ?? null,
      closed: model?.closed ?? 0,
      fewest_closed: fewestClosed,
      deals: model?.deals ?? 0,
      won: model?.won ?? 0,
      lost: model?.lost ?? 0,
      fewest_of_each: fewestOfEach,
      brier: quality?.brier ?? null,
      base_brier: quality?.base_brier ?? null,
      standard_error: quality?.standard_error ?? null,
      calibration: quality?.calibration ?? null,
      bins: quality?.bins ?? null,
    };
  },
});

const phaseShare = Type.Object(
  {
    phase: about('The phase of the deal.', Type.String()),
    reached: about('Closed deals that reached the phase.', Type.Integer()),
    won: about('Won deals among these.', Type.Integer()),
  },
  { examples: [{ phase: 'proposta', reached: 35, won: 12 }] },
);

const findInsight = teamStatement(`
  select d.ai_win_probability as probability, d.phase, d.ai_summary as summary, s.state, s.reasons, m.model,
    exists (select from endpoint_summaries e where e.team_id = $team and e.deal_id = d.id) as is_written,
    d.status = 'ativo' and d.phase <> all(x.won_phases || x.lost_phases) as is_open
  from deals d join teams x on x.id = $team
    left join deal_scores s on s.team_id = $team and s.deal_id = d.id
    left join win_models m on m.team_id = $team
  where d.team_id = $team and d.id = $id`);

const reason = Type.Object(
  {
    feature: about('The property of the deal.', Type.Enum([...features])),
    effect: about(
      'Difference of the log odds; positive if it raises the probability.',
      Type.Number(),
    ),
    value: about(
      'The value of the deal.',
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    ),
    usual: about('The team’s median.', Type.Union([Type.Number(), Type.Null()])),
  },
  { examples: [{ feature: 'next_step', effect: 0.41, value: 'planned', usual: null }] },
);

interface InsightRow {
  readonly probability: number | null;
  readonly phase: string;
  readonly summary: string | null;
  readonly state: 'phase_share' | 'model' | null;
  readonly reasons: {
    readonly share: PhaseShare | null;
    readonly reasons: readonly Reason[];
  } | null;
  readonly model: WinModel | null;
  readonly is_written: boolean;
  readonly is_open: boolean;
}

/** Closed deals that are missing for a probability, and if they are missing in the phase only. */
function missingOf({ model, phase, state, is_open }: InsightRow) {
  if (state !== null || !is_open || !model) return { missing: null, missing_in_phase: false };
  if (model.state === 'too_few')
    return { missing: Math.max(1, fewestClosed - model.closed), missing_in_phase: false };
  const reached = model.shares.find((each) => each.phase === phase)?.reached ?? 0;
  return { missing: Math.max(1, 10 - reached), missing_in_phase: true };
}

export const getDealInsight = operation({
  name: 'deals.insight',
  id: 'getDealInsight',
  summary: 'Get a deal’s win probability and summary with their reasons',
  note: 'probability and summary are the deal’s ai_win_probability and ai_summary. reasons are at most three in each direction, the strongest first. Members who may not see values get a summary without the value, and no reason that is about it.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/deals/:id/insight', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DealInsight',
    fields: {
      is_on: about('True if the team has win probabilities.', required(boolean)),
      state: about('Null without a probability.', oneOf('text', ['phase_share', 'model'])),
      probability: about('In percent.', number(0, 100)),
      missing: about(
        'Closed deals that are missing for a probability; null if none is missing, and for a closed deal.',
        number(0, Number.MAX_SAFE_INTEGER),
      ),
      missing_in_phase: about(
        'True if deals that reached its phase are missing.',
        required(boolean),
      ),
      share: about(
        'In the state phase_share: closed deals that reached the phase, and those of them that were won.',
        kind(phaseShare, 'an object', 'json'),
      ),
      reasons: about(
        'Reasons of the model.',
        required(kind(Type.Array(reason), 'a list of reasons', 'json')),
      ),
      summary: about('The summary.', prose),
      may_write: about(
        'True if the user can let the language model write the summary.',
        required(boolean),
      ),
      is_written: about('True if a language model wrote the summary.', required(boolean)),
    },
  },
  one: 'deal',
  run: async ({ db, actor, settings }, { id }) => {
    const [stored] = await db.read(findInsight, { id });
    if (!stored) return undefined;
    const row = stored as unknown as InsightRow;
    const { predicts_wins, summarizes_deals, language, uses_endpoint } = await settingsOf(db);
    const isAll = seesAll(actor);
    const facts =
      summarizes_deals && (!isAll || row.summary === null)
        ? (await readFacts(db, [id])).get(id)
        : undefined;
    const reasons = row.reasons?.reasons ?? [];
    return {
      is_on: predicts_wins,
      state: row.state,
      probability: row.probability,
      ...missingOf(row),
      share: row.reasons?.share ?? null,
      reasons: isAll ? reasons : reasons.filter(({ feature }) => feature !== 'value'),
      // Right after a change, the stored summary may be missing or older than the deal.
      summary: facts ? extractOf(facts, language, isAll) : summarizes_deals ? row.summary : null,
      may_write: isAll && summarizes_deals && uses_endpoint && settings.languageModel !== undefined,
      is_written: isAll && row.is_written,
    };
  },
});

export const intelligenceOperations = [
  getIntelligenceSettings,
  setIntelligenceSettings,
  getWinModel,
  getDealInsight,
  writeSummary,
  suggestReply,
];

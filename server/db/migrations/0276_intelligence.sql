-- Win probabilities and summaries of deals (docs/adr/0244-win-probability.md, 0245-summaries-of-deals.md).

-- A team without a row has the defaults.
create table intelligence_settings (
  team_id uuid not null,
  predicts_wins boolean not null default true,
  -- The responsible user is a feature of the model.
  uses_responsible boolean not null default true,
  summarizes_deals boolean not null default true,
  -- Consent: texts may be sent to the operator's endpoint.
  uses_endpoint boolean not null default false,
  constraint intelligence_settings_pkey primary key (team_id),
  constraint intelligence_settings_team_id_fkey foreign key (team_id) references teams
);

create table win_models (
  team_id uuid not null,
  -- Null until the first fit.
  fitted_at timestamptz(3),
  next_fit_at timestamptz(3) not null default now(),
  -- Changes after these times are pending.
  deals_from timestamptz(3) not null default now(),
  messages_from timestamptz(3) not null default now(),
  -- Position of a pass over all open deals; null if none is under way.
  pass_after uuid,
  -- A process works for the team until then.
  claimed_until timestamptz(3),
  model json,
  constraint win_models_pkey primary key (team_id),
  constraint win_models_team_id_fkey foreign key (team_id) references teams
);

-- A row for each deal with a probability.
create table deal_scores (
  team_id uuid not null,
  deal_id uuid not null,
  state text not null,
  reasons json not null,
  scored_at timestamptz(3) not null default now(),
  constraint deal_scores_pkey primary key (team_id, deal_id),
  constraint deal_scores_deal_id_fkey foreign key (team_id, deal_id) references deals,
  constraint deal_scores_state_check check (state in ('phase_share', 'model'))
);

-- Tokens that a team's requests to the endpoint took, by UTC day.
create table endpoint_usage (
  team_id uuid not null,
  day date not null,
  requests integer not null default 0,
  tokens integer not null default 0,
  constraint endpoint_usage_pkey primary key (team_id, day),
  constraint endpoint_usage_team_id_fkey foreign key (team_id) references teams
);

-- Summaries of deals (docs/adr/0246-summaries-of-deals.md).

-- Language of the texts that the service writes for the team.
alter table intelligence_settings add column language text not null default 'pt-BR';
alter table intelligence_settings add constraint intelligence_settings_language_check check (language in ('pt-BR', 'en'));

-- Summaries that a language model wrote: each counts until the facts change.
create table endpoint_summaries (
  team_id uuid not null,
  deal_id uuid not null,
  -- Digest of the facts.
  digest text not null,
  written_at timestamptz(3) not null default now(),
  constraint endpoint_summaries_pkey primary key (team_id, deal_id),
  constraint endpoint_summaries_deal_id_fkey foreign key (team_id, deal_id) references deals
);

-- Squad whose members receive the conversations of an inbox; null: all who see it (docs/adr/0182-automatic-distribution.md).
alter table inboxes add column distribution_squad_id uuid;
alter table inboxes
  add constraint inboxes_distribution_squad_id_fkey foreign key (team_id, distribution_squad_id) references squads;

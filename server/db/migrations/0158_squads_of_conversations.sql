-- Conversations can be assigned to a squad, in addition to a person or instead of one (docs/adr/0200-squads-of-conversations.md).
alter table conversations add column squad_id uuid;
-- Not validated: the column is new, so no row has a value.
alter table conversations
  add constraint conversations_squad_id_fkey foreign key (team_id, squad_id) references squads not valid;

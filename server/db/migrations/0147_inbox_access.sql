-- Inboxes that are open to some members only (docs/adr/0196-who-sees-an-inbox.md).
alter table inboxes add column is_restricted boolean not null default false;

create table inbox_members (
  team_id uuid not null,
  inbox_id uuid not null,
  user_id uuid not null,
  constraint inbox_members_pkey primary key (team_id, inbox_id, user_id),
  constraint inbox_members_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes,
  constraint inbox_members_user_id_fkey foreign key (team_id, user_id) references users
);

create table inbox_squads (
  team_id uuid not null,
  inbox_id uuid not null,
  squad_id uuid not null,
  constraint inbox_squads_pkey primary key (team_id, inbox_id, squad_id),
  constraint inbox_squads_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes,
  constraint inbox_squads_squad_id_fkey foreign key (team_id, squad_id) references squads
);

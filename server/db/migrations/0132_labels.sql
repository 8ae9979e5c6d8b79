-- Labels of conversations (docs/adr/0184-labels-of-conversations.md).
create table labels (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  -- The name without case and accents.
  key text not null generated always as (public.fold(name)) stored,
  -- A hue of the panel.
  color text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint labels_pkey primary key (team_id, id),
  constraint labels_team_id_fkey foreign key (team_id) references teams,
  constraint labels_name_key unique (team_id, key),
  constraint labels_name_check check (char_length(name) between 1 and 40),
  constraint labels_color_check check (color ~ '^[a-z]{3,10}$')
);

-- Ids of labels; those of deleted ones have no effect.
alter table conversations add column label_ids uuid[] not null default '{}';

-- Saved views of lists (docs/adr/0058), and merged contacts.

create type view_scope as enum ('private', 'team');

create table saved_views (
  team_id uuid not null references teams,
  id uuid not null,
  user_id uuid not null,
  -- Distinct for each view of a user, which limits their number.
  slot smallint not null,
  resource text not null check (char_length(resource) between 1 and 40),
  name text not null check (char_length(name) between 1 and 80),
  scope view_scope not null default 'private',
  -- Filters, sort, columns, layout, grouping: the query parameters of the list's URL.
  query json not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint saved_views_slot_check check (slot between 1 and 100),
  constraint saved_views_slot_key unique (team_id, user_id, slot),
  constraint saved_views_user_id_fkey foreign key (team_id, user_id) references users
);
create unique index saved_views_own_name on saved_views (team_id, user_id, resource, (fold(name) collate "C")) where scope = 'private';
create unique index saved_views_team_name on saved_views (team_id, resource, (fold(name) collate "C")) where scope = 'team';

-- A user's order of views, and the views pinned to the menu.
create table saved_view_places (
  team_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  place smallint,
  is_pinned boolean not null default false,
  primary key (team_id, user_id, view_id),
  constraint saved_view_places_view_id_fkey foreign key (team_id, view_id) references saved_views on delete cascade,
  constraint saved_view_places_user_id_fkey foreign key (team_id, user_id) references users
);
create index saved_view_places_view on saved_view_places (team_id, view_id);

-- Contacts merged into another one. Their number leads to it permanently; data for undoing within a day is deleted afterwards.
create table contact_merges (
  team_id uuid not null references teams,
  id uuid not null,
  -- The contact it was merged into, and the one its number leads to now: the former may have been merged as well.
  contact_id uuid not null,
  leads_to uuid not null,
  merged_id uuid not null,
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  -- The deleted contact; old and new values of the other one's changed fields; and the moved records.
  merged json,
  was json,
  became json,
  moved json,
  user_id uuid,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  primary key (team_id, id)
);
create index contact_merges_phone on contact_merges (team_id, phone) where undone_at is null;
create index contact_merges_leads_to on contact_merges (team_id, leads_to) where undone_at is null;
create index contact_merges_kept on contact_merges (created_at) where moved is not null;

-- Canonical form of a phone number, independent of spelling: its digits, in Brazil without the country code and the ninth digit.
-- Null if the text is not a phone number.
create function phone_key(value text) returns text language sql immutable parallel safe as $$
  select case
    when char_length(d) < 8 then null
    when d ~ '^55[1-9]{2}9[6-9]\d{7}$' then substr(d, 3, 2) || substr(d, 6)
    when d ~ '^55[1-9]{2}[2-9]\d{7}$' then substr(d, 3)
    when d ~ '^[1-9]{2}9[6-9]\d{7}$' then substr(d, 1, 2) || substr(d, 4)
    when d ~ '^521[2-9]\d{9}$' then '52' || substr(d, 4)
    when d ~ '^549[1-8]\d{9}$' then '54' || substr(d, 4)
    else d end
  from (select regexp_replace(regexp_replace(value, '\D', '', 'g'), '^0+', '')) n (d)
$$;

-- Possible stored spellings of a phone number: with the country code, as in contacts.
create function phone_spellings(value text) returns setof text language sql immutable parallel safe as $$
  select unnest(case
    when k ~ '^[1-9]{2}[6-9]\d{7}$' then array['55' || k, '55' || substr(k, 1, 2) || '9' || substr(k, 3), k]
    when k ~ '^[1-9]{2}[2-5]\d{7}$' then array['55' || k, k]
    when k ~ '^52[2-9]\d{9}$' then array[k, '521' || substr(k, 3)]
    when k ~ '^54[1-8]\d{9}$' then array[k, '549' || substr(k, 3)]
    else array[k] end)
  from phone_key(value) n (k) where k is not null
$$;

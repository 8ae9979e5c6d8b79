-- Memberships: a row of users is a membership once it has a person.
alter table users add column person_id uuid constraint users_person_id_fkey references people;
alter table users add column sees_values boolean not null default true;
alter table users add column may_export boolean not null default false;
alter table users add column suspended_at timestamptz(3);

create table squad_members (
  team_id uuid not null references teams,
  squad_id uuid not null,
  user_id uuid not null,
  primary key (team_id, squad_id, user_id),
  constraint squad_members_squad_id_fkey foreign key (team_id, squad_id) references squads,
  constraint squad_members_user_id_fkey foreign key (team_id, user_id) references users
);
create index squad_members_user on squad_members (team_id, user_id);

create table invites (
  team_id uuid not null references teams,
  id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  role user_role not null,
  name text check (char_length(name) between 1 and 255),
  email text check (char_length(email) between 3 and 255),
  -- The member without an account to which the invitation gives one.
  user_id uuid,
  invited_by uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid,
  revoked_at timestamptz(3),
  primary key (team_id, id),
  constraint invites_hash_key unique (team_id, hash),
  constraint invites_user_id_fkey foreign key (team_id, user_id) references users,
  constraint invites_invited_by_fkey foreign key (team_id, invited_by) references users,
  constraint invites_accepted_by_fkey foreign key (team_id, accepted_by) references users
);

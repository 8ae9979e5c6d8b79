-- A team's brand on the pages that its clients see: a logo that the service encoded itself, and a colour
-- (docs/adr/0157-approval-of-pieces.md).
create table team_brands (
  team_id uuid primary key references teams,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  logo bytea check (octet_length(logo) <= 131072),
  logo_hash bytea check (octet_length(logo_hash) = 32),
  updated_at timestamptz(3) not null default now()
);

-- Billing lines of the periods of contracts (docs/adr/0224-billing-lines.md).
create type billing_status as enum ('open', 'billed', 'waived');

create table billing_lines (
  team_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  client_id uuid,
  title text not null,
  -- The period.
  starts_on date not null,
  ends_on date not null,
  status billing_status not null default 'open',
  -- Terms of the contract and sums of its hours when the line was made or recalculated.
  value numeric(14, 2),
  included_minutes numeric(14, 6),
  carried_minutes numeric(14, 6) not null default 0,
  used_minutes numeric(20, 6) not null default 0,
  overage_minutes numeric(20, 6) not null default 0,
  overage_rate numeric(14, 2),
  overage_value numeric(20, 2) not null default 0,
  total numeric(20, 2) not null default 0,
  -- Number or address of the invoice.
  reference text,
  billed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint billing_lines_pkey primary key (team_id, id),
  constraint billing_lines_team_id_fkey foreign key (team_id) references teams,
  constraint billing_lines_contract_id_fkey foreign key (team_id, contract_id) references contracts,
  constraint billing_lines_client_id_fkey foreign key (team_id, client_id) references clients,
  -- A period makes one line, whichever process comes first.
  constraint billing_lines_period_key unique (team_id, contract_id, starts_on),
  constraint billing_lines_period_check check (ends_on >= starts_on),
  constraint billing_lines_reference_check check (char_length(reference) between 1 and 255)
);
create index billing_lines_created_at on billing_lines (team_id, created_at, id);
create index billing_lines_updated_at on billing_lines (team_id, updated_at, id);
create index billing_lines_ends_on on billing_lines (team_id, ends_on, id);
create index billing_lines_contract on billing_lines (team_id, contract_id, created_at, id);
create index billing_lines_client on billing_lines (team_id, client_id, created_at, id);
create index billing_lines_status on billing_lines (team_id, status, created_at, id);

alter table contracts
  -- Periods that ended earlier make no lines.
  add column bills_from date not null default current_date,
  -- A day that is not later than the one after the next period to be billed. Null: there is none.
  add column bill_check_on date default '2000-01-01';

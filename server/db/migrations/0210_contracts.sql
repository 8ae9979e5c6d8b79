-- Contracts as retainers: value, period, hours, carry-over, renewal, projects (docs/adr/0216-contracts-as-retainers.md). Contracts that
-- exist are active agreements without hours, paid by the month.

create type contract_period as enum ('one_off', 'monthly', 'quarterly', 'yearly');
create type contract_status as enum ('draft', 'active', 'paused', 'ended');

alter table contracts
  add column value numeric(14, 2),
  add column period contract_period not null default 'monthly',
  add column status contract_status not null default 'active',
  add column starts_on date,
  add column ends_on date,
  add column renews_on date,
  add column notice_days integer,
  add column included_hours numeric(8, 2),
  -- Number of following periods in which unused hours may be used.
  add column carry_over integer not null default 0,
  add column overage_rate numeric(14, 2),
  add column owner_id uuid,
  -- The projects whose time counts; contract_projects contains their foreign keys.
  add column project_ids uuid[] not null default '{}',
  -- The deal that became this contract.
  add column deal_id uuid,
  add column updated_at timestamptz(3) not null default now(),
  add column search text not null generated always as (fold(title)) stored;

alter table contracts add constraint contracts_value_check check (value >= 0);
alter table contracts add constraint contracts_overage_rate_check check (overage_rate >= 0);
alter table contracts add constraint contracts_notice_days_check check (notice_days >= 0);
alter table contracts add constraint contracts_included_hours_check check (included_hours >= 0);
alter table contracts add constraint contracts_carry_over_check check (carry_over >= 0);
alter table contracts add constraint contracts_ends_on_check check (ends_on >= starts_on);
alter table contracts add constraint contracts_owner_id_fkey foreign key (team_id, owner_id) references users;
alter table contracts add constraint contracts_deal_id_fkey foreign key (team_id, deal_id) references deals;

-- Rows for contracts.project_ids: provide the foreign key that an array cannot have.
create table contract_projects (
  team_id uuid not null,
  contract_id uuid not null,
  project_id uuid not null,
  constraint contract_projects_pkey primary key (team_id, contract_id, project_id),
  constraint contract_projects_contract_id_fkey foreign key (team_id, contract_id) references contracts on delete cascade,
  constraint contract_projects_project_id_fkey foreign key (team_id, project_id) references projects
);
create index contract_projects_project on contract_projects (team_id, project_id, contract_id);

-- The list's total, which is kept from now on.
insert into totals (team_id, resource, part, slot, n)
select c.team_id, 'contracts', '', '00000000-0000-0000-0000-000000000000', count(*) from contracts c group by c.team_id;

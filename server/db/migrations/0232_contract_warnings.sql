-- Hours of contracts: the owner of a contract is notified once in each period at 80 and at 100 percent (docs/adr/0217-hours-of-contracts.md).
alter type notification_kind add value if not exists 'hours_nearly_used';
alter type notification_kind add value if not exists 'hours_used';

create table contract_warnings (
  team_id uuid not null,
  contract_id uuid not null,
  -- The first day of the period.
  starts_on date not null,
  percent integer not null,
  created_at timestamptz(3) not null default now(),
  constraint contract_warnings_pkey primary key (team_id, contract_id, starts_on, percent),
  constraint contract_warnings_contract_id_fkey foreign key (team_id, contract_id) references contracts on delete cascade,
  constraint contract_warnings_percent_check check (percent in (80, 100))
);

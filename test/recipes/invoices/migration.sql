create type invoice_status as enum ('draft', 'sent', 'paid', 'void');

create table invoices (
  team_id uuid not null,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  notes text,
  status invoice_status not null default 'draft',
  amount numeric(14, 2),
  due_date date,
  client_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(title || chr(31) || coalesce(notes, ''))) stored,
  primary key (team_id, id),
  constraint invoices_team_id_fkey foreign key (team_id) references teams,
  constraint invoices_client_id_fkey foreign key (team_id, client_id) references clients
);
create index invoices_created_at on invoices (team_id, created_at, id);
create index invoices_updated_at on invoices (team_id, updated_at, id);
create index invoices_title on invoices (team_id, (fold(title) collate "C"), id);
create index invoices_due_date on invoices (team_id, due_date, id);
create index invoices_due_date_desc on invoices (team_id, due_date desc nulls last, id desc);
create index invoices_status_recent on invoices (team_id, status, created_at, id);
create index invoices_client_recent on invoices (team_id, client_id, created_at, id);
create index invoices_search on invoices using gin (team_id, search gin_trgm_ops);

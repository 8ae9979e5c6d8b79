-- Waits of records that started a workflow (docs/adr/0227-waits-of-workflows.md): a record starts a workflow once for each wait.
create table workflow_waits (
  team_id uuid not null references teams,
  workflow_id uuid not null,
  record_id uuid not null,
  -- When the wait began that started the workflow last.
  since timestamptz(3) not null,
  constraint workflow_waits_pkey primary key (team_id, workflow_id, record_id),
  constraint workflow_waits_workflow_id_fkey foreign key (team_id, workflow_id) references workflows
) with (fillfactor = 90);
-- Waits that began until then were looked at; null if all since `counts_from` have to be.
alter table workflows add column waits_until timestamptz(3);

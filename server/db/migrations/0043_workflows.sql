-- Versions of workflows, and runs that people stop and go on with (docs/adr/0069-workflows-of-all-records.md).

-- Each definition that a workflow has had: never changed. Runs end with the one that they began with.
create table workflow_versions (
  team_id uuid not null references teams,
  workflow_id uuid not null,
  version integer not null check (version >= 1),
  name text not null,
  event text not null,
  from_phase text,
  to_phase text,
  conditions json not null,
  steps json not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, workflow_id, version),
  constraint workflow_versions_workflow_id_fkey foreign key (team_id, workflow_id) references workflows,
  constraint workflow_versions_created_by_fkey foreign key (team_id, created_by) references users
);

-- The version that holds, and what the workflow was when that was kept, as a digest: the version of the service before changes a workflow
-- without keeping a version. `steps` are for that one only from now on.
alter table workflows add column version integer not null default 1;
alter table workflows add column kept text;

insert into workflow_versions (team_id, workflow_id, version, name, event, from_phase, to_phase, conditions, steps, created_at)
  select team_id, id, 1, name, event, from_phase, to_phase, conditions, steps, created_at from workflows;
update workflows set kept = md5(json_build_array(name, event, from_phase, to_phase, conditions, steps)::text);

-- The version that the run began with (null: the version of the service before began it, or it is yet to be told), the record that
-- it is about, and that record as the change left it where `payload` is of another: of a message, its conversation. `stopping`: it ends
-- after the step that is under way.
alter table workflow_runs add column version integer;
alter table workflow_runs add column record_id uuid;
alter table workflow_runs add column subject text;
alter table workflow_runs add column stopping boolean not null default false;

alter type run_status add value 'stopped';
alter type step_status add value 'skipped';

-- What a workflow notes, nobody wrote.
alter table conversation_notes alter column author_id drop not null;

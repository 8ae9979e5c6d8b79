-- Versions of workflows, and runs that users can stop and resume (docs/adr/0069-workflows-of-all-records.md).

-- All definitions of a workflow, immutable. A run keeps the version with which it started.
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

-- The current version, and a digest of the workflow's definition when that version was stored: the previous version of the
-- service changes a workflow without storing a version. From now on, only that version of the service uses `steps`.
alter table workflows add column version integer not null default 1;
alter table workflows add column kept text;

insert into workflow_versions (team_id, workflow_id, version, name, event, from_phase, to_phase, conditions, steps, created_at)
  select team_id, id, 1, name, event, from_phase, to_phase, conditions, steps, created_at from workflows;
-- Read in a separate part: Citus accepts no function in an update that is not immutable.
with digests as materialized (
  select team_id, id, md5(json_build_array(name, event, from_phase, to_phase, conditions, steps)::text) as digest from workflows
)
update workflows w set kept = d.digest from digests d where w.team_id = d.team_id and w.id = d.id;

-- The version with which the run started (null: started by the previous version of the service, or not determined yet), its
-- record, and that record after the change if `payload` is about another one: for a message, its conversation. `stopping`: ends
-- after the current step.
alter table workflow_runs add column version integer;
alter table workflow_runs add column record_id uuid;
alter table workflow_runs add column subject text;
alter table workflow_runs add column stopping boolean not null default false;

alter type run_status add value 'stopped';
alter type step_status add value 'skipped';

-- Notes created by a workflow have no author.
alter table conversation_notes alter column author_id drop not null;

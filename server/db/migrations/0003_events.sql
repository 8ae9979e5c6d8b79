-- Events for other systems: deliveries with their attempts, receptions of inbound hooks, and workflows.

-- A UUID version 7 of an instant: ids of events sort by the time at which they were emitted.
create function uuid7(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    substring(int8send(us / 1000) from 3)
      || substring(int4send(28672 + ((us % 1000) * 4096 / 1000)::int) from 3)
      || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
  from (select (extract(epoch from at) * 1000000)::bigint) now (us)
$$;

-- The lowest UUID version 7 of an instant's millisecond: converts a time range to a range of ids.
create function uuid7_floor(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select encode(substring(int8send(greatest(floor(extract(epoch from at) * 1000), 0)::bigint) from 3)
    || '\x70008000000000000000'::bytea, 'hex')::uuid
$$;

-- Renders a number below 2^53 as JavaScript does (ECMA-262, Number::toString): parsing and rendering a payload again does not
-- change it.
create function json_number(value double precision) returns json language plpgsql immutable strict parallel safe as $$
declare
  written text := value::text;
  digits text;
  exponent integer;
begin
  if value = 0 then return '0'; end if;
  if position('e' in written) = 0 then return written; end if;
  digits := regexp_replace(split_part(written, 'e', 1), '[-.]', '', 'g');
  exponent := split_part(written, 'e', 2)::integer;
  return (case when value < 0 then '-' else '' end || case
    when exponent between 0 and 20 then case
      when length(digits) <= exponent + 1 then rpad(digits, exponent + 1, '0')
      else left(digits, exponent + 1) || '.' || substring(digits from exponent + 2) end
    when exponent between -6 and -1 then '0.' || repeat('0', -exponent - 1) || digits
    else left(digits, 1) || case when length(digits) > 1 then '.' || substring(digits from 2) else '' end
      || 'e' || case when exponent < 0 then '-' else '+' end || abs(exponent)
  end)::json;
end $$;

-- Compares two JSON texts of one record: returns the old values of what changed, as compact JSON.
create function changed_values(was text, now text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (
    select '{' || coalesce(string_agg(to_json(z.key)::text || ':' || z.old::text, ',' order by z.n), '') || '}'
    from rows from (json_each(was::json), json_each(now::json)) with ordinality as z (key, old, same_key, new, n)
    where z.old::text <> z.new::text);
end $$;

-- Starts with the type: with outdated statistics it must not look as good for one event as the primary key, because it would then
-- read all of a team's events for each.
create index events_type on events (type, team_id, id);

-- Deliveries -------------------------------------------------------------------------------------------------------

-- The reason that the service disabled an endpoint; the start of its uninterrupted failures; the secret before the last rotation.
alter table webhooks add column disabled_reason text;
alter table webhooks add column failing_since timestamptz(3);
alter table webhooks add column previous_secret bytea;
alter table webhooks add column previous_secret_until timestamptz(3);

create type delivery_status as enum ('pending', 'delivered', 'failed');

-- Events to deliver to an endpoint, and their queue. `id` is the event's. No foreign keys: this is a log that outlives endpoint
-- and event, and the statement that inserts a row has just read the one and inserted the other.
create table deliveries (
  team_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  event text not null,
  record_id uuid not null,
  status delivery_status not null default 'pending',
  attempts integer not null default 0,
  -- Number of completed waits of the schedule; a replay starts again at 0.
  waits integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The current attempt, and the expiry of its lease.
  claim uuid,
  claimed_until timestamptz(3),
  reason text,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (team_id, webhook_id, id),
  constraint deliveries_pending check ((status = 'pending') = (next_attempt_at is not null) and (status = 'pending') = (completed_at is null))
) with (fillfactor = 80);
create index deliveries_due on deliveries (team_id, webhook_id, next_attempt_at, id) where status = 'pending';
create index deliveries_untried on deliveries (team_id, webhook_id, record_id, id) where status = 'pending' and attempts = 0;
-- Start with the filtered column, as events_type does.
create index deliveries_status on deliveries (status, team_id, webhook_id, id);
create index deliveries_event on deliveries (event, team_id, webhook_id, id);
create index deliveries_completed_at on deliveries (completed_at);

create table delivery_attempts (
  team_id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  -- The X-Request-Id of the attempt.
  id uuid not null,
  status smallint,
  error text,
  answer text,
  duration_ms integer not null,
  started_at timestamptz(3) not null,
  primary key (team_id, webhook_id, delivery_id, id)
);

-- Calls to an endpoint's URL. Their payload is stored if all or a part of it could not be processed.
create type reception_status as enum ('accepted', 'rejected');
create table receptions (
  team_id uuid not null references teams,
  webhook_id uuid not null,
  id uuid not null,
  status reception_status not null,
  key text check (char_length(key) between 1 and 255),
  task_id uuid,
  reason text,
  payload text,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, webhook_id, id),
  constraint receptions_outcome check ((status = 'accepted') = (task_id is not null) and (status = 'accepted' or reason is not null) and (payload is null or reason is not null)),
  constraint receptions_task_id_fkey foreign key (team_id, task_id) references tasks
);
create unique index receptions_key on receptions (team_id, webhook_id, key) where status = 'accepted';
create index receptions_status on receptions (team_id, webhook_id, status, id);
create index receptions_created_at on receptions (created_at);

-- Workflows --------------------------------------------------------------------------------------------------------

create table workflows (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  is_active boolean not null default true,
  -- The kind of event that triggers it, and the phases that a phase change must leave and enter.
  event text not null,
  from_phase text,
  to_phase text,
  conditions json not null,
  steps json not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create index workflows_firing on workflows (team_id, event) where is_active;

create type run_status as enum ('pending', 'done', 'skipped', 'failed');

-- One run per change: inserted by the statement that makes the change.
create table workflow_runs (
  team_id uuid not null references teams,
  id uuid not null,
  workflow_id uuid not null,
  event_id uuid not null,
  -- The change, as read by templates and conditions.
  payload text not null,
  -- 1 for a change made by a user; otherwise one more than the run whose step made the change.
  depth integer not null check (depth >= 1),
  status run_status not null default 'pending',
  -- The next step, and its number of failures.
  step integer not null default 0,
  failures integer not null default 0,
  next_step_at timestamptz(3),
  claim uuid,
  claimed_until timestamptz(3),
  reason text,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (team_id, id),
  constraint workflow_runs_event_key unique (team_id, workflow_id, event_id),
  constraint workflow_runs_workflow_id_fkey foreign key (team_id, workflow_id) references workflows,
  constraint workflow_runs_pending check ((status = 'pending') = (next_step_at is not null) and (status = 'pending') = (completed_at is null))
) with (fillfactor = 80);
create index workflow_runs_due on workflow_runs (team_id, next_step_at, id) where status = 'pending';
create index workflow_runs_completed_at on workflow_runs (completed_at);

create type step_status as enum ('running', 'done', 'failed');

-- The outcome of each step. `effect_id` is the record that the step creates; for a message, set before it is sent.
create table workflow_steps (
  team_id uuid not null,
  run_id uuid not null,
  step integer not null,
  type text not null,
  status step_status not null,
  effect_id uuid,
  reason text,
  started_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  primary key (team_id, run_id, step),
  constraint workflow_steps_run_id_fkey foreign key (team_id, run_id) references workflow_runs on delete cascade
);

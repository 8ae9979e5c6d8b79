-- Events that reach other systems: deliveries with their attempts, what inbound hooks received, and workflows.

-- A UUID version 7 of an instant: ids of events sort by the instants that they were told at.
create function uuid7(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    substring(int8send(us / 1000) from 3)
      || substring(int4send(28672 + ((us % 1000) * 4096 / 1000)::int) from 3)
      || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
  from (select (extract(epoch from at) * 1000000)::bigint) now (us)
$$;

-- The least UUID of version 7 that an instant's millisecond has: what a range of instants is as a range of ids.
create function uuid7_floor(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select encode(substring(int8send(greatest(floor(extract(epoch from at) * 1000), 0)::bigint) from 3)
    || '\x70008000000000000000'::bytea, 'hex')::uuid
$$;

-- A number below 2^53 as JavaScript writes it (ECMA-262, Number::toString): a payload that is parsed and written again stays
-- itself.
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

-- Of two JSON texts of one record: the old values of what changed, as compact JSON.
create function changed_values(was text, now text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (
    select '{' || coalesce(string_agg(to_json(z.key)::text || ':' || z.old::text, ',' order by z.n), '') || '}'
    from rows from (json_each(was::json), json_each(now::json)) with ordinality as z (key, old, same_key, new, n)
    where z.old::text <> z.new::text);
end $$;

-- Led by the type: while statistics are old it must not look as good for one event as the primary key, which would read all
-- of a team's events for each.
create index events_type on events (type, team_id, id);

-- Deliveries -------------------------------------------------------------------------------------------------------

-- Why the service switched an endpoint off; since when it fails without a break; the secret before the last rotation.
alter table webhooks add column disabled_reason text;
alter table webhooks add column failing_since timestamptz(3);
alter table webhooks add column previous_secret bytea;
alter table webhooks add column previous_secret_until timestamptz(3);

create type delivery_status as enum ('pending', 'delivered', 'failed');

-- What an endpoint is told, and the queue of it. `id` is the event's. No references: this is a log that outlives endpoint
-- and event, and the statement that writes it has just read the one and written the other.
create table deliveries (
  team_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  event text not null,
  record_id uuid not null,
  status delivery_status not null default 'pending',
  attempts integer not null default 0,
  -- How many waits of the schedule are behind it; a replay begins anew.
  waits integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The attempt that is being made, and until when it is believed in.
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
-- Led by what they filter by, as events_type is.
create index deliveries_status on deliveries (status, team_id, webhook_id, id);
create index deliveries_event on deliveries (event, team_id, webhook_id, id);
create index deliveries_completed_at on deliveries (completed_at);

create table delivery_attempts (
  team_id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  -- The X-Request-Id that it was made with.
  id uuid not null,
  status smallint,
  error text,
  answer text,
  duration_ms integer not null,
  started_at timestamptz(3) not null,
  primary key (team_id, webhook_id, delivery_id, id)
);

-- What senders told an endpoint's address. A payload is kept where nothing could be made of it, or of a part of it.
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
  -- The kind of event that fires it, and the phases that a change of phase must leave and reach.
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

-- One run for one change: written in the statement that makes the change.
create table workflow_runs (
  team_id uuid not null references teams,
  id uuid not null,
  workflow_id uuid not null,
  event_id uuid not null,
  -- The change: what templates and conditions read.
  payload text not null,
  -- 1 for a change made by people; one more than the run whose step made the change.
  depth integer not null check (depth >= 1),
  status run_status not null default 'pending',
  -- The step that comes next, and how often it has failed.
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

-- What became of each step. `effect_id` is the record that the step made; of a message before it is sent.
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

-- Audit log (docs/adr/0046-audit.md), and moves counted by reports.

create type actor_kind as enum (
  'system', 'operator', 'demo', 'gateway', 'hook', 'workflow', 'import', 'link', 'client', 'key', 'user');
-- Retention class of an entry: access matters are kept longer than other changes.
create type audit_class as enum ('change', 'access');

-- A log, like events: no foreign keys, ordered by id.
create table audit_entries (
  team_id uuid not null,
  id uuid not null,
  class audit_class not null default 'change',
  actor actor_kind not null,
  -- The key, user, run, endpoint or inbox; on_behalf_of: the user who created the key.
  actor_id uuid,
  on_behalf_of uuid,
  operation text not null,
  record_type text,
  record_id uuid,
  -- Compact JSON objects: old and new values of what changed.
  before text,
  after text,
  request_id text,
  session_id uuid,
  address inet,
  -- Erasing a person's values clears salt, before, after and address; the digest remains.
  salt uuid,
  digest bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create index audit_entries_record on audit_entries (team_id, record_id, id);
create index audit_entries_actor on audit_entries (team_id, actor_id, id);
create index audit_entries_operation on audit_entries (operation, team_id, id);
-- The table only grows, and its lists are counted in an index.
alter table audit_entries set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Seals of a team's entries, one chain per class: each seal covers the entries after the previous one.
create table audit_seals (
  team_id uuid not null,
  class audit_class not null,
  up_to uuid not null,
  after uuid,
  entries bigint not null,
  digest bytea not null,
  previous bytea,
  mac bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, class, up_to)
);
create index audit_seals_created_at on audit_seals (created_at);

-- Moves of a deal's phase and status, a task's column, a campaign's status and approval: kept as long as the team exists.
create table moves (
  team_id uuid not null,
  resource text not null,
  id uuid not null,
  record_id uuid not null,
  field text not null,
  was text,
  became text,
  value numeric(14, 2),
  user_id uuid,
  moved_at timestamptz(3) not null default now(),
  primary key (team_id, resource, id)
);
create index moves_record on moves (team_id, record_id, id);

-- Audit copy of a value: a long text, or a large object, is replaced by its length and hash.
create function audit_value(value json) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(value::text) <= 258 then value::text
    when char_length(value #>> '{}') <= case json_typeof(value) when 'string' then 256 else 1024 end then value::text
    else '{"length":' || char_length(value #>> '{}') || ',"sha256":"'
      || encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex') || '"}'
  end
$$;

-- Audit copy of a record's JSON text with long values: contains only fields that are set.
create function audit_record(doc text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (
    select '{' || coalesce(string_agg('"' || f.key || '":' || audit_value(f.value), ',' order by f.n), '') || '}'
    from json_each(json_strip_nulls(doc::json)) with ordinality f (key, value, n)
    where f.value::text <> 'null');
end $$;

-- Audit copies before and after a change, from the old values of what changed and the record's JSON text after it.
create function audit_change(was text, doc text, skipped text[], out before text, out after text)
  language plpgsql immutable strict parallel safe as $$
begin
  select '{' || coalesce(string_agg('"' || f.key || '":' || audit_value(f.value), ',' order by f.n), '') || '}',
    '{' || coalesce(string_agg('"' || f.key || '":' || audit_value(g.value), ',' order by f.n), '') || '}'
  into before, after
  from json_each(was::json) with ordinality f (key, value, n) join json_each(doc::json) g on g.key = f.key
  where f.key <> all (skipped);
end $$;

-- Digest of an entry's personal values, which the seal covers.
create function audit_digest(salt uuid, address inet, before text, after text) returns bytea language sql stable parallel safe as $$
  select sha256(textsend(salt::text || ' ' || coalesce(host(address), '') || E'\n' || coalesce(before, '') || E'\n' || coalesce(after, '')))
$$;

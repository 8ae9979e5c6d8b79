-- Changes that emit no event, for live streams (docs/adr/0052-live-notices.md): the kind of record, and the record.
create table live_notices (
  team_id uuid not null,
  id uuid not null,
  record_type text not null,
  record_id uuid,
  -- Like that of events: streams read both in one order.
  xid xid8 default pg_current_xact_id(),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create index live_notices_xid on live_notices (xid, team_id, id);
create index live_notices_created_at on live_notices (created_at);

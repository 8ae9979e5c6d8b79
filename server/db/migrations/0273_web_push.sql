-- Web push (docs/adr/0241-web-push.md).

-- Keys that identify this installation to push services (RFC 8292), created when they are first needed. One row.
create table vapid_keys (
  id uuid not null,
  public_key text not null,
  -- Encrypted.
  private_key bytea not null,
  created_at timestamptz(3) not null default now(),
  constraint vapid_keys_pkey primary key (id)
);

-- Browsers to which a member's notifications are pushed, as long as their session lasts.
create table push_subscriptions (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  -- SHA-256 of its address at the push service.
  endpoint_hash bytea not null,
  -- Encrypted: that address and the browser's keys (RFC 8291).
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  pushed_at timestamptz(3),
  -- Failed attempts in succession.
  attempts smallint not null default 0,
  next_at timestamptz(3) not null default now(),
  claim uuid,
  claimed_until timestamptz(3),
  constraint push_subscriptions_pkey primary key (team_id, id),
  constraint push_subscriptions_endpoint_hash_key unique (team_id, endpoint_hash),
  constraint push_subscriptions_user_id_fkey foreign key (team_id, user_id) references users
);
create index push_subscriptions_of_user on push_subscriptions (team_id, user_id);
create index push_subscriptions_of_session on push_subscriptions (person_id, session_id);

create type push_state as enum ('pending', 'handed', 'sent', 'dropped', 'failed', 'unknown');

-- Outbox: a notification for a browser, without contents. No foreign keys: a subscription may end while a change notifies its member.
create table notification_pushes (
  team_id uuid not null,
  subscription_id uuid not null,
  notification_id uuid not null,
  state push_state not null default 'pending',
  -- Set before it is sent to the push service: from then on, it is never sent again unless the service refuses it.
  handed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint notification_pushes_pkey primary key (team_id, subscription_id, notification_id)
);
create index notification_pushes_open on notification_pushes (team_id, subscription_id) where state in ('pending', 'handed');
create index notification_pushes_created_at on notification_pushes (created_at);

-- Kinds that the member does not want to be pushed, and if pushes contain the text of notifications.
alter table notification_mail_settings add column unpushed notification_kind[] not null default '{}';
alter table notification_mail_settings add column push_shows_text boolean not null default false;

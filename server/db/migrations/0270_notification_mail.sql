-- Notifications by mail (docs/adr/0239-notifications-by-mail.md).

-- When the worker considers mailing a notification next; null once it is decided. Without a worker that sends mail, it stays.
alter table notifications add column mail_due_at timestamptz(3);
alter table notifications alter column mail_due_at set default now() + interval '5 minutes';
-- The mail that contains it.
alter table notifications add column mail_id uuid;

create type mail_stop_reason as enum ('bounced', 'unsubscribed');

-- Choices of a member, and the state of their mail. Without a row, all kinds are in the digest.
create table notification_mail_settings (
  team_id uuid not null,
  user_id uuid not null,
  immediate notification_kind[] not null default '{}',
  excluded notification_kind[] not null default '{}',
  -- Quiet hours, local times of the member; both or neither.
  quiet_from time(0),
  quiet_until time(0),
  -- Consecutive permanent failures.
  bounces smallint not null default 0,
  stopped_at timestamptz(3),
  stop_reason mail_stop_reason,
  constraint notification_mail_settings_pkey primary key (team_id, user_id),
  constraint notification_mail_settings_user_id_fkey foreign key (team_id, user_id) references users,
  constraint notification_mail_settings_quiet_check check ((quiet_from is null) = (quiet_until is null)),
  constraint notification_mail_settings_stop_check check ((stopped_at is null) = (stop_reason is null))
);

create type notification_mail_state as enum ('pending', 'sent', 'dropped', 'failed', 'unknown');

-- Outbox: at most one pending mail of a member, whose contents are decided when it is sent.
create table notification_mails (
  team_id uuid not null,
  -- Also identifies the message for mail clients.
  id uuid not null,
  user_id uuid not null,
  state notification_mail_state not null default 'pending',
  attempts smallint not null default 0,
  next_attempt_at timestamptz(3),
  claim uuid,
  claimed_until timestamptz(3),
  -- Set before its text is sent to the SMTP server: from then on, it is never sent again unless the server refuses it.
  handed_at timestamptz(3),
  smtp_status smallint,
  created_at timestamptz(3) not null default now(),
  constraint notification_mails_pkey primary key (team_id, id),
  constraint notification_mails_user_id_fkey foreign key (team_id, user_id) references users
);
create unique index notification_mails_pending on notification_mails (team_id, user_id) where state = 'pending';
create index notification_mails_due on notification_mails (next_attempt_at) where state = 'pending';
-- Does not begin with team_id: the planner would prefer it to the primary key in sweeps (ADR 115).
create index notification_mails_of_user on notification_mails (user_id, handed_at);
create index notification_mails_created_at on notification_mails (created_at);

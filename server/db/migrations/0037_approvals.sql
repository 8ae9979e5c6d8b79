-- Approval of campaigns by the team and, through a link, by the client (docs/adr/0059-approval-by-link.md).

create type approval_stage as enum ('internal', 'client');
create type approval_state as enum ('pending', 'changes', 'approved', 'rejected');

-- True if approval of the campaign was ever requested, and the number of changes to its presented content since.
alter table campaigns add column is_shown boolean not null default false;
alter table campaigns add column revision integer not null default 0;

create table approval_requests (
  team_id uuid not null references teams,
  id uuid not null,
  stage approval_stage not null,
  title text not null check (char_length(title) between 1 and 255),
  message text check (char_length(message) <= 2000),
  -- Client of the campaigns; null if the project has none.
  client_id uuid,
  -- Number of approvals required.
  needed smallint not null default 1 check (needed between 1 and 10),
  -- Hash of the link; null without a link.
  hash bytea check (octet_length(hash) = 32),
  expires_at timestamptz(3),
  pin_hash bytea,
  pin_failures smallint not null default 0,
  pin_wait_until timestamptz(3),
  -- Sent through one of the team's inboxes: the last recipient, and the message.
  sent_at timestamptz(3),
  sent_to uuid,
  sent_message uuid,
  seen_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (team_id, id),
  constraint approval_requests_hash_key unique (team_id, hash),
  constraint approval_requests_link_check check (stage = 'client' or (hash is null and pin_hash is null)),
  constraint approval_requests_client_id_fkey foreign key (team_id, client_id) references clients,
  constraint approval_requests_created_by_fkey foreign key (team_id, created_by) references users
);
create index approval_requests_created_at on approval_requests (team_id, created_at, id);
create index approval_requests_client on approval_requests (team_id, client_id, created_at, id);

-- Requested items. Only one item of a campaign is live at a time.
create table approval_items (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  campaign_id uuid not null,
  round integer not null,
  state approval_state not null default 'pending',
  -- In this round.
  approvals smallint not null default 0,
  is_live boolean not null default true,
  decided_at timestamptz(3),
  primary key (team_id, request_id, n),
  constraint approval_items_request_id_fkey foreign key (team_id, request_id) references approval_requests,
  constraint approval_items_campaign_id_fkey foreign key (team_id, campaign_id) references campaigns
);
create unique index approval_items_live_key on approval_items (team_id, campaign_id) where is_live;
create index approval_items_campaign on approval_items (team_id, campaign_id, request_id);

-- Content presented in each round. Rounds of a campaign are counted across all its requests to the team, and to the client.
create table approval_rounds (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  round integer not null,
  campaign_id uuid not null,
  stage approval_stage not null,
  -- The campaign's revision at that time.
  revision integer not null,
  snapshot json not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, request_id, n, round),
  constraint approval_rounds_round_key unique (team_id, campaign_id, stage, round),
  constraint approval_rounds_item_fkey foreign key (team_id, request_id, n) references approval_items
);

-- Decisions: never changed, never deleted.
create table approval_decisions (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  -- Generated with the page on which the decision is made: a repeated submission counts once.
  id uuid not null,
  round integer not null,
  decision approval_state not null check (decision <> 'pending'),
  comment text check (char_length(comment) between 1 and 2000),
  approver text not null check (char_length(approver) between 1 and 120),
  -- Identity of the approver within a round: a member's id, or the folded name.
  approver_key text not null,
  user_id uuid,
  address inet,
  user_agent text check (char_length(user_agent) <= 512),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, request_id, n, id),
  constraint approval_decisions_approver_key unique (team_id, request_id, n, round, approver_key),
  constraint approval_decisions_reason_check check (decision = 'approved' or comment is not null),
  constraint approval_decisions_item_fkey foreign key (team_id, request_id, n) references approval_items,
  constraint approval_decisions_user_id_fkey foreign key (team_id, user_id) references users
);

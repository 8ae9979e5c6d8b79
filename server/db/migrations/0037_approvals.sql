-- Approval of campaigns by the team and, by a link, by the client (docs/adr/0059-approval-by-link.md).

create type approval_stage as enum ('internal', 'client');
create type approval_state as enum ('pending', 'changes', 'approved', 'rejected');

-- Whether anybody was asked to approve the campaign, and how often what was shown of it has changed since.
alter table campaigns add column is_shown boolean not null default false;
alter table campaigns add column revision integer not null default 0;

create table approval_requests (
  team_id uuid not null references teams,
  id uuid not null,
  stage approval_stage not null,
  title text not null check (char_length(title) between 1 and 255),
  message text check (char_length(message) <= 2000),
  -- Whose campaigns they are; null where the project has no client.
  client_id uuid,
  -- How many have to approve.
  needed smallint not null default 1 check (needed between 1 and 10),
  -- Of the link; null where there is none.
  hash bytea check (octet_length(hash) = 32),
  expires_at timestamptz(3),
  pin_hash bytea,
  pin_failures smallint not null default 0,
  pin_wait_until timestamptz(3),
  -- By one of the team's inboxes: to whom it went last, and as which message.
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

-- What is asked about. Of a campaign, one item at a time is the one that counts.
create table approval_items (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  campaign_id uuid not null,
  round integer not null,
  state approval_state not null default 'pending',
  -- Of this round.
  approvals smallint not null default 0,
  is_live boolean not null default true,
  decided_at timestamptz(3),
  primary key (team_id, request_id, n),
  constraint approval_items_request_id_fkey foreign key (team_id, request_id) references approval_requests,
  constraint approval_items_campaign_id_fkey foreign key (team_id, campaign_id) references campaigns
);
create unique index approval_items_live_key on approval_items (team_id, campaign_id) where is_live;
create index approval_items_campaign on approval_items (team_id, campaign_id, request_id);

-- What was shown, each time. Rounds of a campaign are counted over all that is asked of the team, and of the client.
create table approval_rounds (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  round integer not null,
  campaign_id uuid not null,
  stage approval_stage not null,
  -- The campaign's then.
  revision integer not null,
  snapshot json not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, request_id, n, round),
  constraint approval_rounds_round_key unique (team_id, campaign_id, stage, round),
  constraint approval_rounds_item_fkey foreign key (team_id, request_id, n) references approval_items
);

-- What was decided: never changed, never deleted.
create table approval_decisions (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  -- Made with the page that it was decided on: sent twice, it is decided once.
  id uuid not null,
  round integer not null,
  decision approval_state not null check (decision <> 'pending'),
  comment text check (char_length(comment) between 1 and 2000),
  approver text not null check (char_length(approver) between 1 and 120),
  -- Who they are among those who decide in a round: a member's id, or the name, folded.
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

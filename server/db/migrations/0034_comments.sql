-- Comments on records, notifications, and notices for a single user (docs/adr/0056-notifications.md).

create table comments (
  team_id uuid not null,
  id uuid not null,
  task_id uuid,
  deal_id uuid,
  client_id uuid,
  contact_id uuid,
  campaign_id uuid,
  project_id uuid,
  activity_id uuid,
  record_id uuid not null generated always as (
    coalesce(task_id, deal_id, client_id, contact_id, campaign_id, project_id, activity_id)) stored,
  record_type text not null generated always as (
    case when task_id is not null then 'tasks' when deal_id is not null then 'deals' when client_id is not null then 'clients'
      when contact_id is not null then 'contacts' when campaign_id is not null then 'campaigns'
      when project_id is not null then 'projects' else 'activities' end) stored,
  author_id uuid not null,
  content text not null check (char_length(content) between 1 and 50000),
  mentions uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (team_id, id),
  constraint comments_one_record check (
    num_nonnulls(task_id, deal_id, client_id, contact_id, campaign_id, project_id, activity_id) = 1),
  constraint comments_task_id_fkey foreign key (team_id, task_id) references tasks,
  constraint comments_deal_id_fkey foreign key (team_id, deal_id) references deals,
  constraint comments_client_id_fkey foreign key (team_id, client_id) references clients,
  -- Contacts are deleted permanently.
  constraint comments_contact_id_fkey foreign key (team_id, contact_id) references contacts on delete cascade,
  constraint comments_campaign_id_fkey foreign key (team_id, campaign_id) references campaigns,
  constraint comments_project_id_fkey foreign key (team_id, project_id) references projects,
  constraint comments_activity_id_fkey foreign key (team_id, activity_id) references activities,
  constraint comments_author_id_fkey foreign key (team_id, author_id) references users
);
create index comments_record on comments (team_id, record_id, id) where deleted_at is null;
create index comments_contact on comments (team_id, contact_id) where contact_id is not null;

create type notification_kind as enum ('assigned', 'mentioned', 'commented', 'decided');

create table notifications (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind notification_kind not null,
  record_type text not null,
  record_id uuid not null,
  comment_id uuid,
  -- The user who caused it, if any.
  actor_id uuid,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (team_id, id),
  constraint notifications_user_id_fkey foreign key (team_id, user_id) references users,
  constraint notifications_actor_id_fkey foreign key (team_id, actor_id) references users,
  constraint notifications_comment_id_fkey foreign key (team_id, comment_id) references comments on delete cascade
);
create index notifications_of_user on notifications (team_id, user_id, created_at, id);
create index notifications_unread on notifications (team_id, user_id) where read_at is null;
create index notifications_created_at on notifications (created_at);
create index notifications_comment on notifications (team_id, comment_id) where comment_id is not null;

-- Kinds of notifications that a user has muted. Without a row, all are enabled.
create table notification_choices (
  team_id uuid not null,
  user_id uuid not null,
  muted notification_kind[] not null default '{}',
  primary key (team_id, user_id),
  constraint notification_choices_user_id_fkey foreign key (team_id, user_id) references users
);

-- Null: for all users who may read the notice's record.
alter table live_notices add column user_id uuid;

-- The service's schema for PostgreSQL 15 and later. Conventions (docs/adr/0003):
-- - team_id comes first in every primary key and foreign key, so a link across teams cannot be stored;
-- - enumerations are declared in ascending order, so that ORDER BY sorts them by meaning;
-- - nothing here requires a version newer than PostgreSQL 15.

create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
create extension if not exists btree_gin with schema public;

-- Normalises text for search and sorting: composed, without accents, in lower case. (plpgsql: a cached simple expression, several
-- times faster than an SQL function that the planner may not inline.)
create function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, nfc)));
end $$;

-- A LIKE pattern that matches the folded text anywhere; escapes % _ and \.
create function containing(term text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(public.fold(term), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- A tax id without punctuation, in upper case, for comparisons.
create function bare_id(value text) returns text language sql immutable strict parallel safe as $$
  select upper(regexp_replace(value, '[^0-9A-Za-z]', '', 'g'))
$$;

-- A UUID version 7 (RFC 9562, section 5.7) for rows created by a statement.
create function uuid7() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create type user_role as enum ('member', 'owner');
create type key_scope as enum ('read', 'full');
create type inbox_type as enum ('session', 'cloud');
create type inbox_gateway as enum ('sandbox', 'evolution', 'waha', 'cloud');
create type project_status as enum ('backlog', 'active', 'paused', 'completed', 'cancelled');
create type project_priority as enum ('low', 'medium', 'high', 'urgent');
create type client_type as enum ('PF', 'PJ');
create type client_status as enum ('inactive', 'active');
create type task_priority as enum ('none', 'low', 'medium', 'high', 'urgent');
create type deal_priority as enum ('baixa', 'media', 'alta');
create type deal_status as enum ('ativo', 'arquivado');
create type campaign_status as enum ('draft', 'scheduled', 'active', 'paused', 'completed', 'cancelled');
create type approval_status as enum ('pending', 'approved', 'rejected');
create type activity_priority as enum ('low', 'medium', 'high');

-- Teams and users ------------------------------------------------------------------------------------------------------

create table teams (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  slug text not null constraint teams_slug_key unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  strict_tax_ids boolean not null default false,
  deal_phases text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);

create table users (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  email text not null check (char_length(email) between 3 and 255),
  role user_role not null default 'member',
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create unique index users_email_key on users (team_id, lower(email));

create table api_keys (
  team_id uuid not null references teams,
  id uuid not null,
  hash bytea not null constraint api_keys_hash_key unique check (octet_length(hash) = 32),
  name text not null check (char_length(name) between 1 and 255),
  scope key_scope not null default 'full',
  user_id uuid,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint api_keys_user_id_fkey foreign key (team_id, user_id) references users
);

create table idempotency_keys (
  team_id uuid not null references teams,
  key text not null check (char_length(key) between 1 and 255),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  status smallint not null,
  response bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table squads (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);

-- Clients ----------------------------------------------------------------------------------------------------------

create table clients (
  team_id uuid not null references teams,
  id uuid not null,
  type client_type not null,
  name text not null check (char_length(name) between 1 and 255),
  display_name text,
  email text,
  phone text,
  mobile_phone text,
  msgapp text,
  cpf text,
  rg text,
  birth_date date,
  gender text,
  cnpj text,
  legal_name text,
  trade_name text,
  state_registration text,
  address json,
  source text,
  status client_status not null default 'active',
  notes text,
  tags text[] not null default '{}',
  deactivated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(name || chr(31) || coalesce(email, ''))) stored,
  search_ids text not null generated always as (coalesce(bare_id(cpf), '') || chr(31) || coalesce(bare_id(cnpj), '')) stored,
  primary key (team_id, id),
  constraint clients_pf_fields check (type = 'PF' or (cpf is null and rg is null and birth_date is null and gender is null)),
  constraint clients_pj_fields check (type = 'PJ' or (cnpj is null and legal_name is null and trade_name is null and state_registration is null)),
  constraint clients_deactivated check ((status = 'inactive') = (deactivated_at is not null))
);
create unique index clients_cpf_key on clients (team_id, bare_id(cpf));
create unique index clients_cnpj_key on clients (team_id, bare_id(cnpj));
create index clients_created_at on clients (team_id, created_at, id);
create index clients_updated_at on clients (team_id, updated_at, id);
create index clients_name on clients (team_id, (fold(name) collate "C"), id);
create index clients_email on clients (team_id, (fold(email) collate "C"), id);
create index clients_email_desc on clients (team_id, (fold(email) collate "C") desc nulls last, id desc);
create index clients_status on clients (team_id, status, id);
create index clients_status_recent on clients (team_id, status, created_at, id);
create index clients_type_recent on clients (team_id, type, created_at, id);
create index clients_search on clients using gin (team_id, search gin_trgm_ops);
create index clients_search_ids on clients using gin (team_id, search_ids gin_trgm_ops);

create table contracts (
  team_id uuid not null references teams,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  client_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint contracts_client_id_fkey foreign key (team_id, client_id) references clients
);

-- Messaging --------------------------------------------------------------------------------------------------------

create table inboxes (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  type inbox_type not null,
  gateway inbox_gateway not null,
  config bytea,
  is_active boolean not null default true,
  is_connected boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);

create table contacts (
  team_id uuid not null references teams,
  id uuid not null,
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  jid text not null,
  push_name text,
  custom_name text,
  profile_picture_url text,
  notes text,
  tags text[] not null default '{}',
  client_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(coalesce(custom_name, '') || chr(31) || coalesce(push_name, ''))) stored,
  search_ids text not null generated always as (phone) stored,
  primary key (team_id, id),
  constraint contacts_phone_key unique (team_id, phone),
  constraint contacts_client_id_fkey foreign key (team_id, client_id) references clients
);
create index contacts_created_at on contacts (team_id, created_at, id);
create index contacts_updated_at on contacts (team_id, updated_at, id);
create index contacts_phone on contacts (team_id, (fold(phone) collate "C"), id);
create index contacts_push_name on contacts (team_id, (fold(push_name) collate "C"), id);
create index contacts_push_name_desc on contacts (team_id, (fold(push_name) collate "C") desc nulls last, id desc);
create index contacts_custom_name on contacts (team_id, (fold(custom_name) collate "C"), id);
create index contacts_custom_name_desc on contacts (team_id, (fold(custom_name) collate "C") desc nulls last, id desc);
create index contacts_client_recent on contacts (team_id, client_id, created_at, id);
create index contacts_tags on contacts using gin (team_id, tags);
create index contacts_search on contacts using gin (team_id, search gin_trgm_ops);
create index contacts_search_ids on contacts using gin (team_id, search_ids gin_trgm_ops);

create table conversations (
  team_id uuid not null references teams,
  id uuid not null,
  inbox_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint conversations_inbox_contact_key unique (team_id, inbox_id, contact_id),
  constraint conversations_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes,
  constraint conversations_contact_id_fkey foreign key (team_id, contact_id) references contacts
);
create index conversations_contact on conversations (team_id, contact_id);

-- Projects and their boards ----------------------------------------------------------------------------------------

create table projects (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  slug text not null,
  description text,
  status project_status not null default 'backlog',
  priority project_priority not null default 'medium',
  color text,
  start_date date,
  due_date date,
  completed_at timestamptz(3),
  briefing text,
  squad_id uuid,
  client_id uuid,
  created_by uuid,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(name || chr(31) || coalesce(description, ''))) stored,
  primary key (team_id, id),
  constraint projects_slug_key unique (team_id, slug),
  constraint projects_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint projects_archived check ((status = 'cancelled') = (archived_at is not null)),
  constraint projects_squad_id_fkey foreign key (team_id, squad_id) references squads,
  constraint projects_client_id_fkey foreign key (team_id, client_id) references clients,
  constraint projects_created_by_fkey foreign key (team_id, created_by) references users
);
create index projects_created_at on projects (team_id, created_at, id);
create index projects_updated_at on projects (team_id, updated_at, id);
create index projects_name on projects (team_id, (fold(name) collate "C"), id);
create index projects_status on projects (team_id, status, id);
create index projects_priority on projects (team_id, priority, id);
create index projects_start_date on projects (team_id, start_date, id);
create index projects_start_date_desc on projects (team_id, start_date desc nulls last, id desc);
create index projects_due_date on projects (team_id, due_date, id);
create index projects_due_date_desc on projects (team_id, due_date desc nulls last, id desc);
create index projects_status_recent on projects (team_id, status, created_at, id);
create index projects_priority_recent on projects (team_id, priority, created_at, id);
create index projects_squad_recent on projects (team_id, squad_id, created_at, id);
create index projects_client_recent on projects (team_id, client_id, created_at, id);
create index projects_search on projects using gin (team_id, search gin_trgm_ops);

-- A pipeline belongs to one project, or (project_id null) to the team. One of the team's is the template that new projects copy;
-- one of a project's is its default.
create table pipelines (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  project_id uuid,
  is_default boolean not null default false,
  is_template boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint pipelines_project_id_fkey foreign key (team_id, project_id) references projects,
  constraint pipelines_kind check ((not is_default or project_id is not null) and (not is_template or project_id is null))
);
create unique index pipelines_default_key on pipelines (team_id, project_id) where is_default;
create unique index pipelines_template_key on pipelines (team_id) where is_template;
create index pipelines_project on pipelines (team_id, project_id);

create table columns (
  team_id uuid not null,
  id uuid not null,
  pipeline_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+([_-][a-z0-9]+)*$' and char_length(slug) <= 80),
  name text not null check (char_length(name) between 1 and 255),
  position integer not null,
  is_finishing boolean not null default false,
  primary key (team_id, id),
  constraint columns_pipeline_id_fkey foreign key (team_id, pipeline_id) references pipelines,
  constraint columns_slug_key unique (team_id, pipeline_id, slug),
  constraint columns_pipeline_key unique (team_id, pipeline_id, id)
);
create index columns_place on columns (team_id, pipeline_id, position, id);

create table tasks (
  team_id uuid not null,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  description text,
  project_id uuid not null,
  pipeline_id uuid not null,
  "column" text not null,
  priority task_priority not null default 'none',
  assignee_ids uuid[] not null default '{}',
  reporter_id uuid,
  due_date date,
  estimated_hours double precision,
  actual_hours double precision,
  position double precision not null,
  tags text[] not null default '{}',
  checklist_markdown text,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (fold(title || chr(31) || coalesce(description, ''))) stored,
  primary key (team_id, id),
  constraint tasks_project_id_fkey foreign key (team_id, project_id) references projects,
  constraint tasks_column_fkey foreign key (team_id, pipeline_id, "column") references columns (team_id, pipeline_id, slug) on update cascade,
  constraint tasks_reporter_id_fkey foreign key (team_id, reporter_id) references users
);
create index tasks_created_at on tasks (team_id, created_at, id) where deleted_at is null;
create index tasks_updated_at on tasks (team_id, updated_at, id) where deleted_at is null;
create index tasks_title on tasks (team_id, (fold(title) collate "C"), id) where deleted_at is null;
create index tasks_priority on tasks (team_id, priority, id) where deleted_at is null;
create index tasks_due_date on tasks (team_id, due_date, id) where deleted_at is null;
create index tasks_due_date_desc on tasks (team_id, due_date desc nulls last, id desc) where deleted_at is null;
create index tasks_position on tasks (team_id, position, id) where deleted_at is null;
create index tasks_completed_at on tasks (team_id, completed_at, id) where deleted_at is null;
create index tasks_completed_at_desc on tasks (team_id, completed_at desc nulls last, id desc) where deleted_at is null;
create index tasks_project_recent on tasks (team_id, project_id, created_at, id) where deleted_at is null;
create index tasks_pipeline_recent on tasks (team_id, pipeline_id, created_at, id) where deleted_at is null;
create index tasks_priority_recent on tasks (team_id, priority, created_at, id) where deleted_at is null;
create index tasks_column_recent on tasks (team_id, "column", created_at, id) where deleted_at is null;
create index tasks_place on tasks (team_id, pipeline_id, "column", position) where deleted_at is null;
create index tasks_assignees on tasks using gin (team_id, assignee_ids) where deleted_at is null;
create index tasks_search on tasks using gin (team_id, search gin_trgm_ops) where deleted_at is null;

-- Rows for tasks.assignee_ids: provide the foreign key that an array cannot have.
create table task_assignees (
  team_id uuid not null,
  task_id uuid not null,
  user_id uuid not null,
  primary key (team_id, task_id, user_id),
  constraint task_assignees_task_id_fkey foreign key (team_id, task_id) references tasks,
  constraint task_assignees_user_id_fkey foreign key (team_id, user_id) references users
);
create index task_assignees_user on task_assignees (team_id, user_id, task_id);

-- Deals, campaigns, activities -------------------------------------------------------------------------------------

create table deals (
  team_id uuid not null references teams,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  description text,
  value numeric(14, 2) check (value >= 0),
  currency text not null default 'BRL',
  phase text not null default 'lead' check (char_length(phase) between 1 and 64),
  -- Position of the phase in teams.deal_phases (1 is first); unlisted phases come after all listed ones.
  phase_rank integer not null default 2147483647,
  priority deal_priority not null default 'media',
  status deal_status not null default 'ativo',
  probability double precision check (probability between 0 and 100),
  expected_close_date date,
  source text,
  tags text[] not null default '{}',
  is_starred boolean not null default false,
  client_id uuid,
  responsible_id uuid,
  loss_reason text,
  ai_summary text,
  ai_win_probability double precision,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(title || chr(31) || coalesce(description, ''))) stored,
  primary key (team_id, id),
  constraint deals_archived check ((status = 'arquivado') = (archived_at is not null)),
  constraint deals_client_id_fkey foreign key (team_id, client_id) references clients,
  constraint deals_responsible_id_fkey foreign key (team_id, responsible_id) references users
);
create index deals_created_at on deals (team_id, created_at, id);
create index deals_updated_at on deals (team_id, updated_at, id);
create index deals_title on deals (team_id, (fold(title) collate "C"), id);
create index deals_value on deals (team_id, value, id);
create index deals_value_desc on deals (team_id, value desc nulls last, id desc);
create index deals_phase on deals (team_id, phase_rank, (fold(phase) collate "C"), id);
create index deals_expected_close_date on deals (team_id, expected_close_date, id);
create index deals_expected_close_date_desc on deals (team_id, expected_close_date desc nulls last, id desc);
create index deals_status_recent on deals (team_id, status, created_at, id);
create index deals_phase_recent on deals (team_id, phase, created_at, id);
create index deals_client_recent on deals (team_id, client_id, created_at, id);
create index deals_responsible_recent on deals (team_id, responsible_id, created_at, id);
create index deals_source_recent on deals (team_id, source, created_at, id);
create index deals_search on deals using gin (team_id, search gin_trgm_ops);

create table campaigns (
  team_id uuid not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  project_id uuid not null,
  description text,
  status campaign_status not null default 'draft',
  approval_status approval_status not null default 'pending',
  start_date date,
  end_date date,
  content_pillars text[] not null default '{}',
  target_platforms text[] not null default '{}',
  goals json not null default '{}',
  created_by uuid,
  cancelled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(name || chr(31) || coalesce(description, ''))) stored,
  primary key (team_id, id),
  constraint campaigns_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint campaigns_project_id_fkey foreign key (team_id, project_id) references projects,
  constraint campaigns_created_by_fkey foreign key (team_id, created_by) references users
);
create index campaigns_created_at on campaigns (team_id, created_at, id);
create index campaigns_updated_at on campaigns (team_id, updated_at, id);
create index campaigns_name on campaigns (team_id, (fold(name) collate "C"), id);
create index campaigns_status on campaigns (team_id, status, id);
create index campaigns_start_date on campaigns (team_id, start_date, id);
create index campaigns_start_date_desc on campaigns (team_id, start_date desc nulls last, id desc);
create index campaigns_end_date on campaigns (team_id, end_date, id);
create index campaigns_end_date_desc on campaigns (team_id, end_date desc nulls last, id desc);
create index campaigns_status_recent on campaigns (team_id, status, created_at, id);
create index campaigns_project_recent on campaigns (team_id, project_id, created_at, id);
create index campaigns_search on campaigns using gin (team_id, search gin_trgm_ops);

create table activities (
  team_id uuid not null references teams,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 255),
  -- Text instead of an enumeration: the API sorts types alphabetically.
  type text not null default 'task' constraint activities_type check (type in
    ('call', 'meeting', 'email', 'note', 'task', 'follow_up', 'deadline', 'hearing', 'case_event', 'contract_event')),
  description text,
  occurred_at timestamptz(3) not null default now(),
  duration_minutes double precision,
  is_completed boolean not null default false,
  completed_at timestamptz(3),
  due_date date,
  priority activity_priority,
  tags text[] not null default '{}',
  client_id uuid,
  deal_id uuid,
  contract_id uuid,
  assigned_to uuid,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (fold(title || chr(31) || coalesce(description, ''))) stored,
  primary key (team_id, id),
  constraint activities_completed check (is_completed = (completed_at is not null)),
  constraint activities_client_id_fkey foreign key (team_id, client_id) references clients,
  constraint activities_deal_id_fkey foreign key (team_id, deal_id) references deals,
  constraint activities_contract_id_fkey foreign key (team_id, contract_id) references contracts,
  constraint activities_assigned_to_fkey foreign key (team_id, assigned_to) references users,
  constraint activities_created_by_fkey foreign key (team_id, created_by) references users
);
create index activities_created_at on activities (team_id, created_at, id);
create index activities_title on activities (team_id, (fold(title) collate "C"), id);
create index activities_type on activities (team_id, (fold(type) collate "C"), id);
create index activities_occurred_at on activities (team_id, occurred_at, id);
create index activities_due_date on activities (team_id, due_date, id);
create index activities_due_date_desc on activities (team_id, due_date desc nulls last, id desc);
create index activities_priority on activities (team_id, priority, id);
create index activities_priority_desc on activities (team_id, priority desc nulls last, id desc);
create index activities_type_recent on activities (team_id, type, created_at, id);
create index activities_client_recent on activities (team_id, client_id, created_at, id);
create index activities_deal_recent on activities (team_id, deal_id, created_at, id);
create index activities_completed_recent on activities (team_id, is_completed, created_at, id);
create index activities_search on activities using gin (team_id, search gin_trgm_ops);

-- Webhook endpoints ------------------------------------------------------------------------------------------------

create table webhooks (
  team_id uuid not null references teams,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  slug text not null,
  is_active boolean not null default true,
  target_pipeline_id uuid,
  target_column_id uuid,
  field_mapping json not null default '{}',
  url text,
  events text[] not null default '{}',
  secret_token bytea not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint webhooks_slug_key unique (team_id, slug),
  constraint webhooks_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint webhooks_target_pipeline_id_fkey foreign key (team_id, target_pipeline_id) references pipelines,
  constraint webhooks_target_column_id_fkey foreign key (team_id, target_column_id) references columns,
  constraint webhooks_target_place_fkey foreign key (team_id, target_pipeline_id, target_column_id)
    references columns (team_id, pipeline_id, id)
);
create index webhooks_created_at on webhooks (team_id, created_at, id);
create index webhooks_updated_at on webhooks (team_id, updated_at, id);
create index webhooks_name on webhooks (team_id, (fold(name) collate "C"), id);
create index webhooks_active_recent on webhooks (team_id, is_active, created_at, id);

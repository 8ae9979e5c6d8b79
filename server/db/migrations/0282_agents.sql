-- Programs that members connect by signing in (docs/adr/0248-oauth.md): OAuth clients, authorization codes, connections and their tokens.

-- Clients that registered themselves, and copies of clients' metadata documents. They belong to no team.
create table agent_clients (
  id text not null check (char_length(id) between 1 and 512),
  name text not null check (char_length(name) between 1 and 100),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  -- True for a metadata document, whose id is its URL.
  is_document boolean not null,
  fetched_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint agent_clients_pkey primary key (id)
);
create index agent_clients_expires_at on agent_clients (expires_at);

-- A connection is an API key that has tokens instead of a secret: `id` is that of its key.
create table agent_connections (
  team_id uuid not null references teams,
  id uuid not null,
  person_id uuid not null,
  client_id text not null check (char_length(client_id) between 1 and 512),
  client_name text not null check (char_length(client_name) between 1 and 100),
  client_host text check (char_length(client_host) between 1 and 255),
  resource text not null check (char_length(resource) between 1 and 2048),
  has_two_factors boolean not null,
  constraint agent_connections_pkey primary key (team_id, id),
  constraint agent_connections_id_fkey foreign key (team_id, id) references api_keys
);
create index agent_connections_person on agent_connections (person_id);

create table agent_codes (
  team_id uuid not null references teams,
  hash bytea not null check (octet_length(hash) = 32),
  person_id uuid not null,
  user_id uuid not null,
  client_id text not null check (char_length(client_id) between 1 and 512),
  client_name text not null check (char_length(client_name) between 1 and 100),
  client_host text check (char_length(client_host) between 1 and 255),
  redirect_uri text not null check (char_length(redirect_uri) between 1 and 2048),
  challenge text not null check (char_length(challenge) = 43),
  resource text not null check (char_length(resource) between 1 and 2048),
  scope key_scope not null,
  has_two_factors boolean not null,
  -- Set when the code is redeemed.
  connection_id uuid,
  expires_at timestamptz(3) not null,
  constraint agent_codes_pkey primary key (team_id, hash),
  constraint agent_codes_user_id_fkey foreign key (team_id, user_id) references users
);
create index agent_codes_expires_at on agent_codes (expires_at);

create table agent_tokens (
  team_id uuid not null references teams,
  hash bytea not null check (octet_length(hash) = 32),
  connection_id uuid not null,
  is_refresh boolean not null,
  -- Set when a refresh token is exchanged.
  used_at timestamptz(3),
  expires_at timestamptz(3) not null,
  constraint agent_tokens_pkey primary key (team_id, hash),
  constraint agent_tokens_connection_id_fkey foreign key (team_id, connection_id) references agent_connections
);
create index agent_tokens_expires_at on agent_tokens (expires_at);
create index agent_tokens_connection on agent_tokens (team_id, connection_id);

-- People who sign in. A person belongs to the installation; their membership in a team is a row of users.

alter type user_role add value 'admin' before 'owner';

create table people (
  id uuid primary key,
  email text not null check (char_length(email) between 3 and 255),
  email_confirmed_at timestamptz(3),
  name text not null check (char_length(name) between 1 and 255),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en')),
  time_zone text not null default 'America/Sao_Paulo' check (char_length(time_zone) between 1 and 64),
  is_operator boolean not null default false,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index people_email_key on people (lower(email));

-- A person's credentials. password: PHC text of argon2id over an HMAC; totp: the sealed seed; recovery: SHA-256 of one code;
-- passkey: the COSE key.
create type credential_kind as enum ('recovery', 'totp', 'password', 'passkey');
create table credentials (
  person_id uuid not null references people,
  id uuid not null,
  kind credential_kind not null,
  name text check (char_length(name) between 1 and 255),
  secret bytea not null,
  -- passkey: its credential id.
  external_id bytea,
  -- passkey: its signature counter; totp: the last used time step.
  counter bigint not null default 0,
  confirmed_at timestamptz(3),
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (person_id, id)
);
create unique index credentials_password_key on credentials (person_id) where kind = 'password';
create unique index credentials_totp_key on credentials (person_id) where kind = 'totp';

-- One-time tokens of a person: a sign-in step, a passkey challenge, a new address to confirm, a link.
create type person_token_purpose as enum ('login', 'passkey', 'email', 'reset', 'first');
create table person_tokens (
  person_id uuid not null references people,
  hash bytea not null check (octet_length(hash) = 32),
  purpose person_token_purpose not null,
  data bytea,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (person_id, hash)
);
create index person_tokens_expires_at on person_tokens (expires_at);

-- Failed sign-ins of a person: per known device, and for all others together (the device of zeros).
create table login_failures (
  person_id uuid not null references people,
  device uuid not null,
  failures integer not null,
  failed_at timestamptz(3) not null default now(),
  locked_until timestamptz(3),
  primary key (person_id, device)
);

create table sessions (
  person_id uuid not null references people,
  id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  -- pwd, otp, passkey, recovery, link, oidc
  methods text[] not null,
  -- Time of the person's last authentication.
  authenticated_at timestamptz(3) not null default now(),
  address inet,
  user_agent text check (char_length(user_agent) <= 512),
  device uuid,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (char_length(end_reason) <= 64),
  primary key (person_id, id),
  constraint sessions_hash_key unique (person_id, hash)
);
create index sessions_over on sessions (coalesce(ended_at, expires_at));

-- Ways in beside a password: passkeys (rows of credentials, since 0021), and a person's account at an OpenID provider.

-- What may be used once, and was: challenges of passkeys, states of sign-ins by OpenID Connect. What is given out is not written
-- down, it carries its own proof; what is taken back is, until it is over anyway.
create table spent_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz(3) not null
);
create index spent_challenges_expires_at on spent_challenges (expires_at);

create table person_identities (
  person_id uuid not null references people,
  id uuid not null,
  -- Both as the provider writes them (OpenID Connect Core 1.0, 2).
  issuer text not null check (char_length(issuer) between 1 and 2048),
  subject text not null check (char_length(subject) between 1 and 255),
  used_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (person_id, id),
  constraint person_identities_subject_key unique (issuer, subject),
  -- An address that a provider gave to somebody else later does not lead to the person who had it.
  constraint person_identities_issuer_key unique (person_id, issuer)
);

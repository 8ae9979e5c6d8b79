-- Sign-in methods other than a password: passkeys (rows of credentials, since 0021), and a person's account at an OpenID
-- provider.

-- Used one-time values: passkey challenges, states of OpenID Connect sign-ins. Issued values are not stored, because they carry
-- their own proof; used ones are stored until they expire.
create table spent_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz(3) not null
);
create index spent_challenges_expires_at on spent_challenges (expires_at);

create table person_identities (
  person_id uuid not null references people,
  id uuid not null,
  -- Both as written by the provider (OpenID Connect Core 1.0, 2).
  issuer text not null check (char_length(issuer) between 1 and 2048),
  subject text not null check (char_length(subject) between 1 and 255),
  used_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (person_id, id),
  constraint person_identities_subject_key unique (issuer, subject),
  -- An address that a provider later assigns to another user does not lead to its previous owner.
  constraint person_identities_issuer_key unique (person_id, issuer)
);

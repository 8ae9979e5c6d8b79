-- A passkey belongs to one person (Web Authentication Level 3, 7.1).
create unique index concurrently credentials_passkey_key on credentials (external_id) where kind = 'passkey';

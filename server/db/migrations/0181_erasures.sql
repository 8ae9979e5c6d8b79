-- Erasures in progress keep the identifiers sealed, because records that have them are removed.
alter table privacy_erasures add column identifiers bytea;
alter table privacy_erasures add column ledgered_at timestamptz(3);

-- Sweeps of completed look-ups, and of files that the sandbox's contacts sent.
create index concurrently lookups_completed on lookups (looked_at) where due_at is null;
create index concurrently files_sandbox on files (created_at) where purpose = 'sandbox' and deleted_at is null;

-- Workflows can be deleted: they are hidden and never enabled again, since their runs keep naming them (docs/adr/0218-deleted-workflows.md).
alter table workflows add column deleted_at timestamptz(3);
alter table workflows add constraint workflows_deleted_at_check check (deleted_at is null or not is_active);

-- Codes of stored reasons with their values, as JSON (server/records/coded-reason.ts, docs/adr/0128-codes-of-stored-reasons.md). Reasons
-- from before have none, nor have those that the previous version stores.
alter table deliveries add column reason_details text;
alter table delivery_attempts add column error_details text;
alter table webhooks add column disabled_reason_details text;
alter table workflow_runs add column reason_details text;
alter table workflow_steps add column reason_details text;
alter table inboxes add column state_reason_details text;
alter table inbox_health add column last_failure_details text;

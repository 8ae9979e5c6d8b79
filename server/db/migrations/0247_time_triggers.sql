-- Workflows that start by time (docs/adr/0226-schedules-of-workflows.md). `timing`: the rule of the trigger. `counts_from`: only
-- occurrences after it start runs; null while the workflow is disabled. `next_at`: when the worker looks at the workflow again; null for
-- workflows that changes trigger.
alter table workflows add column timing json;
alter table workflows add column counts_from timestamptz(3);
alter table workflows add column next_at timestamptz(3);
alter table workflow_versions add column timing json;

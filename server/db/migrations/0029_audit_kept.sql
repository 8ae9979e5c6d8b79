-- Retention of a team's audit entries in days: 90 days to six years.
alter table teams add column audit_days integer not null default 365;
alter table teams add constraint teams_audit_days_check check (audit_days between 90 and 2192);

-- Expiry of a seal's entries. The last expired seal is kept: the next one is chained to it.
alter table audit_seals add column swept_at timestamptz(3);

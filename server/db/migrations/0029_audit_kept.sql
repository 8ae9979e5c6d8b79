-- For how many days a team's audit entries are kept: 90 days to six years.
alter table teams add column audit_days integer not null default 365;
alter table teams add constraint teams_audit_days_check check (audit_days between 90 and 2192);

-- When the entries of a seal were due to go. The last such seal stays: the one behind it is bound to it.
alter table audit_seals add column swept_at timestamptz(3);

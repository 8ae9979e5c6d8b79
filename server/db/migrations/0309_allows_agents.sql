-- False if the members of a team may not connect agents (docs/adr/0262-teams-without-agents.md).
alter table teams add column allows_agents boolean not null default true;

-- Tasks whose actual_hours differ from the sum of their entries: those from before entries, and those that an older process changes.
create index concurrently tasks_unadjusted on tasks (team_id, id) where least(greatest(entry_minutes, 0), 60000000) <> round((coalesce(actual_hours, 0) * 60)::numeric, 6);

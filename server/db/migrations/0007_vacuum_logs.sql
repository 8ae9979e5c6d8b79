-- Lists of events and deliveries are counted in an index, which is fast only for rows present at the last vacuum. These tables
-- only grow: by default up to a fifth of their rows could be newer.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table deliveries set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Lists of events and deliveries are counted in an index, which is quick as far as the table was vacuumed since rows came. These
-- only grow: by default a fifth of them could be new.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table deliveries set (autovacuum_vacuum_insert_scale_factor = 0.02);

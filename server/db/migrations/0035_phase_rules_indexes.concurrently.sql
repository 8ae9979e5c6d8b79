-- The board of deals: each deal's next step, and its time in the current phase.
create index concurrently activities_next_steps on activities (team_id, deal_id, due_date) where not is_completed and deal_id is not null and type <> 'note';
create index concurrently moves_of_phases on moves (team_id, record_id, moved_at) where resource = 'deals' and field = 'phase';
create index concurrently deals_loss_reasons on deals (team_id, loss_reason) where loss_reason is not null;
create index concurrently moves_of_phases_recent on moves (team_id, moved_at) where resource = 'deals' and field = 'phase';

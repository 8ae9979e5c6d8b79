create index concurrently contracts_billed on contracts (bill_check_on, team_id, id) where status = 'active';

create index concurrently clients_phone_key on clients (team_id, phone_key(phone)) where phone is not null;
create index concurrently clients_mobile_phone_key on clients (team_id, phone_key(mobile_phone)) where mobile_phone is not null;
create index concurrently clients_msgapp_key on clients (team_id, phone_key(msgapp)) where msgapp is not null;

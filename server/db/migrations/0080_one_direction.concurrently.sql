-- Descending lists with unset values last are read from the ascending indexes, in two parts (docs/adr/0134).
drop index concurrently if exists tasks_due_date_desc;
drop index concurrently if exists tasks_completed_at_desc;
drop index concurrently if exists activities_due_date_desc;
drop index concurrently if exists activities_priority_desc;
drop index concurrently if exists conversations_waiting_since_desc;
drop index concurrently if exists deals_expected_close_date_desc;
drop index concurrently if exists deals_value_desc;
drop index concurrently if exists clients_email_desc;
drop index concurrently if exists projects_start_date_desc;
drop index concurrently if exists projects_due_date_desc;
drop index concurrently if exists contacts_custom_name_desc;
drop index concurrently if exists contacts_push_name_desc;
drop index concurrently if exists campaigns_start_date_desc;
drop index concurrently if exists campaigns_end_date_desc;

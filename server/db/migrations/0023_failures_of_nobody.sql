-- Also counts failures for addresses without an account: otherwise the response time would reveal which addresses have one.
alter table login_failures drop constraint login_failures_person_id_fkey;

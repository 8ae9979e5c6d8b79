-- Packages of persons, which are removed after their time.
create index concurrently privacy_requests_packages on privacy_requests (packaged_at) where package_place is not null;
drop index concurrently if exists privacy_requests_packaged;

-- oldest release: 0.1.0
-- When an alert to a destination failed last: of a longer time without alerts nobody knows whether it would have taken any.
alter table destinations add column last_failed_at timestamptz;

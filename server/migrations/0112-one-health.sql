-- oldest release: 0.1.0
-- For whom the reads of the site were used is not counted any more.
drop table read_use;

-- A single message or job is left to its queue.
drop function retry_delivery, retry_deliveries, cancel_delivery, retry_job, cancel_job;

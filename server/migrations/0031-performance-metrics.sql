-- How fast pages were for their users. Anybody may write here, so nothing is decided by it, and no row names an account.
create table performance_metrics (
  id bigint generated always as identity primary key,
  metric text not null check (metric in (
    'LCP', 'FID', 'CLS', 'FCP', 'TTFB', 'INP', 'LOAD_TIME', 'DOM_CONTENT_LOADED', 'TIME_TO_INTERACTIVE')),
  -- Milliseconds; the layout shift (CLS) has no unit.
  value double precision not null check (value >= 0),
  -- The path of the page, with `:id` in place of numbers.
  page text not null check (length(page) between 1 and 200),
  user_agent text not null check (length(user_agent) <= 500),
  -- By the browser's clock, kept within the hour before it arrived.
  measured_at timestamptz not null,
  at timestamptz not null
);
create index performance_metrics_by_time on performance_metrics (at);
create index performance_metrics_by_metric on performance_metrics (metric, at);

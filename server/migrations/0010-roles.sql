-- What the separate roles of the processes need. The privileges themselves are granted after each migration.

-- Adds a job for a process whose role may not use the queue's tables, with the rights of the owner.
create function enqueue_job(task text, job_payload json, key text, due_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload := job_payload, job_key := key, run_at := due_at);
end $$;
revoke execute on function enqueue_job from public;

-- Seals now name the host of the site. The next start stores the known answers again, in the new form; the owners of the
-- stored logins are asked to connect again.
delete from vault_keys;

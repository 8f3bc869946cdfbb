import type { Client } from 'pg'
import { StartupError } from '../startup-error.ts'
import { PARTS, ROLES } from './roles.ts'

/**
 * What each part may do. A new table is open to all parts until it is limited here. No part owns a table, creates
 * objects, or truncates; references and cascades run with the privileges of the owner.
 */
const PRIVILEGES = `
  revoke all on all tables in schema public from bidwell_api, bidwell_jobs, bidwell_engine;
  grant select, insert, update, delete on all tables in schema public to bidwell_api, bidwell_jobs, bidwell_engine;
  grant usage on all sequences in schema public to bidwell_api, bidwell_jobs, bidwell_engine;
  revoke all on migrations from bidwell_api, bidwell_jobs, bidwell_engine;

  -- Only the API signs users in and stores site logins. The jobs delete old rows, which takes the right to read the columns
  -- in their conditions.
  revoke all on sessions, known_callers, login_locks, attempt_budgets, idempotency_keys, login_attempts
    from bidwell_jobs, bidwell_engine;
  grant delete on sessions, known_callers, login_locks, attempt_budgets, idempotency_keys to bidwell_jobs;
  grant select (id, expires_at, revoked_at) on sessions to bidwell_jobs;
  grant select (caller, last_used_at) on known_callers to bidwell_jobs;
  grant select (updated_at, locked_until) on login_locks to bidwell_jobs;
  grant select (updated_at) on attempt_budgets to bidwell_jobs;
  grant select (created_at) on idempotency_keys to bidwell_jobs;

  revoke all on totp_secrets, recovery_codes, passkeys, identity_challenges from bidwell_jobs, bidwell_engine;
  grant delete on identity_challenges to bidwell_jobs;
  grant select (expires_at) on identity_challenges to bidwell_jobs;

  -- The API writes mails and the jobs send them. Only the jobs read what is in a mail: it may hold a link that sets a password.
  revoke all on mails, mailbox, mail_links, link_requests from bidwell_api, bidwell_jobs, bidwell_engine;
  grant insert on mails to bidwell_api;
  grant select (id, account_id, kind, recipient, attempts, next_try_at, give_up_at, sent_at, given_up_at, created_at)
     on mails to bidwell_api;
  grant select, insert, update, delete on mails to bidwell_jobs;
  grant select on mailbox to bidwell_api;
  grant select, insert, update, delete on mailbox to bidwell_jobs;
  grant select, insert, update, delete on mail_links, link_requests to bidwell_api;
  grant delete on mail_links, link_requests to bidwell_jobs;
  grant select (id, expires_at) on mail_links to bidwell_jobs;
  grant select (id, at) on link_requests to bidwell_jobs;

  -- Of the accounts, the other parts see what bidding needs: no password, no e-mail, no telephone number, no ZIP.
  revoke all on accounts from bidwell_jobs, bidwell_engine;
  do $$
  declare
    visible text := (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
       where attrelid = 'accounts'::regclass and attnum > 0 and not attisdropped
         and attname not in ('password_hash', 'email', 'phone_number', 'shipping_zip'));
  begin
    execute format('grant select (%s) on accounts to bidwell_jobs, bidwell_engine', visible);
  end $$;


  -- The API and the jobs read subscriptions at Stripe. Only the jobs delete customers there.
  revoke all on billing_customers, checkout_sessions, invoices, payment_events, closing_customers from bidwell_engine;
  revoke delete on billing_customers, invoices from bidwell_api, bidwell_jobs;
  revoke delete on checkout_sessions, payment_events from bidwell_api;
  revoke update on payment_events from bidwell_api, bidwell_jobs;
  revoke all on closing_customers from bidwell_api, bidwell_jobs;
  grant select, delete on closing_customers to bidwell_jobs;

  -- Every part reads items, and so records how a lot closed. Nothing deletes these records.
  revoke delete on closed_lots from bidwell_api, bidwell_jobs, bidwell_engine;

  -- Only the API reads shipping estimates.
  revoke all on shipping_estimates from bidwell_jobs, bidwell_engine;

  -- Records of what happened are written once.
  revoke update, delete on bid_events, pauses, vault_uses, vault_keys from bidwell_api, bidwell_jobs, bidwell_engine;
  revoke all on security_events from bidwell_engine;
  revoke update, delete on security_events from bidwell_api;
  revoke select, update on security_events from bidwell_jobs;
  grant select (id, account_id, at, chain_position) on security_events to bidwell_jobs;
  revoke all on security_links, security_chain from bidwell_api, bidwell_jobs, bidwell_engine;
  grant select on security_links, security_chain to bidwell_jobs;
  grant execute on function extend_security_chain, check_security_links to bidwell_jobs;
  revoke all on vault_chain from bidwell_api, bidwell_jobs, bidwell_engine;
  grant update (chain_position, chain_hash) on vault_uses to bidwell_jobs;
  grant select, update on vault_chain to bidwell_jobs;

  revoke all on google_identities, spent_google_tokens from bidwell_jobs, bidwell_engine;
  grant select (expires_at), delete on spent_google_tokens to bidwell_jobs;

  -- The API begins trials, and the jobs record how they go on. Engines know no plans.
  revoke all on trials, spent_trials, subscriptions from bidwell_engine;
  revoke update, delete on trials, spent_trials from bidwell_api;
  revoke insert, update, delete on trials from bidwell_jobs;
  grant update (reminded_days, expired_at) on trials to bidwell_jobs;
  revoke all on spent_trials from bidwell_jobs;
  grant select (started_at), delete on spent_trials to bidwell_jobs;
  revoke delete on subscriptions from bidwell_api, bidwell_jobs;
  grant execute on function address_of_customer to bidwell_api, bidwell_jobs;

  -- Every part tells users what it did. The users read it through the API, and the jobs delete what is old.
  revoke all on notifications from bidwell_jobs, bidwell_engine;
  revoke update, delete on notifications from bidwell_api;
  grant update (read_at) on notifications to bidwell_api;
  grant insert on notifications to bidwell_jobs, bidwell_engine;
  grant select (account_id) on notifications to bidwell_engine;
  grant select (account_id, id, at), delete on notifications to bidwell_jobs;

  -- What users did is written by the API, and what became of a trial or a subscription by the jobs too.
  revoke all on product_events, login_failure_trail, performance_metrics from bidwell_jobs, bidwell_engine;
  revoke update, delete on product_events, login_failure_trail, performance_metrics from bidwell_api;
  grant select (id, at), delete on product_events, login_failure_trail, performance_metrics to bidwell_jobs;
  grant insert on product_events to bidwell_jobs;

  -- The API takes requests to delete an account, and cancels them. Only the jobs carry them out, when they are due.
  revoke delete on accounts from bidwell_api;
  revoke all on account_deletions from bidwell_api, bidwell_jobs, bidwell_engine;
  grant select, insert (account_id, requested_by, reason), update (cancelled_at) on account_deletions to bidwell_api;
  grant select on account_deletions to bidwell_jobs;
  grant execute on function delete_account, delete_unused_accounts to bidwell_jobs;

  -- Only the operator appoints administrators.
  revoke all on administrators from bidwell_api, bidwell_jobs, bidwell_engine;
  grant select on administrators to bidwell_api;

  -- Only engines say that an engine lives. Only the operator pauses everybody, and clears alarms.
  revoke delete on alarms from bidwell_api, bidwell_jobs, bidwell_engine;
  revoke insert, update on engines from bidwell_api, bidwell_jobs;
  revoke delete on engines from bidwell_api, bidwell_engine;
  revoke all on unlogged_pauses from bidwell_api, bidwell_engine;
  revoke insert on unlogged_pauses from bidwell_jobs;
  revoke insert, update, delete on operator_pause from bidwell_api, bidwell_jobs, bidwell_engine;

  -- The jobs work off the queue. The other parts only add to it.
  grant execute on function enqueue_job to bidwell_api, bidwell_jobs, bidwell_engine;
  grant usage on schema graphile_worker to bidwell_jobs;
  grant select, insert, update, delete on all tables in schema graphile_worker to bidwell_jobs;
  do $$
  declare
    queue_table regclass;
  begin
    -- The library protects these tables by row-level security without a policy: only their owner sees a row.
    for queue_table in
      select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
    loop
      execute format('drop policy if exists jobs on %s', queue_table);
      execute format('create policy jobs on %s to bidwell_jobs using (true) with check (true)', queue_table);
    end loop;
  end $$;`

/**
 * Grants each part's role its privileges, and takes others away. Does nothing in a database without these roles: all
 * parts then use the role that migrates. Throws a StartupError when only some of the roles exist.
 */
export async function grantPrivileges(client: Client): Promise<void> {
  const names = PARTS.map((part) => ROLES[part])
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1::text[])',
    [names],
  )
  if (rows.length === 0) return
  const missing = new Set<string>(names).difference(new Set(rows.map(({ name }) => name)))
  if (missing.size > 0) {
    throw new StartupError(`The database lacks the roles ${[...missing].join(', ')}: create them, or drop the others`)
  }
  await client.query(`begin; ${PRIVILEGES} commit;`)
}

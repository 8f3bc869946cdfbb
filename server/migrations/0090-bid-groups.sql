-- oldest release: 0.1.0
-- Groups of bids, of which at most so many win.
create table bid_groups (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 60),
  most_wins bigint not null check (most_wins between 1 and 100),
  -- So many wins more the owner accepts, for bids that go out before the results of the others are known.
  extra_wins bigint not null default 0 check (extra_wins between 0 and 99),
  budget_cents bigint check (budget_cents > 0),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index bid_groups_of_account on bid_groups (account_id, id desc) where deleted_at is null;

alter table bids
  add column group_id bigint references bid_groups,
  -- The place that the owner gave the bid in its group; null: by the close, after those with a place.
  add column group_rank bigint check (group_rank > 0),
  -- The grant: the group lets the bid out. From then until the proof that the bid cannot win, it uses up one of the group's wins.
  add column group_granted_at timestamptz,
  add column group_released_at timestamptz check (group_released_at is null or group_granted_at is not null),
  add column group_released_because text
    check (group_released_because in ('price_above_max', 'other_bidder_won', 'no_bid_at_site', 'never_sent', 'user_said')),
  -- Why the group did not let the bid out when an engine asked last, and for which other bid.
  add column group_held_because text check (group_held_because in ('won', 'unknown', 'budget', 'order')),
  add column group_held_for bigint references bids on delete set null,
  -- The engine that holds the bid knows that it needs a grant.
  add column claimed_in_group boolean not null default false,
  -- What the owner requested while an engine held the bid, as the other pending columns: to join a group, or to leave it.
  add column pending_group_id bigint references bid_groups,
  add column pending_leaves_group boolean not null default false,
  add check ((group_released_at is null) = (group_released_because is null));
create index bids_of_group on bids (group_id) where group_id is not null;
create index bids_held_for on bids (group_held_for) where group_held_for is not null;

-- The rules hold for every program, also for one of the version before, which knows nothing of groups: it cannot claim a bid
-- of a group, and no bid is locked in without its group's grant. A pending bid that no engine holds, and that was not locked
-- in, has no grant: the grant belongs to the claim, and who ends the claim gives it back.
create function keep_ungranted_bid_unsent() returns trigger language plpgsql as $$
begin
  if new.engine_id is null then
    new.claimed_in_group := false;
    if new.locked_in_at is null then
      new.group_granted_at := null;
      new.group_released_at := null;
      new.group_released_because := null;
    end if;
  elsif not new.claimed_in_group then return null;
  end if;
  if old.locked_in_at is null and (new.group_granted_at is null or new.group_released_at is not null) then
    new.locked_in_at := null;
  end if;
  return new;
end $$;
create trigger bids_ungranted_unsent before update on bids for each row
  when (new.status = 'pending' and new.group_id is not null) execute function keep_ungranted_bid_unsent();

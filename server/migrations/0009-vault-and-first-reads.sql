-- The vault's keys are checked before they are used, what was done with them is chained, and an item that is new to us
-- is read once however many ask for it.

-- Every key that the vault was used with, and an answer that it must still give: under the same name another key would
-- open nothing.
create table vault_keys (
  kid text primary key,
  public_key bytea not null,
  -- A text that everybody knows, sealed for the key by whoever had it first.
  known_answer jsonb not null,
  first_used_at timestamptz not null
);

-- `rotate`: sealed anew for a newer key.
alter table vault_uses
  drop constraint vault_uses_purpose_check,
  add constraint vault_uses_purpose_check
    check (purpose in ('connect', 'refresh', 'bid', 'read', 'remove', 'rotate')),
  -- Its place in the chain, and a hash over all that stands in it and the link before: nothing in between can be
  -- changed, taken out or put in without every link after it. Linked minutes later: nobody who bids waits for his turn.
  add column link_no bigint unique,
  add column link bytea;
create index vault_uses_unlinked on vault_uses (id) where link is null;

-- The chain's end. One row, whose lock is the turn to link.
create table vault_chain (
  only_row boolean primary key default true check (only_row),
  length bigint not null default 0,
  head bytea not null
);

create function vault_use_link(previous bytea, used vault_uses) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    used.link_no, used.id, used.account_id, used.connection_id, used.process, used.purpose, used.bid_id, used.outcome,
    (extract(epoch from used.at) * 1000000)::bigint)::text, 'UTF8'))
$$;
create function vault_chain_start() returns bytea language sql immutable as $$ select sha256('bidwell vault uses') $$;
insert into vault_chain (head) values (vault_chain_start());

create function link_vault_uses() returns void language plpgsql as $$
declare
  chain vault_chain;
  used vault_uses;
begin
  select * into chain from vault_chain for update;
  for used in select * from vault_uses where link is null order by id loop
    chain.length := chain.length + 1;
    used.link_no := chain.length;
    used.link := vault_use_link(chain.head, used);
    chain.head := used.link;
    update vault_uses set link_no = used.link_no, link = used.link where id = used.id;
  end loop;
  update vault_chain set length = chain.length, head = chain.head;
end $$;

-- Append-only still, but for the link, once.
create function refuse_rewrite_of_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.link is null and to_jsonb(new) - 'link' - 'link_no' = to_jsonb(old) - 'link' - 'link_no' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger vault_uses_append_only on vault_uses;
create trigger vault_uses_append_only before update or delete on vault_uses
  for each row execute function refuse_rewrite_of_use();
create trigger vault_uses_not_emptied before truncate on vault_uses
  for each statement execute function refuse_rewrite();

-- While an item that no listing is there for is read at the site: others wait for what is found.
create table first_reads (
  marketplace text not null,
  auction_id text not null,
  reading_until timestamptz not null,
  primary key (marketplace, auction_id)
);

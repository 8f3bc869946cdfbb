-- A delivery names all notifications that it tells, so that each one of a digest counts as sent, and as seen.
alter table deliveries add column notification_ids bigint[] not null default '{}';
update deliveries set notification_ids = case
    when content ? 'notificationIds'
      then array(select id::bigint from jsonb_array_elements_text(content -> 'notificationIds') as told (id))
    when notification_id is not null then array[notification_id]
    else '{}' end;
drop index deliveries_of_notification;
alter table deliveries drop column notification_id;
-- Each notification that is due is looked up here: a list of entries to come would be read each time.
create index deliveries_of_notifications on deliveries using gin (notification_ids) with (fastupdate = off);

-- The link that ends mails: of all kinds that a digest tells.
alter table alert_links add column kinds text[];
update alert_links set kinds = array[kind] where kind is not null;
alter table alert_links drop column kind;
alter table alert_links add check (action <> 'stop_kind' or kinds is not null);

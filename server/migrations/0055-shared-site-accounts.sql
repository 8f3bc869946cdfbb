-- Two users may store the login of one account at the site. There they are one bidder.

alter table connections add column site_user_hash bytea;
comment on column connections.site_user_hash is
  'Keyed hash of the user name at the site, by which two users of one site account are found. Null for a login that was stored before this column.';
create index connections_of_site_user on connections (marketplace, site_user_hash);

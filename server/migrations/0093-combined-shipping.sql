-- oldest release: 0.1.0
-- Whether the seller combines the shipping of several items. Null: the site has not shown it.
alter table listings add column combines_shipping boolean;

-- Whether the customer belongs to a test mode of the payment service, where no money moves.
alter table billing_customers add column is_test boolean not null default true;
alter table billing_customers alter column is_test drop default;

-- The site's own message about a bid or its login, apart from the sentence that the owner reads.

alter table bids add column site_message text;
update bids set site_message = error_detail;

comment on column bids.site_message is 'The site''s message about the bid or the login, as plain text.';
comment on column bids.error_detail is 'Why the bid was not placed or does not count, in one or two sentences for its owner.';

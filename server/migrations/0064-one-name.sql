-- A user tracks auctions, and gives each the maximum that is wanted for it: code, screens and tables say the same words.
alter table closed_lots rename to closed_auctions;
alter table tracked_auctions rename column planned_max_cents to wanted_max_cents;

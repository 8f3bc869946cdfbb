alter table backups drop column is_final;
alter table operator_pause drop column moved_at;

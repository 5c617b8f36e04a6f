-- Uploads are writes too: who brought which file in, and who took it away.
create trigger audit after insert or update or delete on file for each row execute function audit_row('file_id');

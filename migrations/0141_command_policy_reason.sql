-- Kinds of commands that want a reason beside those that always do.
alter table command_policy add column needs_reason boolean not null default false;

-- Replies are found by their request, and go with it: an index and a check less for each of the three that a command has.
alter table command_reply drop constraint command_reply_command_id_fkey;
drop index command_reply_of;

-- Files that were made for a user are fetched later, when they may see less: which sites they may speak of.

-- Null: of a job from before this, or one that makes no file. `of_all_sites`: its user saw all there were.
alter table job add column of_sites integer[], add column of_all_sites boolean not null default false;
-- Null: of a report from before this, or one that could not be made.
alter table report_file add column of_sites integer[];
